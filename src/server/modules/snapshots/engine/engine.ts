import { availableParallelism } from 'node:os'
import { DuckDBInstance, quotedIdentifier, quotedString, type DuckDBConnection } from '@duckdb/node-api'
import { Fault } from '../../../faults'
import { OperatorFault } from '../../../operator'
import type { HouseholdFacts } from '../snapshot'
import { createFactsTable } from './factsTable'
import { createEnumTypes, createMemoryTable, dropMemoryTable, memoryTableBytes } from './memoryTable'
import { createTableCache } from './tableCache'

/** A snapshot's file, and what is needed to read it. */
export interface SnapshotSource {
  /** Names the content: another content has another key. */
  readonly key: string
  readonly path: string
  readonly householdCount: number
  /** In the order that the ward column's enum is to have. */
  readonly wardCodes: readonly string[]
}

export interface UseOptions {
  /** Joined to the snapshot's columns. */
  readonly facts?: readonly HouseholdFacts[] | undefined
  /** Interrupts the query. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Lends a connection and what to select from, until `work` is done: the columns of SNAPSHOT_COLUMNS with types as
 * `memoryType` says, and those of the facts. `rowid` counts from 0 in row order where there are no facts.
 * @throws Fault 499 when the signal was aborted.
 */
export type Use = <T>(
  work: (connection: DuckDBConnection, from: string) => Promise<T>,
  options?: UseOptions,
) => Promise<T>

/** The one DuckDB in the server, with the snapshots that are in use in memory. */
export interface Engine {
  /** Reads the snapshot into memory where it is not there yet. */
  load(source: SnapshotSource): Promise<void>
  /** Lends that snapshot. */
  use(source: SnapshotSource): Use
  /** Lends a connection and SQL to select from each of the files. */
  withFiles<T>(
    paths: readonly string[],
    work: (connection: DuckDBConnection, from: readonly string[]) => Promise<T>,
  ): Promise<T>
  /** @throws OperatorFault when the file has lost its end. */
  requireWhole(path: string): Promise<void>
  close(): void
}

export interface EngineOptions {
  /** The folder of the snapshots' files: DuckDB may read no other. */
  readonly folder: string
  /** Memory for DuckDB, in megabytes. */
  readonly memoryMegabytes: number
  /** The part of it for snapshots, in bytes; by default three quarters, so that queries have room. */
  readonly snapshotBytes?: number | undefined
  /** Threads of one query; by default one a core. */
  readonly threads?: number | undefined
}

/** A table in memory. */
interface MemoryTable {
  /** Quoted. */
  readonly name: string
  drop(connection: DuckDBConnection): Promise<void>
}

const SHARE_OF_SNAPSHOTS = 0.75
const BYTES_A_MEGABYTE = 1_000_000
const IDLE_CONNECTIONS = 8

/** Starts DuckDB in memory. */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const instance = await startDuckDB(options)
  const idle: DuckDBConnection[] = []

