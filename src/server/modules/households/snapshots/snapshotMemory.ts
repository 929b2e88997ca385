import type { Database } from '../../../db/database'
import { describeBasis, ratesAt, ratesIn } from '../estimates/rates'
import {
  createSnapshotEngine,
  type SnapshotEngine,
  type SnapshotEngineOptions,
  type SnapshotSource,
  type Use,
} from './engine/engine'
import { createFacetEngine } from './engine/facets/facetEngine'
import { createCountQueries } from './engine/countQueries'
import { createQueryTools } from './engine/queryTools'
import { createRowQueries } from './engine/rowQueries'
import { createValueQueries } from './engine/valueQueries'
import { createLocalCopies, removeSnapshotFile, snapshotPath, snapshotsFolder, type SnapshotStore } from './files'
import { forgetVersion } from './memoize'
import type { SnapshotRecords } from './records'
import * as repo from './repo'
import type { LoadedSnapshot } from './snapshot'

export interface SnapshotMemoryDependencies extends Omit<SnapshotEngineOptions, 'folder'> {
  readonly database: Database
  readonly dataFolder: string
  readonly store?: SnapshotStore | undefined
  /** Only with a store. */
  readonly cacheMegabytes?: number
  readonly now?: () => Date
}

const BYTES_A_MEGABYTE = 1_000_000
/** Facets take memory outside DuckDB's. */
const SHARE_OF_FACETS = 0.25

export type SnapshotMemory = ReturnType<typeof createSnapshotMemory>

/** One engine, which the first request starts. */
export function createSnapshotMemory(
  {
    database,
    dataFolder,
    store,
    cacheMegabytes = Infinity,
    now = () => new Date(),
    ...options
  }: SnapshotMemoryDependencies,
  records: SnapshotRecords,
) {
  const folder = snapshotsFolder(dataFolder)
  const copies = createLocalCopies(folder, store, cacheMegabytes * BYTES_A_MEGABYTE)
  const engine = createEngineStarter({ folder, ...options })
  const facets = createFacetEngine(options.memoryMegabytes * BYTES_A_MEGABYTE * SHARE_OF_FACETS)
  const uses = new WeakMap<LoadedSnapshot, Use>()
  /** Last loaded file of each month: a replaced one must leave memory and copies. */
  const loadedFiles = new Map<string, string>()
  const listeners: ((fileKey: string) => void)[] = [(fileKey) => records.forgetWards(fileKey), forgetVersion]

  async function forget(fileKey: string): Promise<void> {
    await engine.started()?.forget(fileKey)
    await facets.forget(fileKey)
    for (const listener of listeners) listener(fileKey)
  }

  async function forgetReplaced({ id, fileKey }: repo.SnapshotRow): Promise<void> {
    const before = loadedFiles.get(id)
    loadedFiles.set(id, fileKey)
    if (before === undefined || before === fileKey) return
    await forget(before)
    await removeSnapshotFile(undefined, folder, before)
  }

  return {
    copies,
    startEngine: engine.start,
    findUse: (snapshot: LoadedSnapshot): Use | undefined => uses.get(snapshot),
    onForget: (listener: (fileKey: string) => void) => void listeners.push(listener),

    async load(organisationId: string, row: repo.SnapshotRow): Promise<LoadedSnapshot> {
      const { source, ...known } = await describeSnapshot(records, organisationId, row, now())
      const placed = { ...source, path: snapshotPath(folder, row.fileKey), fetch: () => copies.fetch(row) }
      const running = await engine.start()
      await running.load(placed)
      await forgetReplaced(row)
      const use = running.use(placed)
      const tools = createQueryTools(use, placed)
      const counts = createCountQueries(tools)
      const snapshot = {
        ...known,
        ...counts,
        ...createRowQueries(tools),
        ...createValueQueries(tools),
        ...facets.queries(placed, use, (predicate) => counts.matches(predicate)),
      }
      uses.set(snapshot, use)
      return snapshot
    },

    async forgetGone(): Promise<void> {
      const known = [...new Set([...loadedFiles.values(), ...(await copies.unused())])]
      if (known.length === 0) return
      const used = await database.asSystem((tx) => repo.usedAmong(tx, known))
      // Files in use stay until the next run.
      for (const fileKey of known.filter((key) => !used.includes(key))) {
        await forget(fileKey)
        if (store) await removeSnapshotFile(undefined, folder, fileKey)
      }
    },

    measure: () => engine.started()?.inMemory() ?? { count: 0, bytes: 0 },

    async close(): Promise<void> {
      await engine.close()
      await facets.close()
    },
  }
}

async function describeSnapshot(records: SnapshotRecords, organisationId: string, row: repo.SnapshotRow, at: Date) {
  const wards = await records.readWards(organisationId, row)
  const rates = ratesIn(
    ratesAt(at),
    wards.map((ward) => ward.localAuthorityCode),
  )
  const { id, month, fileKey, householdCount } = row
  const source: Omit<SnapshotSource, 'path'> = {
    key: fileKey,
    householdCount,
    wardCodes: wards.map((ward) => ward.code),
    rates,
  }
  const basis = describeBasis(rates, at)
  return { source, id, organisationId, month, version: fileKey, householdCount, wards, rates, basis }
}

function createEngineStarter(options: SnapshotEngineOptions) {
  let starting: Promise<SnapshotEngine> | undefined
  let started: SnapshotEngine | undefined
  return {
    start: (): Promise<SnapshotEngine> =>
      (starting ??= createSnapshotEngine(options).then(
        (engine) => (started = engine),
        (error: unknown) => {
          starting = undefined
          throw error
        },
      )),
    started: () => started,
    async close() {
      const running = await starting?.catch(() => undefined)
      running?.close()
    },
  }
}
