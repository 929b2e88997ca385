import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { chooseOrganisation, getOrganisationChoice } from '#contract/organisations/signIn'
import type { Config } from '../../../config'
import { publicRoute } from '../../../http/route'
import { refusedSignIns } from '../../../lib/metrics'
import { CALLBACK } from './identity'
import { cookieOptions, sessionCookieName } from '../../../http/sessionCookie'
import type { Begun } from './beginSession'
import { ATTEMPT_MINUTES, type SignIn } from './signIn'
import { SIGN_IN_REFUSALS, SignInRefused } from './signInIssuers'

/** Per IP address, which an office may share. */
const ATTEMPTS_A_MINUTE = 60

/** Each is a cookie, and headers are limited. */
const ATTEMPTS_A_BROWSER = 10

const FAILED = '/login?error=sign_in_failed'
const CHOOSE = '/login?step=organisation'

/** Typed on the login page, so that the issuer need not ask again. */
const hintSchema = z.object({ login_hint: z.email().max(254) })

const slugSchema = z.object({ slug: z.string().regex(/^[a-z0-9-]{1,100}$/) })

for (const reason of [...SIGN_IN_REFUSALS, 'failed']) refusedSignIns.inc({ reason }, 0)

function logRefusal(reply: FastifyReply, { message: reason, refusal: code, where, isOperators }: SignInRefused): void {
  const { at: organisation = null, told, cure } = where
  if (isOperators) reply.log.warn({ organisation, code, reason, told, cure }, 'A sign-in was refused')
  else reply.log.info({ organisation, code, reason, told }, 'A sign-in was refused')
}

/** `/backend/auth/…`, and choosing an organisation. */
export function signInRoutes(app: FastifyInstance, config: Pick<Config, 'secure' | 'publicUrl'>, signIn: SignIn): void {
  const { secure } = config
  const sessionCookie = sessionCookieName(secure)
  /** Two tabs may sign in at once. */
  const attemptCookie = secure ? '__Host-doorstep-sign-in-' : 'doorstep-sign-in-'
  const choiceCookie = secure ? '__Host-doorstep-choice' : 'doorstep-choice'
  const cookie = cookieOptions(secure)
  const options = { schema: { hide: true }, config: { rateLimit: { max: ATTEMPTS_A_MINUTE, timeWindow: '1 minute' } } }

  const failed = (reply: FastifyReply, error: unknown) => {
    refusedSignIns.inc({ reason: error instanceof SignInRefused ? error.refusal : 'failed' })
    if (error instanceof SignInRefused) logRefusal(reply, error)
    else reply.log.error({ err: error }, 'A sign-in failed')
    return reply.redirect(FAILED, 303)
  }

  const keep = (reply: FastifyReply, { begun, id, expiresAt }: Begun) =>
    reply.setCookie(begun === 'session' ? sessionCookie : choiceCookie, id, { ...cookie, expires: expiresAt })

  app.get('/backend/auth/login/:slug', options, async (request, reply) => {
    try {
      const slug = slugSchema.safeParse(request.params)
      if (!slug.success) throw new SignInRefused('organisation_unknown', 'The address names no organisation.')
      const { url, state, attemptId } = await signIn.begin(
        slug.data.slug,
        hintSchema.safeParse(request.query).data?.login_hint,
      )
      const others = Object.keys(request.cookies).filter((name) => name.startsWith(attemptCookie))
      if (others.length >= ATTEMPTS_A_BROWSER) for (const name of others) reply.clearCookie(name, cookie)
      reply.setCookie(attemptCookie + state, attemptId, { ...cookie, maxAge: ATTEMPT_MINUTES * 60 })
      return await reply.redirect(url, 303)
    } catch (error) {
      return failed(reply, error)
    }
  })

  const callback = async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      const { pathname: path, search: query, searchParams } = new URL(request.url, config.publicUrl)
      const attempt = attemptCookie + (searchParams.get('state') ?? '')
      const attemptId = request.cookies[attempt]
      if (attemptId) reply.clearCookie(attempt, cookie)
      const begun = await signIn.finish(attemptId, { path, query }, request.cookies[sessionCookie])
      if (begun.begun === 'choice') reply.clearCookie(sessionCookie, cookie)
      return await keep(reply, begun).redirect(begun.begun === 'choice' ? CHOOSE : '/', 303)
    } catch (error) {
      return failed(reply, error)
    }
  }
  app.get(CALLBACK, options, callback)
  app.get(`${CALLBACK}/:slug`, options, callback)

  publicRoute(app, getOrganisationChoice, { rateLimit: ATTEMPTS_A_MINUTE }, ({ request }) =>
    signIn.choices.read(request.cookies[choiceCookie]),
  )

  publicRoute(app, chooseOrganisation, { rateLimit: ATTEMPTS_A_MINUTE }, async ({ request, reply, body }) => {
    const begun = await signIn.choices.choose(request.cookies[choiceCookie], body.slug, request.cookies[sessionCookie])
    keep(reply.clearCookie(choiceCookie, cookie), begun)
    return {}
  })

  /** Ignored from another site (CSRF). */
  const leave = async (
    request: FastifyRequest,
    reply: FastifyReply,
    name: string,
    end: (id: string) => Promise<string | undefined>,
  ) => {
    if (request.headers['sec-fetch-site'] === 'cross-site') return reply.redirect('/', 303)
    const id = request.cookies[name]
    const atIssuer = id ? await orHere(() => end(id), reply) : undefined
    return reply.clearCookie(name, cookie).redirect(atIssuer ?? '/login', 303)
  }

  app.get('/backend/auth/logout', { schema: { hide: true } }, (request, reply) => {
    // The app has removed the person's own data, and leaves others' sealed work.
    const keepsSealed = z.object({ keep: z.literal('sealed') }).safeParse(request.query).success
    if (request.headers['sec-fetch-site'] !== 'cross-site' && !keepsSealed) reply.header('clear-site-data', '"storage"')
    return leave(request, reply, sessionCookie, (id) => signIn.end(id))
  })
  // Keeps storage: it may hold unsynced work.
  app.get('/backend/auth/provider/cancel', options, (request, reply) =>
    leave(request, reply, choiceCookie, (id) => signIn.giveUp(id)),
  )

  /** Signing out must work without the issuer. */
  async function orHere(end: () => Promise<string | undefined>, reply: FastifyReply): Promise<string | undefined> {
    try {
      return await end()
    } catch (error) {
      reply.log.warn({ err: error }, 'The issuer did not say where to sign out')
      return undefined
    }
  }
}
