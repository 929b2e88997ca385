/**
 * Policy: sessions are opaque, kept here, and last 12 hours at most. Those of a person or an organisation that is
 * removed go by the foreign keys; those of the demo's accounts end as soon as something real is here.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { SessionUserWire } from '#contract/session'
import { createBatchedLookup } from '../../db/batchedLookup'
import type { Database } from '../../db/database'
import type { Person } from '../../person'
import * as repo from './repo'

export const SESSION_HOURS = 12

/** Clocks of servers on one PostgreSQL differ, and one may be set back. */
const CLOCK_TOLERANCE_MS = 5 * 60_000

/** Who makes a request, and what the app is told about them. */
export interface LiveSession {
  readonly person: Person
  readonly user: SessionUserWire
}

export interface SessionService {
  /** Begins a session; the id goes into the person's cookie and nowhere else. */
  begin(session: {
    personId: string
    organisationId: string
    issuer?: string | undefined
    idToken?: string | undefined
  }): Promise<{ id: string; expiresAt: Date }>
  /** The session with this id, if there is one and its time is not over. */
  find(id: string): Promise<LiveSession | undefined>
  /** Ends the session. @returns whose it was, to sign out at the issuer */
  end(id: string): Promise<{ organisationId: string; issuer: string | null; idToken: string | null } | undefined>
}

/** The cookie's name: with the `__Host-` prefix a browser accepts it only from this very host, over TLS. */
export const sessionCookieName = (secure: boolean): string => (secure ? '__Host-doorstep' : 'doorstep')

/** How every cookie of sign-in is set. */
export const cookieOptions = (secure: boolean) => ({ path: '/', httpOnly: true, sameSite: 'lax', secure }) as const

/** Names a session's row without being able to use the session. */
export const hashOf = (id: string): string => createHash('sha256').update(id).digest('base64url')

/** An id that cannot be guessed: 256 random bits. */
export const newId = (): string => randomBytes(32).toString('base64url')

/**
 * The sessions of all organisations.
 * @param deps.demoAccounts whether the demo's accounts may sign in at this address, as long as nothing real is here
 */
export function createSessionService({
  database,
  demoAccounts,
}: {
  database: Database
  demoAccounts: boolean
}): SessionService {
  const findLive = createBatchedLookup((begin: () => string[]) =>
    database.oneAsSystem(async (tx) => {
      const now = new Date()
      const latest = new Date(now.getTime() + SESSION_HOURS * 3_600_000 + CLOCK_TOLERANCE_MS)
      const found = await repo.findLive(tx, begin(), { now, latest }, demoAccounts)
      return new Map(found.map((one) => [one.session.idHash, one]))
    }),
  )
  return {
    async begin({ personId, organisationId, issuer, idToken }) {
      const id = newId()
      const now = new Date()
      const expiresAt = new Date(now.getTime() + SESSION_HOURS * 3_600_000)
      await database.asSystem(async (tx) => {
        await repo.removeExpired(tx, now)
        await repo.insertSession(tx, { idHash: hashOf(id), personId, organisationId, issuer, idToken, expiresAt })
      })
      return { id, expiresAt }
    },

    async find(id) {
      const found = await findLive(hashOf(id))
      return found && describe(found)
    },

    async end(id) {
      const [ended] = await database.asSystem((tx) => repo.removeSession(tx, hashOf(id)))
      return ended
    },
  }
}

function describe(found: Awaited<ReturnType<typeof repo.findLive>>[number]): LiveSession {
  const { session, person, organisation, temporaryOrganisation } = found
  return {
    person: {
      sessionId: session.idHash,
      userId: person.id,
      email: person.email,
      role: session.temporaryRole ?? person.role,
      organisationId: temporaryOrganisation?.id ?? organisation.id,
      campaignsEnabled: (temporaryOrganisation ?? organisation).campaignsEnabled,
      actor: { role: person.role, organisationId: person.organisationId },
    },
    user: {
      email: person.email,
      temporary_organisation_name: temporaryOrganisation?.name ?? null,
      organisation_auth_identifier: organisation.slug,
      temporary_role_name: session.temporaryRole,
      role_name: person.role,
    },
  }
}
