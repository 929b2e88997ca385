/** Requests use `forOrganisation`; only sign-in, import, command line and background work use `asSystem`. */
import { openEmbedded } from './embedded/embedded'
import type { Connections, DatabaseLocation, DatabaseEngine, Tx } from './engine'
import { pendingMigrations } from './migrations'
import { openPostgres } from './postgres'

export interface Database {
  /** Under row-level security. */
  forOrganisation<T>(organisationId: string, work: (tx: Tx) => Promise<T>): Promise<T>
  /** Bypasses row-level security. */
  asSystem<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** One statement, saving round trips. */
  asSystemWithoutTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Outside a transaction, for the job queue. */
  readonly executeSql: DatabaseEngine['executeSql']
  pendingMigrations(): Promise<number>
  /** The embedded database has one. */
  connections(): Connections
  readonly engine: DatabaseEngine['kind']
  /** Settles when out of reach until a restart. PostgreSQL may always come back. */
  readonly lost: Promise<Error>
  close(): Promise<void>
}

/** Opens and migrates the database. @throws DataFolderInUse */
export async function openDatabase(location: DatabaseLocation): Promise<Database> {
  const engine = 'url' in location ? await openPostgres(location.url) : await openEmbedded(location)
  return {
    engine: engine.kind,
    lost: engine.lost,
    forOrganisation: (organisationId, work) => engine.transaction(work, organisationId),
    asSystem: (work) => engine.transaction(work),
    asSystemWithoutTransaction: (work) => engine.single(work),
    executeSql: (text, values) => engine.executeSql(text, values),
    pendingMigrations: () => pendingMigrations((text, values) => engine.executeSql(text, values)),
    connections: () => engine.connections(),
    close: () => engine.close(),
  }
}
