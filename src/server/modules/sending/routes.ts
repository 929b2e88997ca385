import type { FastifyInstance } from 'fastify'
import { getSendingSettings, removeSendingSettings, setSendingSettings, testSending } from '#contract/sending'
import { administrator, route } from '../../route'
import type { Services } from '../../services'

/** How an organisation's messages are sent, for its administrators. */
export function sendingRoutes(app: FastifyInstance, { sending }: Pick<Services, 'sending'>): void {
  route(app, getSendingSettings, administrator, ({ person }) => sending.settings(person.organisationId))
  route(app, setSendingSettings, administrator, ({ person, body }) => sending.set(person, body))
  route(app, removeSendingSettings, administrator, ({ person }) => sending.remove(person))
  route(app, testSending, administrator, ({ person }) => sending.test(person.organisationId))
}
