import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { inject } from 'vitest'
import { openDatabase, type Database } from '../../../src/server/db/database'

/** The engines that records can be kept on: what the records answer is tested on both, the rest on one. */
export const ENGINES = ['embedded', 'postgresql'] as const
export type EngineName = (typeof ENGINES)[number]

/** A fresh, migrated database, gone when it is closed. */
export async function freshDatabase(engine: EngineName): Promise<Database> {
  if (engine === 'embedded') {
    return openDatabase({ memory: true, from: new Blob([await readFile(inject('embeddedDump'))]) })
  }
  const { url, drop } = await freshPostgres()
  const database = await openDatabase({ url })
  return {
    ...database,
    async close() {
      await database.close()
      await drop()
    },
  }
}

/** An empty database on the tests' PostgreSQL. */
export async function freshPostgres(): Promise<{ url: string; drop(): Promise<void> }> {
  const server = inject('postgresUrl')
  const name = `doorstep_test_${randomBytes(6).toString('hex')}`
  await administer(`create database ${name}`)
  return { url: `${server}/${name}`, drop: () => administer(`drop database ${name} with (force)`) }
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${inject('postgresUrl')}/postgres` })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
