import { z } from 'zod'

/**
 * One call of the API, described once. The server's routes, the app's `call` and the OpenAPI
 * document are all made from these objects, so that the three cannot disagree.
 */
export interface Endpoint<
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> {
  /** The operation's name, unique over the contract: OpenAPI's operationId. */
  readonly name: string
  readonly method: 'GET' | 'POST'
  /** It changes nothing, so that it can be asked again when the line fails it. Every GET is; a POST where it says so. */
  readonly isRead: boolean
  readonly path: `/${string}`
  /** One plain sentence for the reader of `/api/docs`. */
  readonly summary: string
  readonly query: Query
  readonly body: Body
  readonly reply: Reply
  /**
   * What the success answer is made of.
   * `json`: the reply schema, always. `csv`: a streamed attachment; the reply schema is a string.
   * `json-or-arrow`: the reply schema, or an Arrow stream when `Accept` asks for {@link ARROW_MEDIA_TYPE}.
   * `arrow`: an Arrow stream only.
   * `json-or-events`: the reply schema, or server-sent events when `Accept` asks for `text/event-stream`.
   */
  readonly produces: 'json' | 'csv' | 'json-or-arrow' | 'arrow' | 'json-or-events'
  /** Takes an `Idempotency-Key` header: the same key answers the same result. */
  readonly idempotent: boolean
}

/** The media type of an Arrow IPC stream, as registered with IANA. */
export const ARROW_MEDIA_TYPE = 'application/vnd.apache.arrow.stream'

/** No query, or no body. */
const nothing = z.undefined()

type EndpointInput<Query extends z.ZodType, Body extends z.ZodType, Reply extends z.ZodType> = {
  name: string
  method: 'GET' | 'POST'
  isRead?: boolean
  path: `/${string}`
  summary: string
  query?: Query
  body?: Body
  reply: Reply
  produces?: Endpoint['produces']
  idempotent?: boolean
}

/** Describes one call; `query` and `body` default to "none". */
export function endpoint<
  Reply extends z.ZodType,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(input: EndpointInput<Query, Body, Reply>): Endpoint<Query, Body, Reply> {
  return {
    produces: 'json',
    idempotent: false,
    isRead: input.method === 'GET',
    ...input,
    // The cast only says what the default type parameters already say: absent means undefined.
    query: (input.query ?? nothing) as Query,
    body: (input.body ?? nothing) as Body,
  }
}
