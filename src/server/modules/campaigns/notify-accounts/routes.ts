import type { FastifyInstance } from 'fastify'
import { getMessageSettings, setMessageSettings } from '#contract/campaigns/messageSettings'
import {
  getSendingSettings,
  removeSendingSettings,
  setSendingSettings,
  testSending,
} from '#contract/campaigns/notifyAccounts'
import { setMessageBudget } from '#contract/campaigns/spending'
import { administrator, anySignedIn, route } from '../../../http/route'
import type { Services } from '../../../services'

/** How an organisation's messages are sent, and what they say of it. */
export function sendingRoutes(app: FastifyInstance, { sending }: Pick<Services, 'sending'>): void {
  route(app, getSendingSettings, administrator, ({ person }) => sending.settings(person.organisationId))
  route(app, setSendingSettings, administrator, ({ person, body }) => sending.set(person, body))
  route(app, removeSendingSettings, administrator, ({ person }) => sending.remove(person))
  route(app, getMessageSettings, anySignedIn, async ({ person: { organisationId } }) => ({
    ...(await sending.messageSettings(organisationId)),
    is_simulated: (await sending.settings(organisationId)).account === 'simulator',
  }))
  route(app, setMessageSettings, administrator, ({ person, body }) => sending.setMessageSettings(person, body))
  route(app, setMessageBudget, administrator, ({ person, body }) => sending.setBudget(person, body))
  route(app, testSending, administrator, ({ person }) => sending.test(person.organisationId))
}
