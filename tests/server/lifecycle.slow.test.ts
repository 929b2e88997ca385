import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freshPostgres } from './harness/engines'
import { emptyDatabaseFolder } from '../../src/server/db/databaseFolder'
import { createPrograms } from './harness/programs'

let dataFolder: string
const { startServer, command, killAll } = createPrograms(() => dataFolder)

beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'doorstep-life-'))
})
afterEach(async () => {
  await killAll()
  await rm(dataFolder, { recursive: true, force: true })
})

describe('The embedded data folder', () => {
  test('belongs to one process, and is whole and free at once when that is killed with -9', async () => {
    const add = () => command(['user', 'add', 'a@b.example', '--role', 'SuperAdmin'])
    const added = await add()
    expect([added.code, added.output]).toEqual([
      0,
      expect.stringContaining('a@b.example may now sign in to every organisation'),
    ])

    // PostgreSQL numbers each database that it makes: a first start copies the one of the build.
    const numberOf = async (database: string) =>
      (await readFile(join(database, 'global/pg_control'))).readBigUInt64LE(0)
    expect(await numberOf(join(dataFolder, 'database'))).toBe(await numberOf(await emptyDatabaseFolder()))

    const server = await startServer()
    expect((await fetch(`${server.url}/health`)).status).toBe(200)
    const second = await add()
    expect([second.code, second.output]).toEqual([
      1,
      expect.stringContaining('Stop it first, or set DATABASE_URL to run on PostgreSQL'),
    ])

    server.child.kill('SIGKILL')
    await server.ended
    // What was written before stands.
    const again = await add()
    expect([again.code, again.output]).toEqual([1, expect.stringContaining('a@b.example is known already.')])
  })
})

describe('On PostgreSQL', () => {
  test('servers and commands work side by side, and start together on an empty database', async () => {
    const { url, drop } = await freshPostgres()
    try {
      const [one, two] = await Promise.all([startServer({ DATABASE_URL: url }), startServer({ DATABASE_URL: url })])
      const added = await command(['user', 'add', 'a@b.example', '--role', 'SuperAdmin'], { DATABASE_URL: url })
      expect(added.code).toBe(0)
      for (const server of [one, two]) {
        expect((await fetch(`${server.url}/health`)).status).toBe(200)
        server.child.kill('SIGTERM')
        expect(await server.ended).toBe(0)
      }
    } finally {
      await drop()
    }
  })
})
