import type { FastifyInstance } from 'fastify'
import { getKeeping, setKeeping } from '#contract/data-protection/retention'
import { administrator, route } from '../../../http/route'
import type { KeepingService } from './service'

/** Retention periods of the organisation in view. */
export function keepingRoutes(app: FastifyInstance, keeping: KeepingService): void {
  route(app, getKeeping, administrator, ({ person }) => keeping.periods(person.organisationId))
  route(app, setKeeping, administrator, async ({ person, body }) => {
    await keeping.set(person, body)
    return body
  })
}
