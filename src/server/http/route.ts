import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { z } from 'zod'
import { faultSchema } from '#contract/fault'
import { TEMPLATE_CONTENT_TYPE } from '#contract/campaigns/letters'
import { ARROW_MEDIA_TYPE, type Endpoint } from '#contract/endpoint'
import { idempotencyHeaders, requireKey, type Kept, type KeyOf } from './idempotencyKey'
import { notSignedIn, unauthorized } from './faults'
import type { Person } from './person'
import { waitForTurn } from './costlyCalls'

/** Must be pure: the authorisation test calls it with made-up people. */
export type Policy = (person: Person) => boolean

/** Any role. */
export const anySignedIn: Policy = () => true

/** An administrator of the organisation in view, by the role in effect. */
export const administrator: Policy = ({ role }) => role === 'SuperAdmin' || role === 'OrganisationAdmin'

/** Provider staff, also during a view-as. */
export const reallySuperAdmin: Policy = ({ actor }) => actor.role === 'SuperAdmin' && actor.organisationId === null

/** Provider staff, by the role in effect. */
export const superAdminOfProvider: Policy = (person) => person.role === 'SuperAdmin' && reallySuperAdmin(person)

interface Call<Query extends z.ZodType, Body extends z.ZodType, Once extends boolean> {
  query: z.output<Query>
  body: z.output<Body>
  /** For `IdempotencyService.once`, in the changing transaction. */
  idempotencyKey: KeyOf<Once>
  request: FastifyRequest
  /** For streams and headers; return it once sent. */
  reply: FastifyReply
}

type Answer<Reply extends z.ZodType, Once extends boolean> = Once extends true
  ? Kept<z.output<Reply>>
  : z.input<Reply> | FastifyReply

/** Mounts an endpoint that needs a session. An idempotent one answers what `IdempotencyService.once` returned. */
export function route<Query extends z.ZodType, Body extends z.ZodType, Reply extends z.ZodType, Once extends boolean>(
  app: FastifyInstance,
  endpoint: Endpoint<Query, Body, Reply, Once>,
  may: Policy,
  handle: (call: Call<Query, Body, Once> & { person: Person }) => Promise<Answer<Reply, Once>>,
): void {
  mount(
    app,
    endpoint,
    (call) => handle({ ...call, person: signedIn(call.request) }),
    async (request, reply) => {
      const person = signedIn(request)
      if (!may(person)) throw unauthorized()
      await waitForTurn(app, endpoint, person, request, reply, disconnectSignal(reply))
    },
    {},
  )
}

function signedIn(request: FastifyRequest): Person {
  if (!request.person) throw notSignedIn()
  return request.person
}

/** Nobody takes turns there. The longest is a text of 40,000 characters that somebody sent. */
const PUBLIC_BODY_LIMIT_BYTES = 256 * 1024

/**
 * Mounts an endpoint without a session, for short bodies.
 * @param options `rateLimit`: per minute and IP address; `admit` throws before the body is read; `isQuiet`: logs no
 * successes
 */
export function publicRoute<Query extends z.ZodType, Body extends z.ZodType, Reply extends z.ZodType>(
  app: FastifyInstance,
  endpoint: Endpoint<Query, Body, Reply, false>,
  options: { rateLimit: number; admit?: (request: FastifyRequest) => Promise<void>; isQuiet?: boolean },
  handle: (call: Call<Query, Body, false>) => Promise<Answer<Reply, false>>,
): void {
  const config = { rateLimit: { max: options.rateLimit, timeWindow: '1 minute' } }
  const logging = options.isQuiet ? ({ logLevel: 'warn' } as const) : {}
  const bodyLimit = PUBLIC_BODY_LIMIT_BYTES
  mount(app, endpoint, handle, async (request) => options.admit?.(request), { config, bodyLimit, ...logging })
}

function mount<Query extends z.ZodType, Body extends z.ZodType, Reply extends z.ZodType, Once extends boolean>(
  app: FastifyInstance,
  endpoint: Endpoint<Query, Body, Reply, Once>,
  handle: (call: Call<Query, Body, Once>) => Promise<Answer<Reply, Once>>,
  beforeReading: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
  options: Pick<RouteShorthandOptions, 'bodyLimit' | 'config' | 'logLevel'>,
): void {
  const isNothing = (schema: z.ZodType) => schema.type === 'undefined'
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...options,
    // Who is refused costs no reading, and learns nothing about the input.
    preParsing: async (request, reply) => {
      await beforeReading(request, reply)
      requireKey(endpoint, request)
    },
    schema: {
      operationId: endpoint.name,
      summary: endpoint.summary,
      ...(isNothing(endpoint.query) ? {} : { querystring: endpoint.query }),
      ...(isNothing(endpoint.body) ? {} : { body: endpoint.body }),
      ...(endpoint.idempotent ? { headers: idempotencyHeaders } : {}),
      response: { 200: success(endpoint), '4xx': faultSchema, '5xx': faultSchema },
    },
    handler: async (request, reply) => {
      const work = handle({
        // Fastify parsed them with these schemas.
        query: request.query as z.output<Query>,
        body: request.body as z.output<Body>,
        idempotencyKey: requireKey(endpoint, request),
        request,
        reply,
      })
      request.work = work
      const answer = await work
      // Fastify would send a string as text/plain.
      if (typeof answer !== 'string') return answer
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(endpoint.reply.parse(answer)))
    },
  })
}

/** One for each answer: Node warns of an answer with more than ten listeners. */
const disconnectSignals = new WeakMap<FastifyReply['raw'], AbortSignal>()

/** Aborts when the caller disconnects before the answer; `request.signal` already fires once the body is read. */
export function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  if (raw.destroyed) return AbortSignal.abort()
  const known = disconnectSignals.get(raw)
  if (known) return known
  const controller = new AbortController()
  disconnectSignals.set(raw, controller.signal)
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort()
  })
  return controller.signal
}

/** Sets a quoted ETag. @returns the 304 answer when `If-None-Match` has it */
export function notModified({ headers }: FastifyRequest, reply: FastifyReply, etag: string): FastifyReply | undefined {
  reply.header('etag', etag).header('cache-control', 'private, no-cache')
  const known = (headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim())
  return [etag, `W/${etag}`, '*'].some((tag) => known.includes(tag)) ? reply.code(304).send() : undefined
}

function success({ reply, produces }: Endpoint): unknown {
  if (produces === 'json') return reply
  const json = { 'application/json': { schema: reply } }
  const arrow = { [ARROW_MEDIA_TYPE]: { schema: z.unknown() } }
  const content = {
    csv: { 'text/csv': { schema: reply } },
    pdf: { 'application/pdf': { schema: reply } },
    docx: { [TEMPLATE_CONTENT_TYPE]: { schema: reply } },
    arrow,
    'json-or-arrow': { ...json, ...arrow },
    'json-or-events': { ...json, 'text/event-stream': { schema: z.string() } },
  }[produces]
  return { description: 'The answer', content }
}

declare module 'fastify' {
  interface FastifyRequest {
    person: Person | null
  }
}