  async function withConnection<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    const connection = idle.pop() ?? (await instance.connect())
    let succeeded = false
    try {
      const result = await work(connection)
      succeeded = true
      return result
    } finally {
      // After a failure the connection may be in the middle of something.
      if (succeeded && idle.length < IDLE_CONNECTIONS) idle.push(connection)
      else connection.disconnectSync()
    }
  }

  let closed = false
  let tables = 0
  const capacity = options.snapshotBytes ?? options.memoryMegabytes * BYTES_A_MEGABYTE * SHARE_OF_SNAPSHOTS
  const cache = createTableCache<MemoryTable>(capacity, async (table) => {
    if (!closed) await withConnection((connection) => table.drop(connection))
  })

  const borrowSnapshot = (source: SnapshotSource) =>
    cache.borrow(source.key, memoryTableBytes(source.householdCount), async () => {
      // Numbered, because a snapshot may be loaded again while its old table is being dropped.
      const table = `snapshot ${source.key} ${++tables}`
      await withConnection((connection) => createMemoryTable(connection, table, source.path, source.wardCodes)).catch(
        (error: unknown) => {
          throw unreadable(source.path, error)
        },
      )
      return { name: quotedIdentifier(table), drop: (connection) => dropMemoryTable(connection, table) }
    })

  const borrowFacts = (source: SnapshotSource, snapshotTable: string, facts: HouseholdFacts) =>
    cache.borrow(`${source.key} ${facts.key}`, source.householdCount * facts.bytesAHousehold, async () => {
      const name = quotedIdentifier(`facts ${source.key} ${++tables}`)
      const drop = async (connection: DuckDBConnection) => {
        await connection.run(`drop table if exists ${name}`)
      }
      try {
        await withConnection((connection) => createFactsTable(connection, name, snapshotTable, facts))
      } catch (error) {
        await withConnection(drop)
        throw error
      }
      return { name, drop }
    })

  return {
    async load(source) {
      const { release } = await borrowSnapshot(source)
      release()
    },
    use:
      (source) =>
      async (work, { facts = [], signal } = {}) => {
        if (isAborted(signal)) throw aborted()
        const snapshot = await borrowSnapshot(source)
        const held = [snapshot]
        try {
          for (const each of facts) held.push(await borrowFacts(source, snapshot.item.name, each))
          const from = held.map(({ item }) => item.name).join(' positional join ')
          return await withConnection((connection) => interruptible(connection, signal, () => work(connection, from)))
        } catch (error) {
          // An interrupted query fails; the signal says why.
          if (isAborted(signal)) throw aborted()
          throw error
        } finally {
          for (const { release } of held) release()
        }
      },
    withFiles: (paths, work) => withConnection((connection) => work(connection, paths.map(parquet))),
    async requireWhole(path) {
      // A Parquet file that was cut off has lost its footer.
      await withConnection((connection) =>
        connection.run(`select * from parquet_file_metadata(${quotedString(path)})`),
      ).catch((error: unknown) => {
        throw unreadable(path, error)
      })
    },
    close() {
      closed = true
      for (const connection of idle.splice(0)) connection.disconnectSync()
      instance.closeSync()
    },
  }
}

const parquet = (path: string) => `read_parquet(${quotedString(path)})`

/** A function, because TypeScript takes a signal that was not aborted to stay so. */
const isAborted = (signal: AbortSignal | undefined) => signal?.aborted === true

const aborted = () => new Fault(499, 'cancelled', 'The request was cancelled.')

async function interruptible<T>(
  connection: DuckDBConnection,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const interrupt = () => connection.interrupt()
  signal?.addEventListener('abort', interrupt, { once: true })
  try {
    return await work()
  } finally {
    // The connection is lent to others next.
    signal?.removeEventListener('abort', interrupt)
  }
}

/** DuckDB's errors carry no code; whatever keeps a snapshot's file from being read, the cure is the same. */
const unreadable = (file: string, cause: unknown) =>
  new OperatorFault(
    `The snapshot file ${file} cannot be read. Copy it back from a backup, or import that organisation's month again; ` +
      'other months and organisations are not affected.',
    { cause },
  )

/**
 * In memory and locked in: no extension is loaded, nothing is spilled to disk (a query's rows are households), and no
 * file is read outside the snapshots' folder, whatever a query says.
 */
async function startDuckDB({ folder, memoryMegabytes, threads }: EngineOptions): Promise<DuckDBInstance> {
  const instance = await DuckDBInstance.create(':memory:', {
    threads: String(threads ?? availableParallelism()),
    memory_limit: `${memoryMegabytes}MB`,
    temp_directory: '',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  })
  const connection = await instance.connect()
  await createEnumTypes(connection)
  await connection.run(`set allowed_directories = [${quotedString(folder)}]`)
  await connection.run(`set enable_external_access = false`)
  await connection.run(`set lock_configuration = true`)
  connection.disconnectSync()
  return instance
}
