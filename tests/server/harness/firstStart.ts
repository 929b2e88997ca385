/** Databases as the first start of a server leaves them: made once a run, and opened by each test's server. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../../src/server/config'
import { openDatabase, type Database } from '../../../src/server/db/database'
import { openInMemory } from '../../../src/server/db/testing/inMemory'
import { createServices } from '../../../src/server/services'

/** Makes what a first start makes in a migrated database: the tables of the job queue. Closes it. */
export async function startFirst(database: Database, beforeClosing?: () => Promise<void>): Promise<void> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'doorstep-data-'))
  try {
    const services = await createServices(readConfig({ DOORSTEP_DATA: dataFolder }), database)
    await services.queue.prepare()
    await beforeClosing?.()
    await services.close()
  } finally {
    await rm(dataFolder, { recursive: true, force: true })
  }
}

/** Writes the embedded database after a first start to a file. */
export async function dumpFirstStart(file: string): Promise<void> {
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
