import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { getSessionUser, PERSON_HEADER, type SessionUserWire } from '#contract/organisations/session'
import { digestBytes } from '../lib/digest'
import { conflict } from './faults'
import type { Person } from './person'
import { sessionCookieName } from './sessionCookie'

/** Answers under way end within a second of their session or rights. */
const CHECK_EVERY_MS = 400

interface SessionDependencies {
  readonly config: { readonly secure: boolean }
  readonly sessions: {
    find(id: string): Promise<{ readonly person: Person; readonly user: SessionUserWire } | undefined>
  }
  /** Whether rights changed during a call of this person's. */
  readonly needToKnow: { isChanged(person: Person): Promise<boolean> }
}

interface UnderWay {
  readonly id: string
  readonly person: Person
  readonly since: number
}

/**
 * Sets `request.person`; null without a session. Answers under way end with their session, and when role or rights
 * change.
 */
export async function sessionPlugin(
  app: FastifyInstance,
  { needToKnow, config, sessions }: SessionDependencies,
): Promise<void> {
  await app.register(cookie)
  app.decorateRequest('person', null)
  app.decorateRequest('sessionUser', null)
  const underWay = new Map<FastifyReply['raw'], UnderWay>()
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/api/')) return
    const id = request.cookies[sessionCookieName(config.secure)]
    if (!id) return
    const found = await sessions.find(id)
    if (!found) return
    const name = digestBytes(Buffer.from(`${found.person.userId} ${found.person.organisationId}`))
    if (request.url === getSessionUser.path) reply.header(PERSON_HEADER, name)
    const meant = request.headers[PERSON_HEADER]
    if (meant !== undefined && meant !== name)
      throw conflict('Somebody else has signed in since in this browser. Load the page again.', 'another_person')
    request.person = found.person
    request.sessionUser = found.user
    underWay.set(reply.raw, { id, person: found.person, since: performance.now() })
    reply.raw.once('close', () => underWay.delete(reply.raw))
  })
  app.addHook('onResponse', async (_request, reply) => void underWay.delete(reply.raw))

  const endWithRights = async () => {
    const long = [...underWay].filter(([, { since }]) => performance.now() - since >= CHECK_EVERY_MS)
    await Promise.all(
      long.map(async ([raw, { id, person }]) => {
        const [found, isChanged] = await Promise.all([sessions.find(id), needToKnow.isChanged(person)])
        // The person's own role, so that the call that changes a view is still answered.
        if (isChanged || found?.person.actor.role !== person.actor.role) raw.destroy()
      }),
    )
  }
  // A database that does not answer ends nothing.
  const timer = setInterval(() => void endWithRights().catch(() => {}), CHECK_EVERY_MS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

declare module 'fastify' {
  interface FastifyRequest {
    sessionUser: SessionUserWire | null
  }
}
