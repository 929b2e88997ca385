import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { uuid } from '#contract/bounded'
import { MONTH_FILE_LIMITS, type MonthFile } from '#contract/households/imports'
import { beginHandover, getHandover, HANDOVER_PATH } from '#contract/households/monthTokens'
import { Fault } from '../../../http/faults'
import { publicRoute } from '../../../http/route'
import { receiveBody, streamBodies } from '../../platform/files/streamedBodies'
import type { MonthTokensService, TokenHolder } from '../month-tokens/service'
import type { ImportsService } from './service'

const CALLS_A_MINUTE = 240

const fileQuery = z.object({
  id: uuid,
  // `Object.keys` is typed as strings.
  file: z.enum(Object.keys(MONTH_FILE_LIMITS) as MonthFile[]),
})

/** Only the token says whose month: a session does not count. */
export async function handoverRoutes(
  app: FastifyInstance,
  { imports, monthTokens }: { readonly imports: ImportsService; readonly monthTokens: MonthTokensService },
): Promise<void> {
  const holders = new WeakMap<FastifyRequest, TokenHolder>()
  const admit = async (request: FastifyRequest) => {
    const holder = await monthTokens.authenticate(request.headers.authorization)
    if (!holder) throw notHolding()
    holders.set(request, holder)
  }
  const makeHolder = (request: FastifyRequest) => {
    const holder = holders.get(request)
    if (!holder) throw notHolding()
    return holder
  }
  const options = { rateLimit: CALLS_A_MINUTE, admit }

  publicRoute(app, beginHandover, options, ({ request, body }) => imports.handover.begin(makeHolder(request), body))

  publicRoute(app, getHandover, options, async ({ request, reply, query }) => {
    const handover = await imports.handover.read(makeHolder(request), query.id)
    if (request.headers.accept !== 'text/plain') return handover
    return reply.type('text/plain; charset=utf-8').send(`${handover.state}\n${handover.report}\n`)
  })

  await app.register(async (scope) => {
    streamBodies(scope)
    scope.put(
      HANDOVER_PATH,
      {
        config: { rateLimit: { max: CALLS_A_MINUTE, timeWindow: '1 minute' } },
        schema: {
          operationId: 'putHandoverFile',
          summary: 'With a token: brings a file of a month that was begun. The check begins with the last one.',
          querystring: fileQuery,
        },
        preParsing: admit,
      },
      async (request, reply) => {
        // Fastify parsed it with the schema.
        const which = request.query as z.output<typeof fileQuery>
        await receiveBody(request, (content) => imports.handover.receive(makeHolder(request), which, content))
        return reply.status(204).send()
      },
    )
  })
}

const notHolding = () =>
  new Fault(
    401,
    'no_month_token',
    'This call needs the token of an organisation for months, which was not sent, is wrong, was revoked or has expired. Administrators make one in Settings, under Data.',
  )
