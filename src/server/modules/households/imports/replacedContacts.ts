import type { Tx } from '../../../db/engine'
import { countErasures } from '../../platform/erasure-ledger/service'
import { countContactsBefore } from '../contacts/replaceContacts'
import type { LastPublication } from '../snapshots/publications'

export type CountReplacedContacts = (tx: Tx, organisationId: string, last: LastPublication) => Promise<number | null>

/**
 * How many contacts a publication replaced; null: none. Counted once, and again after an erasure: pages ask all the
 * time, and to count takes long.
 */
export function createReplacedContactsCount(): CountReplacedContacts {
  const known = new Map<string, { readonly at: string; readonly count: number }>()
  return async (tx, organisationId, { id, replacedContacts }) => {
    if (!replacedContacts) return null
    const at = `${id} ${await countErasures(tx, organisationId)}`
    const before = known.get(organisationId)
    if (before?.at === at) return before.count
    const count = await countContactsBefore(tx, organisationId)
    known.set(organisationId, { at, count })
    return count
  }
}
