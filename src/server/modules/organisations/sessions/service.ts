/** Foreign keys end sessions of removed people and organisations. */
import { createHash, randomBytes } from 'node:crypto'
import type { SessionUserWire } from '#contract/organisations/session'
import { createBatchedLookup } from '../../../db/batchedLookup'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import type { Person } from '../../../http/person'
import { countErasures } from '../../platform/erasure-ledger/service'
import * as repo from './repo'
import type { NewSession } from './repo'

export const SESSION_HOURS = 12

/** Servers on one PostgreSQL have different clocks. */
const CLOCK_TOLERANCE_MS = 5 * 60_000

export interface LiveSession {
  readonly person: Person
  readonly user: SessionUserWire
}

export type SessionsService = ReturnType<typeof createSessionsService>

/** SHA-256, base64url. */
export const computeHash = (id: string): string => createHash('sha256').update(id).digest('base64url')

/** 256 random bits, base64url. */
export const newId = (): string => randomBytes(32).toString('base64url')

/** Begins, finds and ends sessions. */
export function createSessionsService(deps: { database: Database; demoAccounts: boolean }) {
  const { database, demoAccounts } = deps
  const findLive = createBatchedLookup((begin: () => string[]) =>
    database.asSystemWithoutTransaction(async (tx) => {
      const now = new Date()
      const latest = new Date(now.getTime() + SESSION_HOURS * 3_600_000 + CLOCK_TOLERANCE_MS)
      const found = await repo.findLive(tx, begin(), { now, latest }, demoAccounts)
      return new Map(found.map((one) => [one.session.idHash, one]))
    }),
  )
  return {
    /** The id belongs only in the cookie. */
    async begin(session: Omit<NewSession, 'idHash' | 'expiresAt'>): Promise<{ id: string; expiresAt: Date }> {
      const id = newId()
      const now = new Date()
      const expiresAt = new Date(now.getTime() + SESSION_HOURS * 3_600_000)
      await database.asSystem(async (tx) => {
        await repo.removeExpired(tx, now)
        await repo.insertSession(tx, { ...session, idHash: computeHash(id), expiresAt })
      })
      return { id, expiresAt }
    },

    async find(id: string): Promise<LiveSession | undefined> {
      const found = await findLive(computeHash(id))
      return found && describe(found)
    },

    countErasures: ({ organisationId }: Pick<Person, 'organisationId'>): Promise<number> =>
      database.forOrganisation(organisationId, (tx) => countErasures(tx, organisationId)),

    async end(id: string) {
      const [ended] = await database.asSystem((tx) => repo.removeSession(tx, computeHash(id)))
      return ended
    },
  }
}

/** Ends a person's sessions with the transaction. @returns how many */
export const endAllSessions = (
  tx: Tx,
  { id, organisationId }: { id: string; organisationId: string | null },
): Promise<number> => repo.endOfPerson(tx, id, organisationId === null)

/** Ends sessions of provider staff who view an organisation. */
export const endViews = (tx: Tx, organisationId: string): Promise<unknown> => repo.deleteViews(tx, organisationId)

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
