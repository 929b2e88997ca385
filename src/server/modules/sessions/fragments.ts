import { gt, sql } from 'drizzle-orm'
import type { Tx } from '../../db/database'
import { sessions } from '../../db/schema'

/** Subquery for joins in other modules: who has a session now. */
export const peopleSignedIn = (tx: Tx) =>
  tx
    .selectDistinct({ personId: sessions.personId })
    .from(sessions)
    .where(gt(sessions.expiresAt, sql`now()`))
    .as('people_signed_in')
