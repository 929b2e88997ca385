import { z } from 'zod'

/** Builds the server's route, the app's `call` and OpenAPI. */
export interface Endpoint<
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
  Once extends boolean = boolean,
> {
  /** OpenAPI's operationId, unique. */
  readonly name: string
  readonly method: 'GET' | 'POST'
  /** May be retried. True for GET; POST must say so. */
  readonly isRead: boolean
  readonly path: `/${string}`
  /** One plain sentence for `/api/docs`. */
  readonly summary: string
  readonly query: Query
  readonly body: Body
  readonly reply: Reply
  /** `json-or-arrow` and `json-or-events` depend on `Accept`. */
  readonly produces: 'json' | 'csv' | 'pdf' | 'docx' | 'json-or-arrow' | 'arrow' | 'json-or-events'
  /**
   * Done once per `Idempotency-Key`, which is then required; a repeat gets the first answer. Other calls refuse the
   * header.
   */
  readonly idempotent: Once
  /** One at a time for a person; needed for files. `alone`: queues by itself. */
  readonly isCostly: boolean | 'as JSON' | 'alone'
}

/** Registered with IANA. */
export const ARROW_MEDIA_TYPE = 'application/vnd.apache.arrow.stream'

const nothing = z.undefined()

type EndpointInput<Query extends z.ZodType, Body extends z.ZodType, Reply extends z.ZodType, Once extends boolean> = {
  name: string
  method: 'GET' | 'POST'
  isRead?: boolean
  path: `/${string}`
  summary: string
  query?: Query
  body?: Body
  reply: Reply
  produces?: Endpoint['produces']
  idempotent?: Once
  isCostly?: Endpoint['isCostly']
}

/** Without `query` or `body` it takes none. */
export function endpoint<
  Reply extends z.ZodType,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Once extends boolean = false,
>(input: EndpointInput<Query, Body, Reply, Once>): Endpoint<Query, Body, Reply, Once> {
  return {
    produces: 'json',
    isCostly: false,
    isRead: input.method === 'GET',
    ...input,
    // As the default type parameters: absent means undefined, or false.
    query: (input.query ?? nothing) as Query,
    body: (input.body ?? nothing) as Body,
    idempotent: (input.idempotent ?? false) as Once,
  }
}
