import type { FastifyInstance } from 'fastify'
import { getSendingSettings, removeSendingSettings, setSendingSettings, testSending } from '#contract/sending'
import { route } from '../../route'
import type { Services } from '../../services'
import { mayManageSending } from './policy'

/** How an organisation's messages are sent, for its administrators. */
export function sendingRoutes(app: FastifyInstance, { sending }: Pick<Services, 'sending'>): void {
  route(app, getSendingSettings, mayManageSending, ({ person }) => sending.settings(person.organisationId))
  route(app, setSendingSettings, mayManageSending, ({ person, body }) => sending.set(person, body))
  route(app, removeSendingSettings, mayManageSending, ({ person }) => sending.remove(person))
  route(app, testSending, mayManageSending, ({ person }) => sending.test(person.organisationId))
}
