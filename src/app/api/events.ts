import { createParser } from 'eventsource-parser'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint'
import { send } from './call'
import { Outdated } from './errors'

const EVENTS = 'text/event-stream'

/** An unknown event ends the call. @throws as `call` */
export async function callEvents<Query extends z.ZodType, Body extends z.ZodType, Reply extends z.ZodType, Event>(
  endpoint: Endpoint<Query, Body, Reply, false>,
  eventSchema: z.ZodType<Event>,
  options: { body: z.input<Body>; signal: AbortSignal },
  onEvent: (event: Event) => void,
): Promise<void> {
  const broken = new AbortController()
  const parser = createParser({
    onEvent: ({ data }) => {
      const event = eventSchema.safeParse(parsedJson(data))
      if (event.success) onEvent(event.data)
      else broken.abort(new Outdated({ cause: event.error }))
    },
  })
  const decoder = new TextDecoder()
  const signal = AbortSignal.any([options.signal, broken.signal])
  try {
    const { response } = await send(endpoint, { body: options.body, signal }, EVENTS, (piece) =>
      parser.feed(decoder.decode(piece, { stream: true })),
    )
    if (!response.headers.get('content-type')?.startsWith(EVENTS)) throw new Outdated()
  } catch (error) {
    throw broken.signal.aborted ? broken.signal.reason : error
  }
  broken.signal.throwIfAborted()
}

function parsedJson(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return undefined
  }
}
