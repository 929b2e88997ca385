import { createBatchedLookup } from '../../../db/batchedLookup'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import { notFound } from '../../../http/faults'
import { basisOf, ratesAt, ratesIn } from '../estimates/rates'
import { createEngine, type Engine, type EngineOptions, type SnapshotSource, type Use } from './engine/engine'
import { changedHouseholds, compareSelections } from './engine/moves'
import { createCompiler, createQueries } from './engine/queries'
import { compareGroups, compareTakeUp, type MonthSource } from './engine/takeUp'
import { createFacetEngine } from './engine/facets/queries'
import { eraseFromMonths } from './importing/erasing'
import { createLocalCopies, removeSnapshotFile, snapshotPath, snapshotsFolder, type SnapshotStore } from './files'
import { forgetVersion } from './memoize'
import * as repo from './repo'
import type { LoadedSnapshot, Selected, SnapshotsService } from './snapshot'
import { asGeoJson, wardsSchema, type Ward } from './wards'
export type * from './snapshot'

export interface SnapshotsDependencies extends Omit<EngineOptions, 'folder'> {
  readonly database: Database
  readonly dataFolder: string
  readonly store?: SnapshotStore | undefined
  /** Only with a store. */
  readonly cacheMegabytes?: number
  readonly now?: () => Date
}

const ATTEMPTS = 3

const CACHED_WARDS = 100

/** A few thousand references each. */
const CACHED_CHANGES = 16

const FORGET_EVERY_MS = 60_000

const BYTES_A_MEGABYTE = 1_000_000
/** Facets take memory outside DuckDB's. */
const SHARE_OF_FACETS = 0.25

const EVERY_MONTH = { from: '0001-01-01', to: '9999-12-31' }

const NO_SNAPSHOT = 'No snapshot has been imported yet.'

/**
 * Snapshots in one engine, which the first request starts. Every call reads the row under row-level security, so that
 * imports by other processes are seen without a restart.
 */
