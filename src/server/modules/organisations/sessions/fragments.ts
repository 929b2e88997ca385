import { gt, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/engine'
import { sessions } from '../../../db/schema'

/** Subquery for joins in other modules: people with a session. */
export const peopleSignedIn = (tx: Tx) =>
  tx
    .selectDistinct({ personId: sessions.personId })
    .from(sessions)
    .where(gt(sessions.expiresAt, sql`now()`))
    .as('people_signed_in')
