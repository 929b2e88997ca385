import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { SessionUserWire } from '#contract/session'
import { sessionCookieName } from '../modules/sessions/service'
import type { Services } from '../services'

/** With the interval, what is under way ends within a second of its session. */
const CHECK_EVERY_MS = 400

/** Sets `request.person`; null without a session. Answers under way end with their session. */
export async function sessionPlugin(app: FastifyInstance, { config, sessions }: Services): Promise<void> {
  await app.register(cookie)
  app.decorateRequest('person', null)
  app.decorateRequest('sessionUser', null)
  const underWay = new Map<FastifyReply['raw'], { readonly id: string; readonly since: number }>()
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/api/')) return
    const id = request.cookies[sessionCookieName(config.secure)]
    if (!id) return
    const found = await sessions.find(id)
    if (!found) return
    request.person = found.person
    request.sessionUser = found.user
    underWay.set(reply.raw, { id, since: performance.now() })
    reply.raw.once('close', () => underWay.delete(reply.raw))
  })
  app.addHook('onResponse', async (_request, reply) => void underWay.delete(reply.raw))

  const endWithSession = async () => {
    const long = [...underWay].filter(([, { since }]) => performance.now() - since >= CHECK_EVERY_MS)
    await Promise.all(
      long.map(async ([raw, { id }]) => {
        if (!(await sessions.find(id))) raw.destroy()
      }),
    )
  }
  // Records that do not answer end nothing.
  const timer = setInterval(() => void endWithSession().catch(() => {}), CHECK_EVERY_MS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set with `person`. */
    sessionUser: SessionUserWire | null
  }
}
