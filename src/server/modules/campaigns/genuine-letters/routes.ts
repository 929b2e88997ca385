import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { languageSchema, type Language } from '#contract/households/languages'
import { Fault } from '../../../http/faults'
import { renderLetterPage, renderNoSuchPage, type LetterCheckOutcome } from './page'
import { letterPath, type GenuineLettersService } from './service'

/** Per IP address: enough for a family, not for a machine. */
const LOOKS_A_MINUTE = 30

/** Ignores unknown parameters, so that the page always shows. */
const querySchema = z.object({
  code: z.string().max(100).optional().catch(''),
  lang: languageSchema.optional().catch(undefined),
})
const paramsSchema = z.object({ organisation: z.string().max(100) })

/** `/letter/{organisation}`: public, without session, cookies or scripts. */
export function genuineLettersRoutes(app: FastifyInstance, genuineLetters: GenuineLettersService): void {
  const read = (request: FastifyRequest) => ({
    slug: paramsSchema.catch({ organisation: '' }).parse(request.params).organisation,
    ...querySchema.catch({}).parse(request.query),
  })

  const show = async (request: FastifyRequest, reply: FastifyReply, outcome?: LetterCheckOutcome) => {
    const { slug, code, lang } = read(request)
    void reply.type('text/html; charset=utf-8').header('cache-control', 'no-store')
    const page = await genuineLetters.page(slug).catch(() => undefined)
    if (!page) return reply.status(outcome ? reply.statusCode : 404).send(renderNoSuchPage(lang ?? 'en'))
    const language: Language = lang ?? page.languages[0] ?? 'en'
    if (outcome) return reply.send(renderLetterPage(page, language, outcome))
    if (code === undefined) return reply.send(renderLetterPage(page, language, { kind: 'asks' }))
    const letter = await genuineLetters.check(page, code)
    return reply.send(
      renderLetterPage(page, language, letter ? { kind: 'genuine', letter } : { kind: 'unknown', written: code }),
    )
  }

  app.get(
    letterPath(':organisation'),
    {
      schema: { hide: true },
      // The address contains a letter's code.
      logLevel: 'warn',
      config: { rateLimit: { max: LOOKS_A_MINUTE, timeWindow: '1 minute' } },
      errorHandler: (error, request, reply) => {
        const [status, outcome] = chooseOutcome(error)
        if (status >= 500) request.log.error({ err: error }, 'A letter could not be checked')
        void show(request, reply.status(status), outcome)
      },
    },
    (request, reply) => show(request, reply),
  )
}

function chooseOutcome(error: unknown): [status: number, LetterCheckOutcome] {
  if (!(error instanceof Fault) || error.status >= 500) return [503, { kind: 'away' }]
  return [error.status, error.status === 429 ? { kind: 'tooMany' } : { kind: 'unknown', written: '' }]
}
