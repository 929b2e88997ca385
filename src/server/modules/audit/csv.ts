import type { AuditEntry } from '#contract/audit'
import { csvLine } from '../../csv'

const COLUMNS: readonly (keyof AuditEntry)[] = [
  'at',
  'organisation',
  'actor_email',
  'actor_role',
  'action',
  'subject',
  'quantity',
]

/** Streams entries as CSV lines, with times in UTC. */
export async function* auditCsv(stretches: AsyncIterable<readonly AuditEntry[]>): AsyncGenerator<string> {
  yield csvLine(COLUMNS)
  for await (const entries of stretches)
    yield entries.map((entry) => csvLine(COLUMNS.map((name) => entry[name] ?? ''))).join('')
}
