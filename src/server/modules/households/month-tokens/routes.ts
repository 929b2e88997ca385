import type { FastifyInstance } from 'fastify'
import { getMonthTokens, makeMonthToken, revokeMonthToken, setMonthPublishing } from '#contract/households/monthTokens'
import { administrator, route } from '../../../http/route'
import type { MonthTokensService } from './service'

/** The handover itself is in ../imports/handoverRoutes.ts. */
export function monthTokensRoutes(app: FastifyInstance, monthTokens: MonthTokensService): void {
  route(app, getMonthTokens, administrator, ({ person }) => monthTokens.list(person))
  route(app, makeMonthToken, administrator, ({ person, body }) => monthTokens.make(person, body.name, body.days))
  route(app, revokeMonthToken, administrator, ({ person, body }) => monthTokens.revoke(person, body.id))
  route(app, setMonthPublishing, administrator, ({ person, body }) =>
    monthTokens.setPublishing(person, body.publishes_by_itself),
  )
}
