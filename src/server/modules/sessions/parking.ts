/**
 * Policy: a draft stays with its owner. At each change of view the device forgets everything, and what
 * a super administrator was writing must neither be lost by that nor be seen, or sent, under another view. So the
 * drafts wait here, under the person, the organisation and the role that they were written in, until that same view
 * is taken again; nobody else can ask for them. While the session lasts that parked them no other session of the
 * person fetches them, so that another device does not take them away; after it, any does. Those not fetched in {@link KEPT_DAYS} days go.
 */
import { and, eq, inArray, notExists, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { getParkedDrafts, type parkDrafts } from '#contract/viewAs'
import type { Database, Tx } from '../../db/database'
import { parkedDrafts, sessions } from '../../db/schema'
import type { Person } from '../../person'

const KEPT_DAYS = 30

type Parked = z.infer<typeof parkDrafts.body>['drafts']

export interface ParkingService {
  /** Keeps the drafts; one that is there already is replaced. */
  park(person: Person, drafts: Parked): Promise<void>
  /** What this person parked in this view. */
  list(person: Person): Promise<Parked>
  /** Removes those of this person and view. @returns how many there were. */
  forget(person: Person, ids: readonly string[]): Promise<number>
}

/** Drafts that wait for their view. */
export function createParkingService({ database }: { database: Database }): ParkingService {
  const own = ({ userId, role }: Person) => and(eq(parkedDrafts.personId, userId), eq(parkedDrafts.role, role))
  const inView = <T>(person: Person, work: (tx: Tx) => Promise<T>) =>
    database.forOrganisation(person.organisationId, work)
  return {
    park: (person, drafts) =>
      inView(person, async (tx) => {
        await tx.delete(parkedDrafts).where(sql`${parkedDrafts.parkedAt} < now() - make_interval(days => ${KEPT_DAYS})`)
        const { organisationId, userId: personId, role } = person
        for (const draft of drafts) {
          await tx
            .insert(parkedDrafts)
            .values({ organisationId, personId, role, id: draft.id, draft, sessionIdHash: person.sessionId })
            .onConflictDoUpdate({
              target: [parkedDrafts.organisationId, parkedDrafts.personId, parkedDrafts.role, parkedDrafts.id],
              set: { draft, sessionIdHash: person.sessionId, parkedAt: new Date() },
            })
        }
      }),
    list: (person) =>
      // Sessions signed in to other organisations count too: the rows are named by person and view here.
      database.asSystem(async (tx) => {
        const itsSession = tx
          .select({ id: sessions.idHash })
          .from(sessions)
          .where(eq(sessions.idHash, parkedDrafts.sessionIdHash))
        const isFree = or(eq(parkedDrafts.sessionIdHash, person.sessionId), notExists(itsSession))
        const rows = await tx
          .select({ draft: parkedDrafts.draft })
          .from(parkedDrafts)
          .where(and(eq(parkedDrafts.organisationId, person.organisationId), own(person), isFree))
        return getParkedDrafts.reply.shape.drafts.parse(rows.map(({ draft }) => draft))
      }),
    forget: (person, ids) =>
      inView(person, async (tx) => {
        if (ids.length === 0) return 0
        const gone = await tx
          .delete(parkedDrafts)
          .where(and(own(person), inArray(parkedDrafts.id, [...ids])))
          .returning({ id: parkedDrafts.id })
        return gone.length
      }),
  }
}
