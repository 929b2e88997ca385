import type { FastifyInstance } from 'fastify'
import { beginMonth, checkMonth, discardMonth, getMonths, publishMonth } from '#contract/households/imports'
import { administrator, route } from '../../../http/route'
import type { Services } from '../../../services'

/** Months that administrators hand over. */
export function monthsRoutes(app: FastifyInstance, { months }: Pick<Services, 'months'>): void {
  route(app, getMonths, administrator, ({ person }) => months.list(person))
  route(app, beginMonth, administrator, ({ person, body }) => months.begin(person, body))
  route(app, checkMonth, administrator, ({ person, body }) => months.check(person, body.id))
  route(app, publishMonth, administrator, ({ person, body }) => months.publish(person, body.id))
  route(app, discardMonth, administrator, ({ person, body }) => months.discard(person, body.id))
}
