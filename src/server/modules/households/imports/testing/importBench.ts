import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach } from 'vitest'
import type { Database } from '../../../../db/database'
import { openDatabaseInMemory } from '../../../../db/testing/inMemory'
import { importSnapshot } from '../importSnapshot'
import { ImportFaults, type ImportProgress, type ImportReport, type ImportRequest } from '../report'
import type { FaultGroup } from '../report'
import { createSnapshotsService, type SnapshotsService } from '../../snapshots/service'
import { householdsCsv, wardsGeoJson, writeExample, type HouseholdCells } from './exampleFiles'

/** Households, or a households file as it is. */
type ExampleInput = readonly HouseholdCells[] | string | Uint8Array

/** An empty database and an empty data folder to import into. */
export interface ImportBench {
  readonly database: Database
  readonly folder: string
  readonly service: SnapshotsService
  /** Imports into Exampleshire's October 2026. */
  importExample(
    households: ExampleInput,
    changes?: Partial<ImportRequest>,
    tell?: (at: ImportProgress) => void,
  ): Promise<ImportReport>
  /** The faults that refuse an import. @throws Error when it is not refused. */
  faultsOf(households: ExampleInput, changes?: Partial<ImportRequest>): Promise<FaultGroup[]>
  /** Writes an input file and gives back its path. */
  write(name: string, content: string | Uint8Array): Promise<string>
  /** The names in the folder of the snapshots' files. */
  snapshotFiles(): Promise<string[]>
  close(): Promise<void>
}

/** Sets up a bench on a database that is then emptied. */
async function setUpImportBench(database: Database): Promise<ImportBench> {
  await database.executeSql(EMPTY)
  const folder = await mkdtemp(join(tmpdir(), 'doorstep-import-'))
  const service = createSnapshotsService({ database, dataFolder: folder, memoryMegabytes: 256, threads: 1 })
  const write = (name: string, content: string | Uint8Array) => writeExample(join(folder, 'in', name), content)

  async function importExample(
    households: ExampleInput,
    changes: Partial<ImportRequest> = {},
    tell?: (at: ImportProgress) => void,
  ) {
    const isFile = typeof households === 'string' || households instanceof Uint8Array
    const request: ImportRequest = {
      into: { database, dataFolder: folder },
      organisation: { slug: 'exampleshire', name: 'Exampleshire', domain: 'exampleshire.example' },
      month: '2026-10-01',
      householdsFile: await write('households.csv', isFile ? households : householdsCsv(households)),
      wardsFile: await write('wards.geojson', wardsGeoJson()),
      ...changes,
    }
    return importSnapshot(request, tell)
  }

  return {
    database,
    folder,
    service,
    importExample,
    async faultsOf(households, changes) {
      const refused = await importExample(households, changes).catch((error: unknown) => error)
      if (refused instanceof ImportFaults) return [...refused.faults]
      throw new Error('The import was not refused for faults.', { cause: refused })
    },
    write,
    snapshotFiles: () => readdir(join(folder, 'snapshots')),
    async close() {
      await service.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** A tenth of what it takes to truncate every table. Neither references nor the audit log's guard hold for it. */
const EMPTY = `do $$ declare one record; begin
  set local session_replication_role = replica;
  for one in select tablename from pg_tables where schemaname = 'public' loop
    execute format('delete from %I', one.tablename);
  end loop;
end $$`

let opened: Promise<Database> | undefined
/** Opened once for all files that share a worker; gone with it. */
const sharedDatabase = () => (opened ??= openDatabaseInMemory())

/**
 * A bench for each test of a file, on an empty database in memory.
 * @returns the bench of the test that runs.
 */
export function benchForEachTest(): () => ImportBench {
  let bench: ImportBench
  beforeEach(async () => {
    bench = await setUpImportBench(await sharedDatabase())
    return () => bench.close()
  })
  return () => bench
}
