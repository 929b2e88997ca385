import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  askAssistant,
  CHAT_FAILURE,
  getAssistantNote,
  sendAssistantFeedback,
  type AssistantEvent,
} from '#contract/assistant/assistant'
import { Fault } from '../../http/faults'
import { disconnectSignal, route, type Policy } from '../../http/route'
import type { AnswerPart, AssistantService } from './service'

/** Super administrators, by the role in effect. */
const mayAskAssistant: Policy = (person) => person.role === 'SuperAdmin'

/** Replies as JSON or server-sent events. */
export function assistantRoutes(app: FastifyInstance, assistant: AssistantService): void {
  route(app, askAssistant, mayAskAssistant, async ({ person, body, request, reply }) => {
    const parts = assistant.ask(person, body.content, disconnectSignal(reply))
    if (wantsEvents(request)) return sendEvents(reply, parts, request)
    for await (const part of parts) if (part.type === 'reply') return part.reply
    throw new Fault(502, 'no_reply', CHAT_FAILURE)
  })

  route(app, getAssistantNote, mayAskAssistant, async ({ query }) => assistant.note(query.note))

  route(app, sendAssistantFeedback, mayAskAssistant, async ({ person, body }) => {
    await assistant.feedback(person, body)
    return { useful: body.useful }
  })
}

const wantsEvents = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/event-stream') ?? false

function sendEvents(reply: FastifyReply, parts: AsyncGenerator<AnswerPart>, request: FastifyRequest): FastifyReply {
  // Stops nginx from buffering events.
  return reply
    .type('text/event-stream; charset=utf-8')
    .header('x-accel-buffering', 'no')
    .send(Readable.from(events(parts, request)))
}

/** The status is already sent, so an error becomes the last event. */
async function* events(parts: AsyncGenerator<AnswerPart>, request: FastifyRequest): AsyncGenerator<string> {
  const line = (event: AssistantEvent) => `data: ${JSON.stringify(event)}\n\n`
  try {
    for await (const part of parts) yield line(part)
  } catch (error) {
    if (!(error instanceof Fault)) request.log.error({ err: error }, 'The answer failed')
    const fault = error instanceof Fault ? error : new Fault(500, 'internal_error', CHAT_FAILURE)
    yield line({ type: 'fault', fault: fault.body })
  }
}
