import { availableParallelism } from 'node:os'
import { DuckDBInstance, quotedIdentifier, quotedString, type DuckDBConnection } from '@duckdb/node-api'
import { OperatorFault } from '../../../operator'
import { createEnumTypes, createMemoryTable, dropMemoryTable, memoryTableBytes, type DerivedColumn } from './memoryTable'
import type { Companion } from '../snapshot'
import { createShelf } from './shelf'

/** A snapshot's file, and what is needed to read it. */
export interface SnapshotSource {
  /** Names the file for good: another content has another key. */
  readonly key: string
  readonly path: string
  readonly householdCount: number
  /** In the order that the ward column's enum is to have. */
  readonly wardCodes: readonly string[]
}

/** What lies on the engine's shelf. */
interface MemoryTable {
  /** Quoted. */
  readonly name: string
  drop(connection: DuckDBConnection): Promise<void>
}

/** The one DuckDB in the server, with the snapshots that are in use in memory. */
export interface Engine {
  /** Reads the snapshot into memory where it is not there yet. */
  load(source: SnapshotSource): Promise<void>
  /** Lends a connection and the quoted name of the snapshot's table until `work` is done. */
  use<T>(source: SnapshotSource, work: (connection: DuckDBConnection, table: string) => Promise<T>): Promise<T>
  /** Lends the snapshot's table with its companions, made where they are not there yet, by their quoted names. */
  useBeside<T>(
    source: SnapshotSource,
    companions: readonly Companion[],
    work: (connection: DuckDBConnection, table: string, companions: readonly string[]) => Promise<T>,
  ): Promise<T>
  /** Lends a connection alone, for queries over files. */
  withConnection<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T>
  /** Keys of what is in memory, least recently used first. */
  resident(): string[]
  close(): void
}

export interface EngineOptions {
  /** The folder of the snapshots' files: DuckDB may read no other. */
  readonly folder: string
  /** What DuckDB may take, in megabytes. */
  readonly memoryMegabytes: number
  /** Columns that every table has besides those of its file. */
  readonly derivedColumns?: readonly DerivedColumn[]
  /** What snapshots may take of it, in bytes; by default three quarters, so that queries have room. */
  readonly snapshotBytes?: number
  /** Threads that one query may use; by default one a core. */
  readonly threads?: number
}

const SHARE_OF_SNAPSHOTS = 0.75
const BYTES_A_MEGABYTE = 1_000_000

/** Idle connections that are kept; more are made when more are at work. */
const IDLE_CONNECTIONS = 8

/** Starts DuckDB in memory. */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const instance = await startDuckDB(options)
  const idle: DuckDBConnection[] = []

  async function withConnection<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    const connection = idle.pop() ?? (await instance.connect())
    let sound = false
    try {
      const result = await work(connection)
      sound = true
      return result
    } finally {
      // After a failure nobody knows what the connection is in the middle of.
      if (sound && idle.length < IDLE_CONNECTIONS) idle.push(connection)
      else connection.disconnectSync()
    }
  }

  let closed = false
  const bound = options.snapshotBytes ?? options.memoryMegabytes * BYTES_A_MEGABYTE * SHARE_OF_SNAPSHOTS
  const shelf = createShelf<MemoryTable>(bound, async (item) => {
    if (!closed) await withConnection((connection) => item.drop(connection))
  })
  let loads = 0
  const borrow = (source: SnapshotSource) =>
    shelf.borrow(source.key, memoryTableBytes(source.householdCount), async () => {
      // A number besides the key: the same snapshot may be loaded again while its old table is being dropped.
      const table = `snapshot ${source.key} ${++loads}`
      await withConnection((connection) =>
        createMemoryTable(connection, table, source.path, source.wardCodes, options.derivedColumns),
      ).catch((error: unknown) => {
        throw unreadable(source.path, error)
      })
      return { name: quotedIdentifier(table), drop: (connection) => dropMemoryTable(connection, table) }
    })
  /** `table` is the snapshot's, held by the caller meanwhile. */
  const borrowCompanion = (source: SnapshotSource, table: string, companion: Companion) =>
    shelf.borrow(`${source.key} ${companion.key}`, source.householdCount * companion.bytesAHousehold, async () => {
      const name = quotedIdentifier(`beside ${source.key} ${++loads}`)
      const drop = async (connection: DuckDBConnection) => {
        await connection.run(`drop table if exists ${name}`)
      }
      try {
        await withConnection((connection) => companion.create(connection, name, table))
      } catch (error) {
        await withConnection(drop)
        throw error
      }
      return { name, drop }
    })

  return {
    async load(source) {
      const { release } = await borrow(source)
      release()
    },
    async use(source, work) {
      const { item: table, release } = await borrow(source)
      try {
        return await withConnection((connection) => work(connection, table.name))
      } finally {
        release()
      }
    },
    async useBeside(source, companions, work) {
      const snapshot = await borrow(source)
      const held = [snapshot]
      try {
        for (const companion of companions) held.push(await borrowCompanion(source, snapshot.item.name, companion))
        const [table = '', ...beside] = held.map(({ item }) => item.name)
        return await withConnection((connection) => work(connection, table, beside))
      } finally {
        for (const { release } of held) release()
      }
    },
    withConnection,
    resident: () => shelf.keys(),
    close() {
      closed = true
      for (const connection of idle.splice(0)) connection.disconnectSync()
      instance.closeSync()
    },
  }
}

/** DuckDB's errors carry no code; whatever keeps a snapshot's file from being read, the cure is the same. */
export const unreadable = (file: string, cause: unknown) =>
  new OperatorFault(
    `The snapshot file ${file} cannot be read. Copy it back from a backup, or import that organisation's month again; ` +
      'other months and organisations are not affected.',
    { cause },
  )

/**
 * In memory, with no way out: no extension is fetched or loaded, nothing is spilled to disk (a query's rows are
 * households), and no file is read but those of the snapshots' folder, whatever a query says.
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
