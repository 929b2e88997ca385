import { createHash } from 'node:crypto'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import type { Person } from '../../../http/person'
import type { AuditService } from '../../organisations/audit/service'
import type { LoadedSnapshot } from '../snapshots/service'
import { EVERY_HOUSEHOLD, type Condition, type Predicate } from '../snapshots/predicate'
import { createListMemory } from './listMemory'
import * as repo from './repo'

/** Smaller selections count as looks. */
export const FEW_HOUSEHOLDS = 5

/** Map, list and counts repeat a selection within moments. */
const SAME_LOOK_MS = 10 * 60_000

const MAX_REMEMBERED = 10_000

/** Whether so few that they are looked at. */
export const isFewHouseholds = (households: number): boolean => households > 0 && households < FEW_HOUSEHOLDS

/** In the transaction that shows them. */
export async function recordLooks(tx: Tx, person: Person, place: string, references: readonly string[]): Promise<void> {
  const { organisationId, email: actorEmail, actor } = person
  const looks = references.map((householdReference) => ({
    organisationId,
    householdReference,
    actorEmail,
    actorRole: actor.role,
    place,
  }))
  await repo.addHouseholdLooks(tx, looks)
}

/** At few households, once in ten minutes per session. */
export function createLooks({ database, audit }: { database: Database; audit: AuditService }) {
  const lastLooks = new Map<string, number>()

  async function note(person: Person, place: string, references: readonly string[]): Promise<void> {
    if (!isFewHouseholds(references.length)) return
    // A digest, so that memory names no household.
    const named = [person.sessionId, ...references].join('\n')
    const look = createHash('sha256').update(named).digest('hex')
    const last = lastLooks.get(look)
    if (last !== undefined && Date.now() - last < SAME_LOOK_MS) return
    await database.forOrganisation(person.organisationId, async (tx) => {
      await recordLooks(tx, person, place, references)
      await audit.recordIn(tx, person, 'looked_up', place, references.length)
    })
    const [oldest] = lastLooks.keys()
    if (lastLooks.size >= MAX_REMEMBERED && oldest !== undefined) lastLooks.delete(oldest)
    lastLooks.delete(look)
    lastLooks.set(look, Date.now())
  }

  const lists = createListMemory(FEW_HOUSEHOLDS)
  /** The counts of one call repeat its lists. */
  const compared = new WeakSet<readonly string[]>()

  async function noteDifferences(person: Person, snapshot: LoadedSnapshot, predicate: Predicate): Promise<void> {
    for (const list of predicate) {
      if (!isChosenList(list) || compared.has(list.values)) continue
      compared.add(list.values)
      const whose = `${person.organisationId} ${person.userId}`
      const held = await snapshot.references([list])
      const differing = await lists.compare(whose, held, () => snapshot.references(EVERY_HOUSEHOLD))
      for (const references of differing) await note(person, nameSnapshot(snapshot), references)
    }
  }

  return {
    note,
    noteDifferences,

    noteMatching: async (
      person: Person,
      snapshot: LoadedSnapshot,
      predicate: Predicate,
      households: number,
    ): Promise<void> => {
      await noteDifferences(person, snapshot, predicate)
      if (households >= FEW_HOUSEHOLDS) return
      const references = households === 0 ? await listNamed(snapshot, predicate) : await snapshot.references(predicate)
      await note(person, nameSnapshot(snapshot), references)
    },
  }
}

const isChosenList = (one: Condition): one is Extract<Condition, { kind: 'oneOf' }> =>
  one.kind === 'oneOf' && one.column === 'household_reference' && one.isComputed !== true

/** By reference, postcode or area: no answer tells as much as one. */
const namesHouseholds = (one: Condition): boolean =>
  one.kind === 'inside' || (one.kind === 'oneOf' && one.isNot !== true && NAMING_COLUMNS.has(one.column))

const NAMING_COLUMNS: ReadonlySet<string> = new Set(['household_reference', 'postcode'])

/** Whom an answer of nobody tells of: those that the selection names, where they are few. */
export async function listNamed(snapshot: LoadedSnapshot, predicate: Predicate): Promise<string[]> {
  const named = predicate.filter(namesHouseholds)
  if (named.length === 0 || !isFewHouseholds(await snapshot.count(named))) return []
  return snapshot.references(named)
}

/** For the audit log. */
export const nameSnapshot = ({ month }: Pick<LoadedSnapshot, 'month'>): string => `snapshot ${month}`
