import type { FastifyInstance } from 'fastify'
import { askAssistant, CHAT_FAILURE, getAssistantNote, sendAssistantFeedback } from '#contract/assistant/assistant'
import { sendEvents, wantsEvents } from '../../http/events'
import { Fault } from '../../http/faults'
import { disconnectSignal, route, type Policy } from '../../http/route'
import type { AssistantService } from './service'

/** Super administrators, by the role in effect. */
const mayAskAssistant: Policy = (person) => person.role === 'SuperAdmin'

/** Replies as JSON or server-sent events. */
export function assistantRoutes(app: FastifyInstance, assistant: AssistantService): void {
  route(app, askAssistant, mayAskAssistant, async ({ person, body, request, reply }) => {
    const parts = assistant.ask(person, body.content, disconnectSignal(reply))
    if (wantsEvents(request)) return sendEvents(reply, parts, request, CHAT_FAILURE)
    for await (const part of parts) if (part.type === 'reply') return part.reply
    throw new Fault(502, 'no_reply', CHAT_FAILURE)
  })

  route(app, getAssistantNote, mayAskAssistant, async ({ query }) => assistant.note(query.note))

  route(app, sendAssistantFeedback, mayAskAssistant, async ({ person, body }) => {
    await assistant.feedback(person, body.useful, body.notes)
    return { useful: body.useful }
  })
}
