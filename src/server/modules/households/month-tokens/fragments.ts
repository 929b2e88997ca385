import type { Tx } from '../../../db/engine'
import { monthTokens } from '../../../db/schema'

/** Subquery for joins in other modules. */
export const namedTokens = (tx: Tx) =>
  tx.select({ id: monthTokens.id, name: monthTokens.name }).from(monthTokens).as('named_tokens')
