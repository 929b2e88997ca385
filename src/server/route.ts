import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { faultSchema } from '#contract/fault'
import { ARROW_MEDIA_TYPE, type Endpoint } from '#contract/endpoint'
import { notSignedIn, unauthorized } from './faults'
import type { Person } from './person'

/** Who may call. Pure: the authorisation table calls these with made-up people. */
export type Policy = (person: Person) => boolean

/** Anyone with a session, whatever their role. */
export const anySignedIn: Policy = () => true

/** The provider's own staff, whatever they view: decides who may begin and end a view-as. */
export const reallySuperAdmin: Policy = ({ actor }) => actor.role === 'SuperAdmin' && actor.organisationId === null

/** What reaches over all organisations. By the role in effect: not while viewing as another role. */
export const superAdminOfProvider: Policy = (person) => person.role === 'SuperAdmin' && reallySuperAdmin(person)

interface Call<Query extends z.ZodType, Body extends z.ZodType> {
  query: z.output<Query>
  body: z.output<Body>
  /** The header's one value; Node joins a repeated one with commas, which no key has. */
  idempotencyKey: string | undefined
  request: FastifyRequest
  /** For streams and headers; return it when the answer was sent through it. */
  reply: FastifyReply
}

type Answer<Reply extends z.ZodType> = z.input<Reply> | FastifyReply

/** Mounts an endpoint that needs a session. The policy is asked before the handler runs. */
export function route<Query extends z.ZodType, Body extends z.ZodType, Reply extends z.ZodType>(
  app: FastifyInstance,
  endpoint: Endpoint<Query, Body, Reply>,
  may: Policy,
  handle: (call: Call<Query, Body> & { person: Person }) => Promise<Answer<Reply>>,
): void {
  mount(
    app,
    endpoint,
    (call) => handle({ ...call, person: signedIn(call.request) }),
    // Before validation: someone who may not call learns nothing about what the call takes.
    async (request) => {
      if (!may(signedIn(request))) throw unauthorized()
    },
    {},
    // What somebody without a session sends is not even read.
    async (request) => void signedIn(request),
  )
}

function signedIn(request: FastifyRequest): Person {
  if (!request.person) throw notSignedIn()
  return request.person
}

/**
 * Mounts an endpoint that is called without a session. `rateLimit`: calls a minute from one address. `admit` throws
 * for a caller who may not, before what the call carries is looked at; without it anyone may.
 */
export function publicRoute<Query extends z.ZodType, Body extends z.ZodType, Reply extends z.ZodType>(
  app: FastifyInstance,
  endpoint: Endpoint<Query, Body, Reply>,
  options: { rateLimit: number; admit?: (request: FastifyRequest) => void },
  handle: (call: Call<Query, Body>) => Promise<Answer<Reply>>,
): void {
  mount(app, endpoint, handle, async (request) => options.admit?.(request), {
    rateLimit: { max: options.rateLimit, timeWindow: '1 minute' },
  })
}

function mount<Query extends z.ZodType, Body extends z.ZodType, Reply extends z.ZodType>(
  app: FastifyInstance,
  endpoint: Endpoint<Query, Body, Reply>,
  handle: (call: Call<Query, Body>) => Promise<Answer<Reply>> | Answer<Reply>,
  preValidation: (request: FastifyRequest) => Promise<void>,
  config: Record<string, unknown> = {},
  beforeReading?: (request: FastifyRequest) => Promise<void>,
): void {
  const isNothing = (schema: z.ZodType) => schema.type === 'undefined'
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config,
    preValidation,
    ...(beforeReading ? { preParsing: beforeReading } : {}),
    schema: {
      operationId: endpoint.name,
      summary: endpoint.summary,
      ...(isNothing(endpoint.query) ? {} : { querystring: endpoint.query }),
      ...(isNothing(endpoint.body) ? {} : { body: endpoint.body }),
      response: { 200: success(endpoint), '4xx': faultSchema, '5xx': faultSchema },
    },
    handler: async (request, reply) => {
      const answer = await handle({
        // Fastify has parsed query and body with the endpoint's own schemas by now.
        query: request.query as z.output<Query>,
        body: request.body as z.output<Body>,
        idempotencyKey: request.headers['idempotency-key']?.toString(),
        request,
        reply,
      })
      // Fastify would send a bare text as text/plain; the contract's answers are JSON.
      if (typeof answer !== 'string') return answer
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(endpoint.reply.parse(answer)))
    },
  })
}

/** The success answer by media type, for the OpenAPI document; streams are sent as they are. */
function success({ reply, produces }: Endpoint): unknown {
  if (produces === 'json') return reply
  const json = { 'application/json': { schema: reply } }
  const arrow = { [ARROW_MEDIA_TYPE]: { schema: z.unknown() } }
  const content = {
    csv: { 'text/csv': { schema: reply } },
    arrow,
    'json-or-arrow': { ...json, ...arrow },
    'json-or-events': { ...json, 'text/event-stream': { schema: z.string() } },
  }[produces]
  return { description: 'The answer', content }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by plugins/session.ts when the request carries a valid session. */
    person: Person | null
  }
}
