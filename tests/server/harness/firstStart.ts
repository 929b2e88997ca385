/** Databases as the first start of a server leaves them: made once a run, and opened by each test's server. */
import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../../src/server/config'
import { openDatabase, type Database } from '../../../src/server/db/database'
import { migrationsFolder } from '../../../src/server/db/engine'
import { openInMemory } from '../../../src/server/db/testing/inMemory'
import { createServices } from '../../../src/server/services'

/**
 * Makes what a first start makes in a migrated database: the tables of the job queue. Closes it.
 *
 * The nightly work waits: a test that is about it says when, the others are not disturbed by it as they start.
 */
export async function startFirst(database: Database, beforeClosing?: () => Promise<void>): Promise<void> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'doorstep-data-'))
  try {
    const services = await createServices(readConfig({ DOORSTEP_DATA: dataFolder }), database)
    await services.queue.prepare()
    await database.executeSql(
      `insert into pgboss.job (name, data, singleton_key, policy, start_after)
       values ('nightly', '{}', 'nightly', 'short', now() + interval '100 years')`,
    )
    await beforeClosing?.()
    await services.close()
  } finally {
    await rm(dataFolder, { recursive: true, force: true })
  }
}

/**
 * Finds the embedded database after a first start, made once for these migrations and packages: what a later version of
 * the server makes besides it makes at each start. `npm ci` takes outdated ones away, which others may be reading.
 * @returns the file's path
 */
export async function findFirstStart(): Promise<string> {
  const folder = join(ROOT, 'node_modules/.cache/doorstep-first-start')
  const name = await hashOrigins()
  const file = join(folder, `${name}.tar`)
  if (existsSync(file)) return file
  await mkdir(folder, { recursive: true })
  // Whole or not there, whatever stops this; beside another run that makes the same.
  const unfinished = join(folder, `${name}.${randomUUID()}`)
  await dumpFirstStart(unfinished)
  await rename(unfinished, file)
  return file
}

const ROOT = join(import.meta.dirname, '../../..')

/** Of what the database is made from. */
async function hashOrigins(): Promise<string> {
  const hash = createHash('sha256')
  const migrations = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).sort()
  // npm's own note of what is installed.
  const packages = join(ROOT, 'node_modules/.package-lock.json')
  const origins = [...migrations.map((name) => join(migrationsFolder, name)), packages]
  for (const path of [...origins, import.meta.filename]) hash.update(await readFile(path))
  return hash.digest('hex').slice(0, 16)
}

/** Writes the embedded database after a first start to a file. */
async function dumpFirstStart(file: string): Promise<void> {
  const pglite = await openInMemory()
  await startFirst(await openDatabase({ memory: pglite }), async () => {
    // What nobody connects to is two thirds of the files.
    await pglite.exec('update pg_database set datistemplate = false')
    for (const name of ['template0', 'template1']) await pglite.exec(`drop database ${name}`)
    // Otherwise each server that opens it would go through the log of all that was done so far.
    await pglite.exec('checkpoint')
    await writeFile(file, Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer()))
  })
}
