/** Only into an empty Doorstep: councils' data can never mix. */
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { readBatches } from '../../lib/batches'
import type { Tx } from '../../db/engine'
import { firstMigration, START_AFRESH } from '../../db/migrations'
import { gatherStatistics } from '../../db/statistics'
import { requireDiskSpace } from '../../lib/disk'
import { putIntoStore, snapshotsFolder } from '../../modules/households/snapshots/files'
import type { RecordsAndFiles } from './backup'
import { putBack, putBackIntoBucket } from './backupFiles'
import { verifyBackup, type BackedUpTable, type Manifest } from './manifest'
import * as repo from './repo'
import { requireSignature } from './signature'

const BATCH = 1_000

export interface RestoreReport {
  readonly madeAt: string
  readonly rows: number
  readonly files: number
  /** By this instance, so that nobody changed it. */
  readonly isSigned: boolean
}

interface Options {
  /** Updates what has changed since, in the same transaction. */
  readonly settle: (tx: Tx, madeAt: Date, isSigned: boolean) => Promise<void>
  /** Also a backup whose signature is missing or of a key that is not set. */
  readonly takesUnsigned?: boolean
}

/** @throws Error in one sentence; nothing is changed */
export async function restore(
  { database, dataFolder, secrets, bucket }: RecordsAndFiles,
  folder: string,
  { settle, takesUnsigned = false }: Options,
): Promise<RestoreReport> {
  const manifest = await verifyBackup(folder)
  if (manifest.firstMigration < firstMigration())
    throw new Error(
      `${folder} was made by a version of Doorstep that this one cannot go on from. Nothing was restored. ${START_AFRESH}.`,
    )
  const isSigned = requireSignature(secrets, manifest, folder, takesUnsigned)
  const written: string[] = []
  const added: string[] = []
  try {
    await database.asSystem(async (tx) => {
      if (!(await repo.isEmpty(tx))) {
        throw new Error(
          'There are organisations here already. Restore into a new data folder (DOORSTEP_DATA) or an empty database.',
        )
      }
      await refuseNewer(tx, manifest)
      await repo.forgetRecordsKey(tx)
      // The embedded database must not meet a full disk in one large transaction.
      const requireSpace = () => requireDiskSpace(dataFolder)
      for (const table of inOrder(await repo.tables(tx), manifest)) await readTable(tx, table, folder, requireSpace)
      if (!manifest.tables.some(({ name }) => name === 'help_requests')) await repo.moveHelpRequests(tx)
      for (const table of ['contacts', 'recipients'] as const) await gatherStatistics(tx, table)
      await settle(tx, new Date(manifest.madeAt), isSigned)
      // Files before the commit: rows never appear without theirs.
      for (const { path, bytes } of manifest.files) {
        if (path.startsWith('database/')) continue
        const [, key] = /^files\/(.+)$/.exec(path) ?? []
        if (bucket && key) await putBackIntoBucket(bucket, { path: join(folder, path), key, bytes }, added)
        else await putBack(join(folder, path), join(dataFolder, path), written)
        const [, fileKey] = /^snapshots\/(.+)\.parquet$/.exec(path) ?? []
        if (fileKey) await putIntoStore(bucket, snapshotsFolder(dataFolder), fileKey)
      }
    })
  } catch (error) {
    for (const path of written) await rm(path, { force: true })
    for (const key of added) await bucket?.remove(key)
    throw error
  }
  return {
    isSigned,
    madeAt: manifest.madeAt,
    rows: manifest.tables.reduce((sum, table) => sum + table.rows, 0),
    files: manifest.files.filter(({ path }) => !path.startsWith('database/')).length,
  }
}

/** It may hold data that this version would drop. */
async function refuseNewer(tx: Tx, manifest: Manifest): Promise<void> {
  const here = await repo.tables(tx)
  for (const { name, columns } of manifest.tables) {
    const table = here.find((known) => known.name === name)
    if (!table || columns.some((column) => !table.columns.includes(column))) {
      throw new Error(
        `The backup was made by a newer Doorstep (${name}). Restore it with that version. Nothing was restored.`,
      )
    }
  }
}

const inOrder = (here: readonly repo.Table[], manifest: Manifest): BackedUpTable[] =>
  here.flatMap(({ name }) => manifest.tables.find((table) => table.name === name) ?? [])

async function readTable(
  tx: Tx,
  table: BackedUpTable,
  folder: string,
  requireSpace: () => Promise<void>,
): Promise<void> {
  // `pipe` would leave a read error unhandled, ending the process.
  const lines = pipeline(createReadStream(join(folder, table.path)), createGunzip(), () => {})
  let count = 0
  for await (const batch of readBatches(lines, BATCH)) {
    await requireSpace()
    await repo.insertLines(tx, table, batch)
    count += batch.length
  }
  if (count !== table.rows)
    throw new Error(`${table.path} holds ${count} rows instead of ${table.rows}. Nothing was restored.`)
  await repo.continueIds(tx, table)
}