export function createSnapshotsService({
  database,
  dataFolder,
  store,
  cacheMegabytes = Infinity,
  now = () => new Date(),
  ...options
}: SnapshotsDependencies): SnapshotsService {
  const folder = snapshotsFolder(dataFolder)
  const copies = createLocalCopies(folder, store, cacheMegabytes * BYTES_A_MEGABYTE)
  const wardsByVersion = new Map<string, readonly Ward[]>()
  let starting: Promise<Engine> | undefined
  let loaded: Engine | undefined
  const facetEngine = createFacetEngine(options.memoryMegabytes * BYTES_A_MEGABYTE * SHARE_OF_FACETS)
  const engine = () =>
    (starting ??= createEngine({ folder, ...options }).then(
      (engine) => (loaded = engine),
      (error: unknown) => {
        starting = undefined
        throw error
      },
    ))

  const find = (organisationId: string, month: string, alsoRead?: (tx: Tx) => Promise<void>) =>
    database.forOrganisation(organisationId, async (tx) => {
      await alsoRead?.(tx)
      return repo.findSnapshot(tx, organisationId, month)
    })

  // Per organisation, because of row-level security.
  const latestLookups = new Map<string, () => Promise<repo.SnapshotRow | undefined>>()
  function findLatest(organisationId: string) {
    const known = latestLookups.get(organisationId)
    if (known) return known()
    const lookUp = createBatchedLookup<typeof organisationId, repo.SnapshotRow | undefined>((begin) =>
      database.forOrganisation(organisationId, async (tx) => {
        begin()
        return new Map([[organisationId, await repo.findSnapshot(tx, organisationId)]])
      }),
    )
    const look = () => lookUp(organisationId)
    latestLookups.set(organisationId, look)
    return look()
  }

  async function wardsOf(organisationId: string, row: repo.SnapshotRow): Promise<readonly Ward[]> {
    const cached = wardsByVersion.get(row.fileKey)
    if (cached) return cached
    const stored = await database.forOrganisation(organisationId, (tx) => repo.wardsOf(tx, row.id, row.fileKey))
    const wards = wardsSchema.parse(stored)
    const [oldest] = wardsByVersion.keys()
    if (wardsByVersion.size >= CACHED_WARDS && oldest !== undefined) wardsByVersion.delete(oldest)
    wardsByVersion.set(row.fileKey, wards)
    return wards
  }

  async function forget(fileKey: string): Promise<void> {
    await loaded?.forget(fileKey)
    await facetEngine.forget(fileKey)
    forgetVersion(fileKey)
    for (const key of changed.keys()) if (key.includes(fileKey)) changed.delete(key)
    wardsByVersion.delete(fileKey)
  }

  /** The file last loaded for each month: a replaced one must stay neither in memory nor among the copies. */
  const loadedFiles = new Map<string, string>()
  async function forgetReplaced({ id, fileKey }: repo.SnapshotRow): Promise<void> {
    const before = loadedFiles.get(id)
    loadedFiles.set(id, fileKey)
    if (before === undefined || before === fileKey) return
    await forget(before)
    await removeSnapshotFile(undefined, folder, before)
  }

  const uses = new WeakMap<LoadedSnapshot, Use>()

  const changed = new Map<string, Promise<readonly string[]>>()

  /** Deleted months, also by another server, leave memory and copies. */
  async function forgetGone(): Promise<void> {
    const known = [...new Set([...loadedFiles.values(), ...(await copies.unused())])]
    if (known.length === 0) return
    const taken = await database.asSystem((tx) => repo.takenAmong(tx, known))
    // Files in use stay until the next run.
    for (const fileKey of known.filter((key) => !taken.includes(key))) {
      await forget(fileKey)
      if (store) await removeSnapshotFile(undefined, folder, fileKey)
    }
  }
  const forgetting = setInterval(() => void forgetGone().catch(() => {}), FORGET_EVERY_MS).unref()

  async function load(organisationId: string, row: repo.SnapshotRow): Promise<LoadedSnapshot> {
    const wards = await wardsOf(organisationId, row)
    const at = now()
    const rates = ratesIn(
      ratesAt(at),
      wards.map((ward) => ward.localAuthorityCode),
    )
    const source: SnapshotSource = {
      key: row.fileKey,
      path: snapshotPath(folder, row.fileKey),
      fetch: () => copies.fetch(row.fileKey),
      householdCount: row.householdCount,
      wardCodes: wards.map((ward) => ward.code),
      rates,
    }
    const running = await engine()
    await running.load(source)
    await forgetReplaced(row)
    const use = running.use(source)
    const queries = createQueries(use, source)
    const snapshot: LoadedSnapshot = {
      id: row.id,
      organisationId,
      month: row.month,
      version: row.fileKey,
      householdCount: row.householdCount,
      wards,
      rates,
      basis: basisOf(rates, at),
      ...queries,
      ...facetEngine.queries(source, use, (predicate) => queries.matches(predicate)),
    }
    uses.set(snapshot, use)
    return snapshot
  }

  /** Reads the row again when a re-import deletes its file meanwhile. */
  async function findAndLoad(
    organisationId: string,
    missing: string,
    look: () => Promise<repo.SnapshotRow | undefined>,
  ): Promise<LoadedSnapshot> {
    let tried: string | undefined
    for (let attempt = 1; ; attempt += 1) {
      const row = await look()
      if (!row) throw notFound(missing)
      try {
        return await load(organisationId, row)
      } catch (error) {
        if (tried === row.fileKey || attempt === ATTEMPTS) throw error
        tried = row.fileKey
      }
    }
  }

  const monthsBetween = (organisationId: string, range: { from: string; to: string }) =>
    database.forOrganisation(organisationId, (tx) => repo.monthsBetween(tx, organisationId, range))

  /** Reads the files of a range of months, starting over when one is replaced meanwhile. */
  async function withMonths<T>(
    organisationId: string,
    range: { from: string; to: string },
    work: (connection: Parameters<typeof compareTakeUp>[0], months: readonly MonthSource[]) => Promise<T>,
  ): Promise<T> {
    const running = await engine()
    for (let attempt = 1; ; attempt += 1) {
      const rows = await monthsBetween(organisationId, range)
      const paths = rows.map(({ fileKey }) => snapshotPath(folder, fileKey))
      try {
        for (const { fileKey } of rows) await copies.fetch(fileKey)
        return await running.withFiles(paths, (connection, from) =>
          work(
            connection,
            rows.map(({ month }, index) => ({ month, from: from[index] ?? '' })),
          ),
        )
      } catch (error) {
        const keys = async () => (await monthsBetween(organisationId, range)).map(({ fileKey }) => fileKey).join()
        if (attempt === ATTEMPTS || (await keys()) === rows.map(({ fileKey }) => fileKey).join()) {
          for (const path of paths) await running.requireWhole(path)
          throw error
        }
      }
    }
  }

  return {
    latest: (organisationId) => findAndLoad(organisationId, NO_SNAPSHOT, () => findLatest(organisationId)),
    at: (organisationId, month, alsoRead) =>
      findAndLoad(organisationId, 'There is no snapshot of that month.', () => find(organisationId, month, alsoRead)),
    async latestMonth(organisationId) {
      const row = await findLatest(organisationId)
      if (!row) throw notFound(NO_SNAPSHOT)
      return row.month
    },
    async localAuthorityCode(organisationId) {
      const row = await findLatest(organisationId)
      return row && (await wardsOf(organisationId, row))[0]?.localAuthorityCode
    },
    takeUp: (organisationId, { from, sent, to }, contacted) =>
      withMonths(organisationId, { from, to }, (connection, months) => {
        const before = months.filter(({ month }) => month <= sent).at(-1)
        const later = months.filter(({ month }) => month > sent)
        return compareTakeUp(connection, before, later, contacted())
      }),
    claimsByGroup: (organisationId, { before, later }, listed) =>
      withMonths(organisationId, { from: before, to: later }, (connection, months) => {
        const [first, last] = [before, later].map((wanted) => months.find(({ month }) => month === wanted))
        if (!first || !last) throw notFound('There is no snapshot of that month.')
        return compareGroups(connection, first, last, listed())
      }),
    async moves({ now, then }, columns) {
      const [useNow, useThen] = [uses.get(now.snapshot), uses.get(then.snapshot)]
      if (!useNow || !useThen) throw new Error('A snapshot of another service cannot be compared.')
      const codesOf = ({ snapshot: { wards } }: Selected) => wards.map(({ code }) => code)
      const before = createCompiler(codesOf(then)).whole(then.predicate)
      const later = createCompiler(codesOf(now), before.values).whole(now.predicate)
      return useThen((_, fromThen) =>
        useNow((connection, fromNow) =>
          compareSelections(
            connection,
            { now: { from: fromNow, where: later.where }, then: { from: fromThen, where: before.where } },
            columns,
            later.values,
          ),
        ),
      )
    },
    changedSince: (organisationId, { before, later }, change) =>
      withMonths(organisationId, { from: before, to: later }, async (connection, months) => {
        const [first, last] = [before, later].map((wanted) => months.find(({ month }) => month === wanted))
        if (!first || !last || first === last) throw notFound('There is no snapshot of that month.')
        // Cacheable, because a month's file never changes.
        const key = JSON.stringify([first.from, last.from, change])
        const known = changed.get(key) ?? changedHouseholds(connection, { before: first, later: last }, change)
        changed.delete(key)
        changed.set(key, known)
        known.catch(() => changed.delete(key))
        const [oldest] = changed.keys()
        if (changed.size > CACHED_CHANGES && oldest !== undefined) changed.delete(oldest)
        return known
      }),
    ofHousehold: (organisationId, reference) =>
      withMonths(organisationId, EVERY_MONTH, async (connection, months) => {
        const found: { month: string; row: Record<string, unknown> }[] = []
        for (const { month, from } of months.toReversed()) {
          const rows = await connection.runAndReadAll(`select * from ${from} where household_reference = $1`, [
            reference,
          ])
          found.push(...rows.getRowObjectsJson().map((row) => ({ month, row })))
        }
        return found
      }),
    erase: (organisationId, isErased) =>
      eraseFromMonths(
        { database, dataFolder, store, fetch: (fileKey) => copies.fetch(fileKey) },
        organisationId,
        isErased,
      ),
    async deleteBefore(organisationId, month) {
      const keys = await database.forOrganisation(organisationId, (tx) => repo.deleteMonths(tx, organisationId, month))
      for (const key of keys) await removeSnapshotFile(store, folder, key)
      return keys.length
    },
    forgetGone,
    fileKeys: repo.fileKeys,
    removeFile: (fileKey) => removeSnapshotFile(store, folder, fileKey),
    sizes: repo.sizesBetween,
    months: (organisationId) => database.forOrganisation(organisationId, (tx) => repo.allMonths(tx, organisationId)),
    async toCompareWith(organisationId, month) {
      const row = await database.forOrganisation(organisationId, (tx) =>
        repo.monthToCompareWith(tx, organisationId, month),
      )
      if (!row) return undefined
      const wards = wardsSchema.parse(row.wards)
      const [first] = wards
      return {
        month: row.month,
        path: await copies.fetch(row.fileKey),
        wardsGeoJson: asGeoJson(wards),
        localAuthority: first && { code: first.localAuthorityCode, name: first.localAuthorityName },
      }
    },
    inMemory: () => loaded?.inMemory() ?? { count: 0, bytes: 0 },
    async close() {
      clearInterval(forgetting)
      const running = await starting?.catch(() => undefined)
      running?.close()
      await facetEngine.close()
    },
  }
}
