import type { FastifyInstance } from 'fastify'
import { getTextSender } from '#contract/campaigns/notifyAccounts'
import { receiveNotifyCallback, receiveText } from '#contract/campaigns/notifyCallback'
import { sendTestText } from '#contract/campaigns/testMessages'
import { Fault } from '../../../http/faults'
import { administrator, publicRoute, route } from '../../../http/route'
import { mayUseCampaigns } from '../campaigns/policy'
import type { NotifyAccountsService } from '../notify-accounts/service'
import type { RepliesService } from '../replies/service'
import type { SendingService, TokenOwner } from './service'

/** One per message, many after an outage. */
const CALLBACKS_A_MINUTE = 60_000

const SENT = 'Sent. It should arrive within a minute; your number is not kept.'
const SIMULATED = 'The simulator took it: nothing is really sent. Your number is not kept.'

interface Asking {
  readonly headers: { readonly authorization?: string | undefined }
}

/** Test messages, and GOV.UK Notify's callbacks. */
export function sendingRoutes(
  app: FastifyInstance,
  {
    sending,
    notifyAccounts,
    replies,
  }: {
    sending: SendingService
    notifyAccounts: Pick<NotifyAccountsService, 'settings'>
    replies: Pick<RepliesService, 'texts'>
  },
): void {
  route(app, sendTestText, mayUseCampaigns, async ({ person, body }) => {
    await sending.sendTest(person, body)
    const { account } = await notifyAccounts.settings(person.organisationId)
    return { words: account === 'simulator' ? SIMULATED : SENT }
  })

  route(app, getTextSender, administrator, ({ person }) => sending.textSender(person.organisationId))

  const owners = new WeakMap<Asking, TokenOwner>()
  const admit = async (request: Asking) => {
    const owner = await sending.findTokenOwner(request.headers.authorization)
    if (!owner)
      throw new Fault(401, 'not_the_provider', 'The bearer token is missing or is not the one that was agreed.')
    owners.set(request, owner)
  }
  // Metrics count them.
  const options = { rateLimit: CALLBACKS_A_MINUTE, admit, isQuiet: true }
  publicRoute(app, receiveNotifyCallback, options, async ({ body, request }) => ({
    taken: await sending.receive(body, owners.get(request) ?? {}),
  }))
  publicRoute(app, receiveText, options, async ({ body, request }) => {
    const came = await replies.texts.receive(body, owners.get(request)?.organisationId)
    if (came === 'of no organisation') request.log.warn('A text came in that no organisation wrote for.')
    return { taken: came === 'new' }
  })
}
