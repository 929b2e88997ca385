/** Server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Fault } from './faults'

/** Whether the caller asks for events in place of one answer. */
export const wantsEvents = ({ headers }: FastifyRequest): boolean =>
  headers.accept?.includes('text/event-stream') ?? false

/**
 * Sends each event as it comes. The status is sent before the first, so that a fault becomes the last event.
 * @param failure said of what is no Fault, which is logged
 */
export function sendEvents(
  reply: FastifyReply,
  events: AsyncIterable<object>,
  request: FastifyRequest,
  failure: string,
): FastifyReply {
  async function* lines(): AsyncGenerator<string> {
    const line = (event: object) => `data: ${JSON.stringify(event)}\n\n`
    try {
      for await (const event of events) yield line(event)
    } catch (error) {
      if (!(error instanceof Fault)) request.log.error({ err: error }, 'The events failed')
      const fault = error instanceof Fault ? error : new Fault(500, 'internal_error', failure)
      yield line({ type: 'fault', fault: fault.body })
    }
  }
  // Stops nginx from buffering events.
  return reply.type('text/event-stream; charset=utf-8').header('x-accel-buffering', 'no').send(Readable.from(lines()))
}
