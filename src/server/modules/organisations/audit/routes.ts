import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { type AuditEntry, exportAuditEntries, getAuditEntries } from '#contract/organisations/audit'
import { csvLine, sendCsv } from '../../../lib/csv'
import { route, superAdminOfProvider } from '../../../http/route'
import type { AuditService, IsCountHidden } from './service'

/** For super administrators. */
export function auditRoutes(app: FastifyInstance, audit: AuditService, isCountHidden: IsCountHidden): void {
  route(app, getAuditEntries, superAdminOfProvider, ({ body: { page, ...filter } }) =>
    audit.page(filter, page, isCountHidden),
  )

  route(app, exportAuditEntries, superAdminOfProvider, async ({ person, body, reply }) =>
    sendCsv(reply, {
      name: 'audit-log.csv',
      stream: Readable.from(auditCsv(await audit.export(person, body, isCountHidden))),
    }),
  )
}

const COLUMNS: readonly (keyof AuditEntry)[] = [
  'at',
  'organisation',
  'actor_email',
  'actor_role',
  'action',
  'subject',
  'quantity',
]

async function* auditCsv(batches: AsyncIterable<readonly AuditEntry[]>): AsyncGenerator<string> {
  yield csvLine(COLUMNS)
  for await (const entries of batches)
    yield entries.map((entry) => csvLine(COLUMNS.map((name) => entry[name] ?? ''))).join('')
}
