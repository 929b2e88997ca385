/**
 * The database as JSON lines from one transaction, so that either engine can restore the other's. Personal data: file
 * modes 0600 and 0700.
 */
import { createWriteStream } from 'node:fs'
import { copyFile, lstat, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Database } from '../../db/database'
import type { Tx } from '../../db/engine'
import { firstMigration } from '../../db/migrations'
import { diskFault, hasCode, OperatorFault } from '../../lib/operator'
import { writeStream } from '../../lib/scratch'
import { latestSeals } from '../../modules/organisations/audit/chainRepo'
import type { FilesService } from '../../modules/platform/files/service'
import {
  fetchFromStore,
  snapshotPath,
  snapshotsFolder,
  type SnapshotStore,
} from '../../modules/households/snapshots/files'
import { MANIFEST_FILE, measure, type BackedUpFile, type BackedUpTable, type Manifest } from './manifest'
import * as repo from './repo'

export interface BackupReport {
  readonly rows: number
  readonly snapshots: number
  readonly bytes: number
}

export interface OneOrganisation {
  readonly id: string
  readonly files: Pick<FilesService, 'open'>
  readonly keys: readonly string[]
}

const OTHER_FILES = 'files'

/**
 * @param folder must be missing or empty
 * @param only one organisation's data, instead of everything
 * @throws Error in one sentence; removes what was half written
 */
export async function backUp(
  database: Database,
  dataFolder: string,
  folder: string,
  store?: SnapshotStore,
  only?: OneOrganisation,
): Promise<BackupReport> {
  if (await isTaken(folder))
    throw new Error(`${folder} is there already, and no empty folder. Name a new one for the backup.`)
  const aside = join(dirname(folder), `.${basename(folder)}.unfinished`)
  try {
    await mkdir(dirname(folder), { recursive: true })
    await rm(aside, { recursive: true, force: true })
    await mkdir(join(aside, 'database'), { recursive: true, mode: 0o700 })
    const { manifest, snapshots } = await database.asSystem((tx) => collect(tx, dataFolder, aside, store, only))
    await writeDurably(join(aside, MANIFEST_FILE), JSON.stringify(manifest, null, 2))
    await rm(folder, { recursive: true, force: true })
    await rename(aside, folder)
    return {
      rows: manifest.tables.reduce((sum, table) => sum + table.rows, 0),
      snapshots,
      bytes: manifest.files.reduce((sum, file) => sum + file.bytes, 0),
    }
  } catch (error) {
    await rm(aside, { recursive: true, force: true }).catch(() => {})
    throw diskFault(error, folder) ?? error
  }
}

async function collect(
  tx: Tx,
  dataFolder: string,
  aside: string,
  store: SnapshotStore | undefined,
  only: OneOrganisation | undefined,
): Promise<{ manifest: Manifest; snapshots: number }> {
  await repo.freeze(tx)
  const tables: BackedUpTable[] = []
  for (const table of await repo.tables(tx)) {
    const owner = only && repo.ownerOf(table, only.id)
    if (!only || owner) tables.push(await writeTable(tx, table, aside, owner))
  }
  const keys = await repo.snapshotKeys(tx, only?.id)
  for (const key of keys) await copySnapshot(dataFolder, aside, key, store)
  if (only) await copyFiles(only, join(aside, OTHER_FILES))
  else await copyFolder(join(dataFolder, OTHER_FILES), join(aside, OTHER_FILES))
  const files: BackedUpFile[] = []
  for (const path of await filesUnder(aside)) files.push({ path, ...(await measure(join(aside, path))) })
  const madeAt = new Date().toISOString()
  const signed = await latestSeals(tx)
  const audit = only ? signed.filter((one) => one.organisation_id === only.id) : signed
  const manifest: Manifest = { format: 1, madeAt, firstMigration: firstMigration(), tables, files, audit }
  return { manifest, snapshots: keys.length }
}

async function writeTable(
  tx: Tx,
  table: repo.Table,
  aside: string,
  only: repo.Owner | undefined,
): Promise<BackedUpTable> {
  const path = `database/${table.name}.jsonl.gz`
  const counter = { rows: 0 }
  async function* text() {
    for await (const lines of repo.linesOf(tx, table.name, only)) {
      counter.rows += lines.length
      yield `${lines.join('\n')}\n`
    }
  }
  await pipeline(Readable.from(text()), createGzip(), createWriteStream(join(aside, path), { mode: 0o600 }))
  return { name: table.name, columns: [...table.columns], rows: counter.rows, path }
}

async function copySnapshot(
  dataFolder: string,
  aside: string,
  key: string,
  store: SnapshotStore | undefined,
): Promise<void> {
  const target = snapshotPath(join(aside, 'snapshots'), key)
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  const copying = store
    ? fetchFromStore(store, key, target)
    : copyFile(snapshotPath(snapshotsFolder(dataFolder), key), target)
  const isThere = await copying.then(
    () => true,
    (error: unknown) => {
      if (hasCode(error, 'ENOENT') || error instanceof OperatorFault) return false
      throw error
    },
  )
  if (!isThere) throw new Error('A snapshot file is not there: it may just have been replaced. Run the backup again.')
}

async function copyFolder(from: string, to: string): Promise<void> {
  for (const path of await filesUnder(from)) {
    await mkdir(dirname(join(to, path)), { recursive: true, mode: 0o700 })
    await copyFile(join(from, path), join(to, path))
  }
}

async function copyFiles({ files, keys }: OneOrganisation, to: string): Promise<void> {
  for (const key of keys) {
    const content = await files.open(key)
    if (!content) continue
    await mkdir(dirname(join(to, key)), { recursive: true, mode: 0o700 })
    await writeStream(join(to, key), content)
  }
}

/** An unreadable path fails later, at the write, with its own error. */
const isTaken = async (path: string): Promise<boolean> =>
  readdir(path).then(
    (names) => names.length > 0,
    () =>
      lstat(path).then(
        () => true,
        () => false,
      ),
  )

/** Relative, with forward slashes; empty for a missing folder. */
async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return []
    // Skipping an unreadable folder would make a partial backup look complete.
    throw error
  })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort()
}

async function writeDurably(path: string, text: string): Promise<void> {
  await writeFile(path, text, { mode: 0o600 })
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
