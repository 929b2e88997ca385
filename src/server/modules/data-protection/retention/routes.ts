import type { FastifyInstance } from 'fastify'
import { getKeeping, setKeeping } from '#contract/data-protection/retention'
import { administrator, route } from '../../../http/route'
import type { RetentionService } from './service'

/** Retention periods of the organisation in view. */
export function retentionRoutes(app: FastifyInstance, retention: RetentionService): void {
  route(app, getKeeping, administrator, ({ person }) => retention.periods(person.organisationId))
  route(app, setKeeping, administrator, async ({ person, body }) => {
    await retention.set(person, body)
    return body
  })
}
