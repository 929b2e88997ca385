import cookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import type { SessionUserWire } from '#contract/session'
import { sessionCookieName } from '../modules/sessions/service'
import type { Services } from '../services'

/** Sets `request.person`; null without a session. */
export async function sessionPlugin(app: FastifyInstance, { config, sessions }: Services): Promise<void> {
  await app.register(cookie)
  app.decorateRequest('person', null)
  app.decorateRequest('sessionUser', null)
  app.addHook('onRequest', async (request) => {
    if (!request.url.startsWith('/api/')) return
    const id = request.cookies[sessionCookieName(config.secure)]
    if (!id) return
    const found = await sessions.find(id)
    if (!found) return
    request.person = found.person
    request.sessionUser = found.user
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set with `person`. */
    sessionUser: SessionUserWire | null
  }
}
