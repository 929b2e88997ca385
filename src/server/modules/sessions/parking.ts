/**
 * Policy: a draft stays with its owner. At each change of view the device forgets everything (decision 37), and what
 * a super administrator was writing must neither be lost by that nor be seen, or sent, under another view. So the
 * drafts wait here, under the person, the organisation and the role that they were written in, until that same view
 * is taken again; nobody else can ask for them. Those not fetched in {@link KEPT_DAYS} days go.
 */
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { getParkedDrafts, type parkDrafts } from '#contract/viewAs'
import type { Database, Tx } from '../../db/database'
import { parkedDrafts } from '../../db/schema'
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

export function createParkingService({ database }: { database: Database }): ParkingService {
  const own = ({ userId, role }: Person) => and(eq(parkedDrafts.personId, userId), eq(parkedDrafts.role, role))
  const inView = <T>(person: Person, work: (tx: Tx) => Promise<T>) => database.forOrganisation(person.organisationId, work)
  return {
    park: (person, drafts) =>
      inView(person, async (tx) => {
        await tx.delete(parkedDrafts).where(sql`${parkedDrafts.parkedAt} < now() - make_interval(days => ${KEPT_DAYS})`)
        const { organisationId, userId: personId, role } = person
        for (const draft of drafts) {
          await tx
            .insert(parkedDrafts)
            .values({ organisationId, personId, role, id: draft.id, draft })
            .onConflictDoUpdate({
              target: [parkedDrafts.organisationId, parkedDrafts.personId, parkedDrafts.role, parkedDrafts.id],
              set: { draft, parkedAt: new Date() },
            })
        }
      }),
    list: (person) =>
      inView(person, async (tx) => {
        const rows = await tx.select({ draft: parkedDrafts.draft }).from(parkedDrafts).where(own(person))
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
