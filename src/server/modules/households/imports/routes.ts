import type { FastifyInstance } from 'fastify'
import {
  beginMonth,
  bringBackMonth,
  checkMonth,
  discardMonth,
  getMonths,
  publishMonth,
} from '#contract/households/imports'
import { administrator, route } from '../../../http/route'
import type { ImportsService } from './service'

/** Months that administrators hand over. */
export function importsRoutes(app: FastifyInstance, imports: ImportsService): void {
  route(app, getMonths, administrator, ({ person }) => imports.list(person))
  route(app, beginMonth, administrator, ({ person, body }) => imports.begin(person, body))
  route(app, checkMonth, administrator, ({ person, body }) => imports.check(person, body.id))
  route(app, publishMonth, administrator, ({ person, body }) => imports.publish(person, body))
  route(app, discardMonth, administrator, ({ person, body }) => imports.discard(person, body.id))
  route(app, bringBackMonth, administrator, ({ person, body }) => imports.bringBack(person, body.id))
}
