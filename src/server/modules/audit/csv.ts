import type { AuditEntry } from '#contract/audit'
import { csvCell } from '../households/service'

const COLUMNS: readonly (keyof AuditEntry)[] = ['at', 'organisation', 'actor_email', 'actor_role', 'action', 'subject', 'quantity']

/** The audit log as CSV, with the moments in UTC; no cell runs as a formula. */
export async function* auditCsv(stretches: AsyncIterable<readonly AuditEntry[]>): AsyncGenerator<string> {
  yield `${COLUMNS.join(',')}\r\n`
  for await (const entries of stretches) yield entries.map(line).join('')
}

const line = (entry: AuditEntry): string => `${COLUMNS.map((name) => csvCell(String(entry[name] ?? ''))).join(',')}\r\n`
