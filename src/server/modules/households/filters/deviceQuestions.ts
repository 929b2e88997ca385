import type { Database } from '../../../db/database'
import type { Person } from '../../../http/person'
import { countErasures } from '../../platform/erasure-ledger/service'

/** Tabs and an open round ask separately, in parts. */
const MAX_QUESTIONS = 20

const MAX_SESSIONS = 10_000

/** Tells a device's own question after an erasure from a lookup of references (docs/product.md#erasure). */
export function createDeviceQuestions(database: Database) {
  const asked = new Map<string, { readonly erasures: number; readonly questions: number }>()

  return async ({ organisationId, sessionId }: Person, erasuresSeen: number | undefined): Promise<boolean> => {
    if (erasuresSeen === undefined) return false
    const erasures = await database.forOrganisation(organisationId, (tx) => countErasures(tx, organisationId))
    if (erasuresSeen >= erasures) return false
    const before = asked.get(sessionId)
    const questions = before?.erasures === erasures ? before.questions : 0
    if (questions >= MAX_QUESTIONS) return false
    const [oldest] = asked.keys()
    if (asked.size >= MAX_SESSIONS && oldest !== undefined) asked.delete(oldest)
    asked.delete(sessionId)
    asked.set(sessionId, { erasures, questions: questions + 1 })
    return true
  }
}
