import { quotedString } from '@duckdb/node-api'
import type { Database, Tx } from '../../db/database'
import { notFound } from '../../faults'
import { createEngine, unreadable, type Engine, type SnapshotSource } from './engine/engine'
import type { DerivedColumn } from './engine/memoryTable'
import { snapshotPath, snapshotsFolder } from './files'
import * as repo from './repo'
import type { LoadedSnapshot, SnapshotsService } from './snapshot'
import { wardsSchema, type Ward } from './wards'

export { snapshotPath, snapshotsFolder } from './files'
export type { DerivedColumn } from './engine/memoryTable'
export { madeOnce } from './madeOnce'
export type { LoadedSnapshot, MonthFile, SnapshotsService } from './snapshot'

export interface SnapshotsDependencies {
  readonly database: Database
  /** `DOORSTEP_DATA`. */
  readonly dataFolder: string
  /** What the engine may take, in megabytes. */
  readonly memoryMegabytes: number
  /** Columns that other modules want in memory besides those of the file; see {@link DerivedColumn}. */
  readonly derivedColumns?: readonly DerivedColumn[]
  /** What snapshots may take of it, in bytes; by default three quarters. */
  readonly snapshotBytes?: number
  /** Threads that one query may use; by default one a core. */
  readonly threads?: number
}

/** How often a snapshot that is being replaced under our hands is looked up again. */
const ATTEMPTS = 3

/** Versions whose wards are kept parsed; there is one an organisation and month in use. */
const KEPT_WARDS = 100

/**
 * Snapshots, read through one DuckDB in memory. The engine starts with the first request.
 *
 * Every call reads the organisation's row, under its row-level security: that is how an import by another
 * process is taken up without a restart.
 */
export function createSnapshotsService(dependencies: SnapshotsDependencies): SnapshotsService {
  const { database, dataFolder, memoryMegabytes, derivedColumns, snapshotBytes, threads } = dependencies
  const folder = snapshotsFolder(dataFolder)
  const wardsByVersion = new Map<string, readonly Ward[]>()
  let starting: Promise<Engine> | undefined
  const engine = () =>
    (starting ??= createEngine({ folder, memoryMegabytes, derivedColumns, snapshotBytes, threads }).catch((error: unknown) => {
      starting = undefined
      throw error
    }))

  const find = (organisationId: string, month?: string, alsoRead?: (tx: Tx) => Promise<void>) =>
    database.forOrganisation(organisationId, async (tx) => {
      await alsoRead?.(tx)
      return repo.findSnapshot(tx, organisationId, month)
    })

  async function wardsOf(organisationId: string, row: repo.SnapshotRow): Promise<readonly Ward[]> {
    const known = wardsByVersion.get(row.fileKey)
    if (known) return known
    const stored = await database.forOrganisation(organisationId, (tx) => repo.wardsOf(tx, row.id, row.fileKey))
    const wards = wardsSchema.parse(stored)
    const [oldest] = wardsByVersion.keys()
    if (wardsByVersion.size >= KEPT_WARDS && oldest !== undefined) wardsByVersion.delete(oldest)
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
      use: (work) => running.use(source, work),
      useBeside: (companions, work) => running.useBeside(source, companions, work),
    }
  }

  /** A re-import deletes the file that it replaced: then the row has changed, and is read again. */
  async function findAndLoad(
    organisationId: string,
    missing: string,
    month?: string,
    alsoRead?: (tx: Tx) => Promise<void>,
  ): Promise<LoadedSnapshot> {
    let tried: string | undefined
    for (let attempt = 1; ; attempt += 1) {
      const row = await find(organisationId, month, alsoRead)
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
    latest: (organisationId) => findAndLoad(organisationId, NO_SNAPSHOT),
    at: (organisationId, month, alsoRead) =>
      findAndLoad(organisationId, 'There is no snapshot of that month.', month, alsoRead),
    async latestMonth(organisationId) {
      const row = await find(organisationId)
      if (!row) throw notFound(NO_SNAPSHOT)
      return row.month
    },
    async acrossMonths(organisationId, range, work) {
      const running = await engine()
      for (let attempt = 1; ; attempt += 1) {
        const rows = await monthsBetween(organisationId, range)
        const months = rows.map(({ month, fileKey }) => ({
          month,
          from: `read_parquet(${quotedString(snapshotPath(folder, fileKey))})`,
        }))
        try {
          return await running.withConnection((connection) => work(connection, months))
        } catch (error) {
          // A re-import deletes the file that it replaced: then the row has changed, and is read again.
          const keys = async () => (await monthsBetween(organisationId, range)).map(({ fileKey }) => fileKey).join()
          if (attempt === ATTEMPTS || (await keys()) === rows.map(({ fileKey }) => fileKey).join()) {
            for (const { fileKey } of rows) await requireFooter(running, snapshotPath(folder, fileKey))
            throw error
          }
        }
      }
    },
    async close() {
      const running = await starting?.catch(() => undefined)
      running?.close()
    },
  }
}

/** A Parquet file that was cut off has lost its footer. @throws OperatorFault naming the file */
async function requireFooter(engine: Engine, path: string): Promise<void> {
  await engine
    .withConnection((connection) => connection.run(`select * from parquet_file_metadata(${quotedString(path)})`))
    .catch((error: unknown) => {
      throw unreadable(path, error)
    })
}

const NO_SNAPSHOT = 'No snapshot has been imported yet.'
