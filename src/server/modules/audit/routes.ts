import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { exportAuditEntries, getAuditEntries } from '#contract/audit'
import { sendCsv } from '../../csv'
import { route, superAdminOfProvider } from '../../route'
import { auditCsv } from './csv'
import type { AuditService } from './service'

/** The audit log, for super administrators. */
export function auditRoutes(app: FastifyInstance, { audit }: { audit: AuditService }): void {
  route(app, getAuditEntries, superAdminOfProvider, ({ body: { page, ...filter } }) => audit.page(filter, page))

  route(app, exportAuditEntries, superAdminOfProvider, async ({ person, body, reply }) =>
    sendCsv(reply, { name: 'audit-log.csv', stream: Readable.from(auditCsv(await audit.export(person, body))) }),
  )
}
