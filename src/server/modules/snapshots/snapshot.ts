import type { DuckDBConnection } from '@duckdb/node-api'
import type { Tx } from '../../db/database'
import type { Ward } from './wards'

/** An organisation's month, its households in memory. */
export interface LoadedSnapshot {
  readonly id: string
  /** yyyy-mm-dd. */
  readonly month: string
  /** Names the file that the rows are of: a re-import of the same month changes it (`points_version`). */
  readonly version: string
  readonly householdCount: number
  /** Sorted by code. The enum of `ward_code` in memory has its values in this order. */
  readonly wards: readonly Ward[]
  /**
   * Lends a pooled connection and the quoted name of an in-memory table, valid until `work` is done.
   *
   * The table has the columns of SNAPSHOT_COLUMNS in their order, types as `memoryType` says (enums for
   * `enum` and `ward`). Its `rowid` counts from 0 in row order: `order by rowid` is the row order of the
   * points. An enum compared with a value that it lacks is a conversion error in DuckDB, so values are
   * checked against the catalogue (or the wards) first.
   *
   * Work that streams ends when its stream has: the table is not dropped before.
   */
  use<T>(work: (connection: DuckDBConnection, table: string) => Promise<T>): Promise<T>
  /**
   * {@link use} with companions: further tables in memory with a row for each household in the same row order,
   * so that `positional join` puts them beside the snapshot's columns. Each is made once, kept while there is
   * room, and dropped like a snapshot. `work` gets their quoted names in the order of `companions`.
   */
  useBeside<T>(
    companions: readonly Companion[],
    work: (connection: DuckDBConnection, table: string, companions: readonly string[]) => Promise<T>,
  ): Promise<T>
}

/** Facts about households that are no part of the snapshot. */
export interface Companion {
  /** Names the content for good: other facts have another key. */
  readonly key: string
  /** What a household's row takes in memory, roughly. */
  readonly bytesAHousehold: number
  /** Makes the table of that quoted name, a row for each row of `table`, in its order. */
  create(connection: DuckDBConnection, name: string, table: string): Promise<void>
}

/** The file of one month, for comparing months. */
export interface MonthFile {
  /** yyyy-mm-dd. */
  readonly month: string
  /**
   * SQL to select from: the columns of SNAPSHOT_COLUMNS with types as `parquetType` says, enums as text. Only the
   * columns that a query names are read.
   */
  readonly from: string
}

export interface SnapshotsService {
  /**
   * The organisation's latest snapshot, its households in memory. Cheap when they are there already: one
   * small read of the database, so that a new import is taken up by the next request.
   *
   * @throws Fault 404 'No snapshot has been imported yet.'
   */
  latest(organisationId: string): Promise<LoadedSnapshot>
  /**
   * The snapshot of one month, yyyy-mm-dd.
   * @param alsoRead reads what else is needed in the transaction that looks the snapshot up; perhaps more than once
   * @throws Fault 404 when there is none.
   */
  at(organisationId: string, month: string, alsoRead?: (tx: Tx) => Promise<void>): Promise<LoadedSnapshot>
  /** The month of the latest snapshot without loading it, yyyy-mm-dd. @throws Fault 404 as {@link latest} does. */
  latestMonth(organisationId: string): Promise<string>
  /**
   * Lends a connection and the organisation's months from the first to the last asked for, both included, in order:
   * to compare months by a few of their columns without taking any into memory. `work` is done again when one of
   * the files was replaced meanwhile.
   */
  acrossMonths<T>(
    organisationId: string,
    range: { readonly from: string; readonly to: string },
    work: (connection: DuckDBConnection, months: readonly MonthFile[]) => Promise<T>,
  ): Promise<T>
  /** Lets go of everything in memory. */
  close(): Promise<void>
}
