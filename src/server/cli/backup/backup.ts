/** JSON lines from one transaction, so that either engine can restore them. Personal data: file modes 0600 and 0700. */
import { createWriteStream } from 'node:fs'
import { lstat, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Database } from '../../db/database'
import type { Tx } from '../../db/engine'
import { firstMigration } from '../../db/migrations'
import { diskFault } from '../../lib/operator'
import { latestSeals } from '../../modules/organisations/audit/chainRepo'
import type { FilesService } from '../../modules/platform/files/service'
import { copyFolder, copyKeys, copySnapshot, filesUnder, otherKeys, type Bucket } from './backupFiles'
import { MANIFEST_FILE, measure, type BackedUpFile, type BackedUpTable, type Manifest } from './manifest'
import * as repo from './repo'
import { signManifest, type Signing } from './signature'

export interface BackupReport {
  readonly rows: number
  readonly snapshots: number
  readonly otherFiles: number
  readonly bytes: number
}

export interface OneOrganisation {
  readonly id: string
  readonly files: Pick<FilesService, 'open'>
  readonly keys: readonly string[]
}

const OTHER_FILES = 'files'

/** What is backed up, or restored into. */
export interface RecordsAndFiles {
  readonly database: Database
  readonly dataFolder: string
  readonly secrets: Signing
  readonly bucket?: Bucket | undefined
}

/**
 * Signed where there is a key.
 * @param folder must be missing or empty
 * @param only one organisation's data
 * @throws Error in one sentence; removes what was half written
 */
export async function backUp(place: RecordsAndFiles, folder: string, only?: OneOrganisation): Promise<BackupReport> {
  if (await isTaken(folder))
    throw new Error(`${folder} is there already, and no empty folder. Name a new one for the backup.`)
  const aside = join(dirname(folder), `.${basename(folder)}.unfinished`)
  try {
    await mkdir(dirname(folder), { recursive: true })
    await rm(aside, { recursive: true, force: true })
    await mkdir(join(aside, 'database'), { recursive: true, mode: 0o700 })
    const { manifest, snapshots } = await place.database.asSystem((tx) => collect(tx, place, aside, only))
    await writeDurably(join(aside, MANIFEST_FILE), JSON.stringify(manifest, null, 2))
    await rm(folder, { recursive: true, force: true })
    await rename(aside, folder)
    return {
      rows: manifest.tables.reduce((sum, table) => sum + table.rows, 0),
      snapshots,
      otherFiles: manifest.files.filter(({ path }) => path.startsWith(`${OTHER_FILES}/`)).length,
      bytes: manifest.files.reduce((sum, file) => sum + file.bytes, 0),
    }
  } catch (error) {
    await rm(aside, { recursive: true, force: true }).catch(() => {})
    throw diskFault(error, folder) ?? error
  }
}

async function collect(
  tx: Tx,
  { dataFolder, bucket, secrets }: RecordsAndFiles,
  aside: string,
  only: OneOrganisation | undefined,
): Promise<{ manifest: Manifest; snapshots: number }> {
  await repo.freeze(tx)
  const tables: BackedUpTable[] = []
  for (const table of await repo.tables(tx)) {
    const owner = only && repo.findOwner(table, only.id)
    if (!only || owner) tables.push(await writeTable(tx, table, aside, owner))
  }
  const months = await repo.snapshotFiles(tx, only?.id)
  for (const file of months) await copySnapshot(dataFolder, aside, file, bucket)
  if (only) await copyKeys(only.files, only.keys, join(aside, OTHER_FILES))
  else if (bucket) await copyKeys(bucket, otherKeys(bucket), join(aside, OTHER_FILES))
  else await copyFolder(join(dataFolder, OTHER_FILES), join(aside, OTHER_FILES))
  const files: BackedUpFile[] = []
  for (const path of await filesUnder(aside)) files.push({ path, ...(await measure(join(aside, path))) })
  const madeAt = new Date().toISOString()
  const signed = await latestSeals(tx)
  const audit = only ? signed.filter((one) => one.organisation_id === only.id) : signed
  const manifest: Manifest = { format: 1, madeAt, firstMigration: firstMigration(), tables, files, audit }
  return { manifest: signManifest(secrets, manifest), snapshots: months.length }
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
    for await (const lines of repo.readLines(tx, table.name, only)) {
      counter.rows += lines.length
      yield `${lines.join('\n')}\n`
    }
  }
  await pipeline(Readable.from(text()), createGzip(), createWriteStream(join(aside, path), { mode: 0o600 }))
  return { name: table.name, columns: [...table.columns], rows: counter.rows, path }
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

async function writeDurably(path: string, text: string): Promise<void> {
  await writeFile(path, text, { mode: 0o600 })
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
