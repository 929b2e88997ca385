import type { Database } from '../../../db/database'
import { notFound } from '../../../http/faults'
import { findHouseholdsInside } from './engine/areas/householdsInside'
import type { EngineConnection } from './engine/engine'
import { changedHouseholds, compareSelections } from './engine/moves'
import { createCompiler } from './engine/predicateSql'
import { compareGroups, compareTakeUp, type MonthSource } from './engine/takeUp'
import { snapshotPath, snapshotsFolder } from './files'
import type { SnapshotMemory } from './snapshotMemory'
import * as repo from './repo'
import type { MonthComparisons, SelectedSnapshot, StatusChange } from './snapshot'

const ATTEMPTS = 3

/** A few thousand references each. */
const CACHED_CHANGES = 16

interface ComparisonDependencies {
  readonly database: Database
  readonly dataFolder: string
  readonly memory: SnapshotMemory
}

/** Starts over when a file is replaced meanwhile. */
export async function withMonths<T>(
  { database, dataFolder, memory }: ComparisonDependencies,
  organisationId: string,
  range: repo.MonthRange,
  work: (connection: EngineConnection, months: readonly MonthSource[]) => Promise<T>,
): Promise<T> {
  const folder = snapshotsFolder(dataFolder)
  const listMonths = () =>
    database.forOrganisation(organisationId, (tx) => repo.monthsBetween(tx, organisationId, range))
  const running = await memory.startEngine()
  for (let attempt = 1; ; attempt += 1) {
    const rows = await listMonths()
    const paths = rows.map(({ fileKey }) => snapshotPath(folder, fileKey))
    try {
      for (const file of rows) await memory.copies.fetch(file)
      return await running.withFiles(paths, (connection, from) =>
        work(
          connection,
          rows.map(({ month }, index) => ({ month, from: from[index] ?? '' })),
        ),
      )
    } catch (error) {
      const keys = async () => (await listMonths()).map(({ fileKey }) => fileKey).join()
      if (attempt === ATTEMPTS || (await keys()) === rows.map(({ fileKey }) => fileKey).join()) {
        for (const path of paths) await running.requireWhole(path)
        throw error
      }
    }
  }
}

/** Loads few of the months. */
export function createMonthComparisons(deps: ComparisonDependencies): MonthComparisons {
  const readChanged = createChangeReader(deps.memory)
  return {
    takeUp: (organisationId, { from, sent, toldFrom, to }, contacted) =>
      withMonths(deps, organisationId, { from, to }, (connection, months) => {
        const before = months.filter(({ month }) => month <= sent).at(-1)
        const later = months.filter(({ month }) => month >= toldFrom)
        return compareTakeUp(connection, before, later, contacted())
      }),

    claimsByGroup: (organisationId, { before, later }, listed) =>
      withMonths(deps, organisationId, { from: before, to: later }, (connection, months) => {
        const [first, last] = [findMonth(months, before), findMonth(months, later)]
        return compareGroups(connection, first, last, listed())
      }),

    async moves({ now, then }, columns) {
      const [useNow, useThen] = [deps.memory.findUse(now.snapshot), deps.memory.findUse(then.snapshot)]
      if (!useNow || !useThen) throw new Error('A snapshot of another service cannot be compared.')
      const listCodes = ({ snapshot: { wards } }: SelectedSnapshot) => wards.map(({ code }) => code)
      const inside = (connection: EngineConnection, from: string, { snapshot, predicate }: SelectedSnapshot) =>
        findHouseholdsInside(connection, from, snapshot.householdCount, predicate)
      return useThen((_, fromThen) =>
        useNow(async (connection, fromNow) => {
          const insideThen = await inside(connection, fromThen, then)
          const before = createCompiler(listCodes(then), insideThen).whole(then.predicate)
          const insideNow = await inside(connection, fromNow, now)
          const later = createCompiler(listCodes(now), insideNow, before.values).whole(now.predicate)
          return compareSelections(
            connection,
            { now: { from: fromNow, where: later.where }, then: { from: fromThen, where: before.where } },
            columns,
            later.values,
          )
        }),
      )
    },

    changedSince: (organisationId, { before, later }, change) =>
      withMonths(deps, organisationId, { from: before, to: later }, async (connection, months) => {
        const [first, last] = [findMonth(months, before), findMonth(months, later)]
        if (first === last) throw noSuchMonth()
        return readChanged(connection, { before: first, later: last }, change)
      }),
  }
}

/** 404 for a month without a snapshot. */
export const noSuchMonth = () => notFound('There is no snapshot of that month.')

function findMonth(months: readonly MonthSource[], wanted: string): MonthSource {
  const found = months.find(({ month }) => month === wanted)
  if (!found) throw noSuchMonth()
  return found
}

/** Cached: a month's file never changes. */
function createChangeReader(memory: SnapshotMemory) {
  const changes = new Map<string, Promise<readonly string[]>>()
  memory.onForget((fileKey) => {
    for (const key of changes.keys()) if (key.includes(fileKey)) changes.delete(key)
  })
  return (
    connection: EngineConnection,
    months: { readonly before: MonthSource; readonly later: MonthSource },
    change: StatusChange | null,
  ): Promise<readonly string[]> => {
    const key = JSON.stringify([months.before.from, months.later.from, change])
    const known = changes.get(key) ?? changedHouseholds(connection, months, change)
    changes.delete(key)
    changes.set(key, known)
    known.catch(() => changes.delete(key))
    const [oldest] = changes.keys()
    if (changes.size > CACHED_CHANGES && oldest !== undefined) changes.delete(oldest)
    return known
  }
}
