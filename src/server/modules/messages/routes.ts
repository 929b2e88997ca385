import type { FastifyInstance } from 'fastify'
import { receiveNotifyCallback } from '#contract/notifyCallback'
import { Fault } from '../../faults'
import { publicRoute } from '../../route'
import type { MessagesService, TokenOwner } from './service'

/** One per message, many after an outage. */
const CALLBACKS_A_MINUTE = 60_000

interface Asking {
  readonly headers: { readonly authorization?: string | undefined }
}

/** Callbacks of GOV.UK Notify. */
export function messagesRoutes(app: FastifyInstance, { messages }: { messages: MessagesService }): void {
  const owners = new WeakMap<Asking, TokenOwner>()
  const admit = async (request: Asking) => {
    const owner = await messages.accountOfToken(request.headers.authorization)
    if (!owner)
      throw new Fault(401, 'not_the_provider', 'The bearer token is missing or is not the one that was agreed.')
    owners.set(request, owner)
  }
  // The metrics count them.
  const options = { rateLimit: CALLBACKS_A_MINUTE, admit, isQuiet: true }
  publicRoute(app, receiveNotifyCallback, options, async ({ body, request }) => ({
    taken: await messages.receive(body, owners.get(request) ?? {}),
  }))
}
