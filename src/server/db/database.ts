/**
 * Policy: how code reaches the records. What answers a person's request works through
 * `forOrganisation`, under row-level security; only sign-in, import, the command line and the
 * workers' housekeeping use `asSystem`.
 */
import { sql } from 'drizzle-orm'
import { openEmbedded } from './embedded/embedded'
import type { DatabaseLocation, Engine, Tx } from './engine'
import { openPostgres } from './postgres'

export type { DatabaseLocation, Tx } from './engine'

/** The records, on the embedded engine or on PostgreSQL. */
export interface Database {
  /** A transaction that sees the rows of one organisation and no other. */
  forOrganisation<T>(organisationId: string, work: (tx: Tx) => Promise<T>): Promise<T>
  /** A transaction that sees everything. */
  asSystem<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** {@link asSystem} for one statement: a third of the way, where every request goes it. */
  oneAsSystem<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Runs SQL outside a transaction, for the job queue, which writes its own. */
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
  readonly engine: Engine['kind']
  /** Settles when the records cannot be reached again before the next start. PostgreSQL may always come back. */
  readonly lost: Promise<Error>
  close(): Promise<void>
}

/**
 * Opens the records and brings their schema up to date.
 * @throws DataFolderInUse when another process has the folder.
 */
export async function openDatabase(location: DatabaseLocation): Promise<Database> {
  const engine = 'url' in location ? await openPostgres(location.url) : await openEmbedded(location)
  return {
    engine: engine.kind,
    lost: engine.lost,
    forOrganisation: (organisationId, work) =>
      engine.transaction(async (tx) => {
        // One statement for both, until the transaction ends: every request waits for it.
        await tx.execute(
          sql`select set_config('role', 'doorstep_app', true), set_config('app.org', ${organisationId}, true)`,
        )
        return work(tx)
      }),
    asSystem: (work) => engine.transaction(work),
    oneAsSystem: (work) => engine.single(work),
    executeSql: (text, values) => engine.executeSql(text, values),
    close: () => engine.close(),
  }
}
