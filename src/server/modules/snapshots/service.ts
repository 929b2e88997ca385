import { createBatchedLookup } from '../../db/batchedLookup'
import type { Database, Tx } from '../../db/database'
import { notFound } from '../../faults'
import { createEngine, type Engine, type EngineOptions, type SnapshotSource } from './engine/engine'
import { createQueries } from './engine/queries'
import { compareTakeUp } from './engine/takeUp'
import { snapshotPath, snapshotsFolder } from './files'
import * as repo from './repo'
import type { LoadedSnapshot, SnapshotsService } from './snapshot'
import { wardsSchema, type Ward } from './wards'

export { snapshotPath, snapshotsFolder } from './files'
export { memoizeBySnapshot } from './memoize'
export type * from './snapshot'

export interface SnapshotsDependencies extends Omit<EngineOptions, 'folder'> {
  readonly database: Database
  /** `DOORSTEP_DATA`. */
  readonly dataFolder: string
}

/** A snapshot that is replaced while it is being read is looked up again. */
const ATTEMPTS = 3

/** Versions whose parsed wards are cached; one an organisation and month is in use. */
const CACHED_WARDS = 100

const NO_SNAPSHOT = 'No snapshot has been imported yet.'

/**
 * Snapshots, queried in one engine in memory, which starts with the first request.
 *
 * Every call reads the organisation's row, under its row-level security: an import by another process is so taken up
 * without a restart.
 */
export function createSnapshotsService({ database, dataFolder, ...options }: SnapshotsDependencies): SnapshotsService {
  const folder = snapshotsFolder(dataFolder)
  const wardsByVersion = new Map<string, readonly Ward[]>()
  let starting: Promise<Engine> | undefined
  const engine = () =>
    (starting ??= createEngine({ folder, ...options }).catch((error: unknown) => {
      starting = undefined
      throw error
    }))

  const find = (organisationId: string, month: string, alsoRead?: (tx: Tx) => Promise<void>) =>
    database.forOrganisation(organisationId, async (tx) => {
      await alsoRead?.(tx)
      return repo.findSnapshot(tx, organisationId, month)
    })

  // One batch an organisation: row-level security shows each transaction the rows of one.
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

  async function load(organisationId: string, row: repo.SnapshotRow): Promise<LoadedSnapshot> {
    const wards = await wardsOf(organisationId, row)
    const source: SnapshotSource = {
      key: row.fileKey,
      path: snapshotPath(folder, row.fileKey),
      householdCount: row.householdCount,
      wardCodes: wards.map((ward) => ward.code),
    }
    const running = await engine()
    await running.load(source)
    return {
      id: row.id,
      month: row.month,
      version: row.fileKey,
      householdCount: row.householdCount,
      wards,
      ...createQueries(running.use(source), source),
    }
  }

  /** A re-import deletes the file that it replaced: then the row has changed, and is read again. */
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

  return {
    latest: (organisationId) => findAndLoad(organisationId, NO_SNAPSHOT, () => findLatest(organisationId)),
    at: (organisationId, month, alsoRead) =>
      findAndLoad(organisationId, 'There is no snapshot of that month.', () => find(organisationId, month, alsoRead)),
    async latestMonth(organisationId) {
      const row = await findLatest(organisationId)
      if (!row) throw notFound(NO_SNAPSHOT)
      return row.month
    },
    async takeUpByMonth(organisationId, range, contacted) {
      const running = await engine()
      for (let attempt = 1; ; attempt += 1) {
        const rows = await monthsBetween(organisationId, range)
        const paths = rows.map(({ fileKey }) => snapshotPath(folder, fileKey))
        try {
          return await running.withFiles(paths, (connection, from) =>
            compareTakeUp(
              connection,
              rows.map(({ month }, index) => ({ month, from: from[index] ?? '' })),
              contacted(),
            ),
          )
        } catch (error) {
          // As in findAndLoad: a month that was replaced is read again.
          const keys = async () => (await monthsBetween(organisationId, range)).map(({ fileKey }) => fileKey).join()
          if (attempt === ATTEMPTS || (await keys()) === rows.map(({ fileKey }) => fileKey).join()) {
            for (const path of paths) await running.requireWhole(path)
            throw error
          }
        }
      }
    },
    sizes: repo.sizesBetween,
    async close() {
      const running = await starting?.catch(() => undefined)
      running?.close()
    },
  }
}
