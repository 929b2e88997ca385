import { availableParallelism } from 'node:os'
import { DuckDBInstance, quotedIdentifier, quotedString, type DuckDBConnection } from '@duckdb/node-api'
import { Fault } from '../../../../http/faults'
import { OperatorFault } from '../../../../lib/operator'
import type { Rates } from '../../estimates/rateTypes'
import type { HouseholdFacts } from '../snapshot'
import { createFactsTable } from './factsTable'
import { createEnumTypes, createMemoryTable, dropMemoryTable, memoryTableBytes } from './memoryTable'
import { createTableCache } from './tableCache'

export interface SnapshotSource {
  readonly key: string
  readonly path: string
  readonly fetch?: () => Promise<unknown>
  readonly householdCount: number
  readonly wardCodes: readonly string[]
  readonly rates: Rates
}

interface UseOptions {
  readonly facts?: readonly HouseholdFacts[] | undefined
  readonly signal?: AbortSignal | undefined
}

export type EngineConnection = DuckDBConnection

/**
 * Lends a connection and relation until `work` ends. `households.rowid`, without facts also `rowid`, counts from 0.
 * @throws Fault 499 when aborted
 */
export type Use = <T>(
  work: (connection: DuckDBConnection, from: string) => Promise<T>,
  options?: UseOptions,
) => Promise<T>

export interface SnapshotEngine {
  load(source: SnapshotSource): Promise<void>
  use(source: SnapshotSource): Use
  withFiles<T>(
    paths: readonly string[],
    work: (connection: DuckDBConnection, from: readonly string[]) => Promise<T>,
  ): Promise<T>
  /** @throws OperatorFault for a truncated file. */
  requireWhole(path: string): Promise<void>
  forget(key: string): Promise<void>
  inMemory(): { readonly count: number; readonly bytes: number }
  close(): void
}

export interface SnapshotEngineOptions {
  /** The only folder that DuckDB may read. */
  readonly folder: string
  readonly memoryMegabytes: number
  /** Default: three quarters of the memory. */
  readonly snapshotBytes?: number | undefined
  readonly threads?: number | undefined
}

interface MemoryTable {
  readonly name: string
  drop(connection: DuckDBConnection): Promise<void>
}

const SHARE_OF_SNAPSHOTS = 0.75
const BYTES_A_MEGABYTE = 1_000_000
const IDLE_CONNECTIONS = 8

/** Starts an in-memory DuckDB. */
export async function createSnapshotEngine(options: SnapshotEngineOptions): Promise<SnapshotEngine> {
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
    cache.borrow(`${source.key} at ${source.rates.taxYear}`, memoryTableBytes(source.householdCount), async () => {
      // A reload may overlap the drop of the old table.
      const table = `snapshot ${source.key} ${++tables}`
      await source.fetch?.()
      await withConnection((connection) =>
        createMemoryTable(connection, table, source.path, source.wardCodes, source.rates),
      ).catch((error: unknown) => {
        throw unreadable(source.path, error)
      })
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
          const [households = '', ...others] = held.map(({ item }) => item.name)
          const from = [`${households} as households`, ...others].join(' positional join ')
          return await withConnection((connection) => interruptible(connection, signal, () => work(connection, from)))
        } catch (error) {
          if (isAborted(signal)) throw aborted()
          throw error
        } finally {
          for (const { release } of held) release()
        }
      },
    withFiles: (paths, work) => withConnection((connection) => work(connection, paths.map(parquet))),
    async requireWhole(path) {
      await withConnection((connection) =>
        connection.run(`select * from parquet_file_metadata(${quotedString(path)})`),
      ).catch((error: unknown) => {
        throw unreadable(path, error)
      })
    },
    forget: (key) => cache.forget(key),
    inMemory: () => ({ count: cache.keys().length, bytes: cache.taken() }),
    close() {
      closed = true
      for (const connection of idle.splice(0)) connection.disconnectSync()
      instance.closeSync()
    },
  }
}

const parquet = (path: string) => `read_parquet(${quotedString(path)})`

/** A function, because TypeScript would narrow the property to false. */
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
    signal?.removeEventListener('abort', interrupt)
  }
}

const unreadable = (file: string, cause: unknown) =>
  new OperatorFault(
    `The snapshot file ${file} cannot be read. Copy it back from a backup, or import that organisation's month again; ` +
      'other months and organisations are not affected.',
    { cause },
  )

/** Locked down: no extensions, no spilling to disk (rows are households), no files outside the folder. */
async function startDuckDB({ folder, memoryMegabytes, threads }: SnapshotEngineOptions): Promise<DuckDBInstance> {
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
