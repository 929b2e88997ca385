import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Config } from '../../config'
import { sessionCookieName, sessionCookieOptions } from './cookie'
import type { SignIn } from './signIn'

/** Attempts a minute from one address: an office may sit behind one. */
const ATTEMPTS_A_MINUTE = 60

/** The app words it 'Unable to proceed with login. Please try again.' */
const FAILED = '/login?error=sign_in_failed'

const slugSchema = z.object({ slug: z.string().regex(/^[a-z0-9-]{1,100}$/) })

/** `/backend/auth/…`: addresses that the browser navigates to, not calls of the API. */
export function signInRoutes(app: FastifyInstance, config: Pick<Config, 'secure' | 'publicUrl'>, signIn: SignIn): void {
  const { secure } = config
  const sessionCookie = sessionCookieName(secure)
  const attemptCookie = secure ? '__Host-doorstep-sign-in' : 'doorstep-sign-in'
  const cookie = sessionCookieOptions(secure)
  const options = { schema: { hide: true }, config: { rateLimit: { max: ATTEMPTS_A_MINUTE, timeWindow: '1 minute' } } }

  const failed = (reply: FastifyReply, error: unknown) => {
    reply.log.warn({ err: error }, 'A sign-in was refused')
    return reply.clearCookie(attemptCookie, cookie).redirect(FAILED, 303)
  }

  app.get('/backend/auth/login/:slug', options, async (request, reply) => {
    try {
      const { slug } = slugSchema.parse(request.params)
      const { url, attemptId } = await signIn.begin(slug)
      return await reply.setCookie(attemptCookie, attemptId, cookie).redirect(url, 303)
    } catch (error) {
      return failed(reply, error)
    }
  })

  app.get('/backend/auth/callback', options, async (request, reply) => {
    try {
      const { search } = new URL(request.url, config.publicUrl)
      const session = await signIn.finish(request.cookies[attemptCookie], search, request.cookies[sessionCookie])
      return await reply
        .clearCookie(attemptCookie, cookie)
        .setCookie(sessionCookie, session.id, { ...cookie, expires: session.expiresAt })
        .redirect('/', 303)
    } catch (error) {
      return failed(reply, error)
    }
  })

  app.get('/backend/auth/logout', { schema: { hide: true } }, async (request, reply) => {
    // A page elsewhere must not be able to sign people out by a link.
    if (request.headers['sec-fetch-site'] === 'cross-site') return reply.redirect('/', 303)
    const id = request.cookies[sessionCookie]
    const atIssuer = id ? await endAtIssuer(id, reply) : undefined
    return reply
      .clearCookie(sessionCookie, cookie)
      .header('clear-site-data', '"storage"')
      .redirect(atIssuer ?? '/login', 303)
  })

  /** An issuer that does not answer must not keep anybody signed in here. */
  async function endAtIssuer(id: string, reply: FastifyReply): Promise<string | undefined> {
    try {
      return await signIn.end(id)
    } catch (error) {
      reply.log.warn({ err: error }, 'The issuer did not say where to sign out')
      return undefined
    }
  }
}
