import type { FastifyInstance } from 'fastify'
import { getMessageSettings, setMessageSettings } from '#contract/campaigns/messageSettings'
import {
  getSendingSettings,
  removeSendingSettings,
  setSendingSettings,
  testSending,
} from '#contract/campaigns/notifyAccounts'
import { setMessageBudget } from '#contract/campaigns/messageCosts'
import { administrator, anySignedIn, route } from '../../../http/route'
import type { NotifyAccountsService } from './service'

/** Sending and message settings. */
export function notifyAccountsRoutes(app: FastifyInstance, notifyAccounts: NotifyAccountsService): void {
  route(app, getSendingSettings, administrator, ({ person }) => notifyAccounts.settings(person.organisationId))
  route(app, setSendingSettings, administrator, ({ person, body }) => notifyAccounts.set(person, body))
  route(app, removeSendingSettings, administrator, ({ person }) => notifyAccounts.remove(person))
  route(app, getMessageSettings, anySignedIn, async ({ person: { organisationId } }) => ({
    ...(await notifyAccounts.messageSettings(organisationId)),
    is_simulated: (await notifyAccounts.settings(organisationId)).account === 'simulator',
  }))
  route(app, setMessageSettings, administrator, ({ person, body }) => notifyAccounts.setMessageSettings(person, body))
  route(app, setMessageBudget, administrator, ({ person, body }) => notifyAccounts.setBudget(person, body))
  route(app, testSending, administrator, ({ person }) => notifyAccounts.test(person.organisationId))
}
