import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { inject } from 'vitest'
import { openDatabase, type Database } from '../../../src/server/db/database'
import { openDatabaseInMemory } from '../../../src/server/db/testing/inMemory'
import { administer } from './postgres'

/** The engines that records can be kept on: what the records answer is tested on both, the rest on one. */
export const ENGINES = ['embedded', 'postgresql'] as const
export type EngineName = (typeof ENGINES)[number]

/** A fresh database as a server's first start leaves it, gone when it is closed. */
export async function freshDatabase(engine: EngineName): Promise<Database> {
  if (engine === 'embedded') {
    return openDatabaseInMemory(new Blob([await readFile(inject('embeddedDump'))]))
  }
  const { url, drop } = await freshPostgres(inject('postgresTemplate'))
  const database = await openDatabase({ url })
  return {
    ...database,
    async close() {
      await database.close()
      await drop()
    },
  }
}

/** A database on the tests' PostgreSQL: empty, or like another. */
export async function freshPostgres(template = 'template1'): Promise<{ url: string; drop(): Promise<void> }> {
  const server = inject('postgresUrl')
  const name = `doorstep_test_${randomBytes(6).toString('hex')}`
  await administer(server, `create database ${name} template ${template}`)
  return { url: `${server}/${name}`, drop: () => administer(server, `drop database ${name} with (force)`) }
}
