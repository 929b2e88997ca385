import type { FastifyInstance } from 'fastify'
import { receiveNotifyCallback } from '#contract/notifyCallback'
import { Fault } from '../../faults'
import { publicRoute } from '../../route'
import type { MessagesService } from './service'

/** One per message, many after an outage. */
const CALLBACKS_A_MINUTE = 60_000

/** Callbacks of GOV.UK Notify. */
export function messagesRoutes(app: FastifyInstance, { messages }: { messages: MessagesService }): void {
  const admit = ({ headers }: { headers: { authorization?: string | undefined } }) => {
    if (!messages.isFromProvider(headers.authorization)) {
      throw new Fault(401, 'not_the_provider', 'The bearer token is missing or is not the one that was agreed.')
    }
  }
  // The metrics count them.
  const options = { rateLimit: CALLBACKS_A_MINUTE, admit, isQuiet: true }
  publicRoute(app, receiveNotifyCallback, options, async ({ body }) => ({ taken: await messages.receive(body) }))
}
