/**
 * GOV.UK Notify's v2 API (https://docs.notifications.service.gov.uk/rest-api.html) without sending, so that one client
 * serves with and without a key.
 */
import { setImmediate } from 'node:timers/promises'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import type { NotifyFetch } from '../../clients/notify'
import { createDelivery, type Delivery } from './delivery'
import { createTokenCheck, type SimulatorKey } from './key'
import { badNotifyRequest, NotifyError, tooFast } from './notifyError'
import { takeLetter, takeText, asNotification, type SimulatedAccount } from './sending'

export interface SimulatorOptions extends SimulatedAccount {
  readonly key: SimulatorKey
  /** In any 60 seconds; default 3,000, as Notify. */
  readonly perMinute?: number
  readonly delivery?: Delivery
}

export interface NotifySimulator extends Delivery {
  readonly app: FastifyInstance
  readonly fetch: NotifyFetch
}

const BODY_LIMIT_BYTES = 8 * 1024 * 1024

/** GOV.UK Notify for one process. */
export function createNotifySimulator(options: SimulatorOptions): NotifySimulator {
  const { ledger, key, smsTemplateId, perMinute = 3_000, delivery = createDelivery(ledger) } = options
  const isWithinRate = createRateLimit(perMinute)
  const app: FastifyInstance = Fastify({ bodyLimit: BODY_LIMIT_BYTES, logger: false })

  app.setErrorHandler((error, _request, reply) => {
    const refusal =
      error instanceof NotifyError
        ? error
        : isUnreadable(error)
          ? badNotifyRequest('Invalid JSON supplied in POST data')
          : new NotifyError(500, 'Exception', 'Internal server error')
    return reply.status(refusal.status).send(refusal.body)
  })
  app.setNotFoundHandler(() => {
    throw new NotifyError(404, 'NotFound', 'The requested URL was not found on the server')
  })
  const checkToken = createTokenCheck(key)
  app.addHook('onRequest', ({ headers }) => checkToken(headers.authorization))

  const taking = (take: (body: unknown) => Promise<object>) => async (request: FastifyRequest) => {
    if (!isWithinRate()) throw tooFast(perMinute)
    const answer = await take(request.body)
    delivery.wake()
    return answer
  }
  app.post('/v2/notifications/sms', async (request, reply) => {
    const answer = await taking((body) => takeText(body, options))(request)
    return reply.status(201).send(answer)
  })
  app.post('/v2/notifications/letter', async (request, reply) => {
    const answer = await taking((body) => takeLetter(body, ledger))(request)
    return reply.status(201).send(answer)
  })
  app.get<{ Params: { id: string } }>('/v2/template/:id', async ({ params }) => {
    if (params.id !== smsTemplateId) throw new NotifyError(404, 'NoResultFound', 'No result found')
    return { id: smsTemplateId, type: 'sms', name: 'Doorstep', version: 1, body: '((message))', subject: null }
  })
  app.get<{ Querystring: { reference?: string } }>('/v2/notifications', async ({ query }) => {
    if (!query.reference) throw badNotifyRequest('The simulator lists the messages of a reference alone')
    const found = await ledger.withReference(query.reference)
    return { notifications: found.map(asNotification), links: { current: '/v2/notifications' } }
  })
  app.get<{ Params: { id: string } }>('/v2/notifications/:id', async ({ params }) => {
    const found = /^[0-9a-f-]{36}$/i.test(params.id) ? await ledger.find(params.id) : undefined
    if (!found) throw new NotifyError(404, 'NoResultFound', 'No result found')
    return asNotification(found)
  })

  return { ...delivery, app, fetch: inProcess(app) }
}

const isUnreadable = (error: unknown) =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' && error.statusCode < 500

function createRateLimit(perMinute: number): () => boolean {
  const times: number[] = []
  return () => {
    const now = performance.now()
    while ((times[0] ?? now) < now - 60_000) times.shift()
    if (times.length >= perMinute) return false
    times.push(now)
    return true
  }
}

function inProcess(app: FastifyInstance): NotifyFetch {
  let last: Promise<unknown> = Promise.resolve()
  return async (address, { method = 'GET', headers, body }) => {
    // In-process calls do not wait for a network: lets requests in between.
    last = last.then(() => setImmediate())
    await last
    const { pathname, search } = new URL(address)
    const answer = await app.inject({
      method: method === 'POST' ? 'POST' : 'GET',
      url: pathname + search,
      headers: Object.fromEntries(new Headers(headers)),
      ...(typeof body === 'string' ? { payload: body } : {}),
    })
    return new Response(answer.body, { status: answer.statusCode, headers: { 'content-type': 'application/json' } })
  }
}
