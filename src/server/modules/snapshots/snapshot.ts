import type { Readable } from 'node:stream'
import type { Tx } from '../../db/database'
import type { SnapshotColumnName } from './columns'
import type { Predicate } from './predicate'
import type { Ward } from './wards'

/**
 * What can be asked of a snapshot's households: the port that an engine implements. Queries take data and give data;
 * how they are run, and in which language, stays behind it. Rows are numbered from 0 in the snapshot's order.
 *
 * `signal` interrupts the query.
 * @throws Fault 499 when the signal was aborted.
 */
export interface SnapshotQueries {
  /** How many households match. */
  count(predicate: Predicate): Promise<number>
  /** How many households match, and how many of them are left after each step. */
  waterfall(predicate: Predicate, steps: readonly Predicate[], facts?: readonly HouseholdFacts[]): Promise<number[]>
  /** Counts and sums of the matching households by ward; wards without a match are absent. */
  totalsByWard(predicate: Predicate, signal?: AbortSignal): Promise<WardTotals[]>
  /** Which rows match: one bit a row, least significant first, padded to eight bytes, as Arrow has booleans. */
  matches(predicate: Predicate, signal?: AbortSignal): Promise<Uint8Array>
  /** References of the matching households, sorted. */
  references(predicate: Predicate, facts?: readonly HouseholdFacts[]): Promise<string[]>
  /** The matching households as text, in row order and bounded memory. The snapshot stays in memory until the stream ends. */
  rows(predicate: Predicate, format: RowFormat): Promise<Readable>
  /** Every household's reference, ward and place, in row order. */
  points(): Promise<Points>
  /** Least and greatest value of each column; null where every cell is empty. */
  bounds(columns: readonly SnapshotColumnName[]): Promise<Map<string, { min: number; max: number } | null>>
  /** Distinct values of a column in order, up to the limit, and how many there are. */
  values(column: SnapshotColumnName, limit: number): Promise<Values>
  /** {@link values} that contain a text, compared as a Condition compares. */
  valuesContaining(column: TextColumnName, text: string, limit: number): Promise<Values>
  /** Which of the wanted texts the column has, compared as a Condition compares, and how it writes them. */
  existing(column: TextColumnName, wanted: readonly string[]): Promise<{ wanted: string; value: string }[]>
}

/** A month of an organisation, its households in memory. */
export interface LoadedSnapshot extends SnapshotQueries {
  readonly id: string
  /** yyyy-mm-dd. */
  readonly month: string
  /** Names the content: importing the month again changes it (`points_version`). */
  readonly version: string
  readonly householdCount: number
  /** Sorted by code. */
  readonly wards: readonly Ward[]
}

/** Totals of the matching households of one ward. Money in pounds. */
export interface WardTotals {
  readonly wardCode: string
  readonly households: number
  /** Sum of weekly incomes. */
  readonly income: number
  /** Households whose monthly cash balance is below zero. */
  readonly belowZero: number
  /** Sum of the estimated unclaimed benefit a year. */
  readonly unclaimed: number
}

/** By row. Degrees are WGS84. */
export interface Points {
  readonly references: string[]
  readonly wardCodes: string[]
  readonly longitudes: Float64Array
  readonly latitudes: Float64Array
}

export interface Values {
  readonly values: string[]
  readonly total: number
}

/** Columns of text that people search in. */
export type TextColumnName = 'household_reference' | 'postcode'

/** What a household may claim and does not, pounds a year, by the rates of rates.ts. */
export type EstimateName =
  | 'pension_credit_a_year'
  | 'attendance_allowance_a_year'
  | 'attendance_allowance_at_higher_rate_a_year'
  | 'healthy_start_a_year'
  | 'free_school_meals_a_year'
  | 'unclaimed_a_year'

export type RowColumn = SnapshotColumnName | EstimateName

/** One value of a row: a column, several joined by commas (empty cells as nothing), or several as a JSON object. */
export type RowValue = RowColumn | { readonly joined: readonly RowColumn[] } | { readonly json: readonly RowColumn[] }

/** How rows become text. */
export interface RowFormat {
  readonly select: readonly RowValue[]
  readonly before?: string
  /** @param values of the next rows, by value of `select`. */
  encode(values: readonly (readonly unknown[])[]): string
  readonly after?: string
  /** How long a reader may take over one piece before the stream ends; by default two minutes. */
  readonly stallMs?: number
}

/** Facts about households from outside the snapshot, kept in memory beside it; a household without a row has false and 0. */
export interface HouseholdFacts {
  /** Names the content: other facts have another key. */
  readonly key: string
  /** Roughly what a household takes in memory. */
  readonly bytesAHousehold: number
  readonly columns: readonly { readonly name: string; readonly type: 'flag' | 'number' }[]
  /** Rows of a reference and the columns' values, a page at a time; read once for a snapshot. */
  read(): AsyncIterable<readonly HouseholdFact[]>
}

export interface HouseholdFact {
  readonly reference: string
  readonly values: readonly (boolean | number)[]
}

/** What a later month's snapshot says about the households that a campaign contacted. */
export interface MonthTakeUp {
  /** yyyy-mm-dd. */
  readonly month: string
  readonly claiming: number
  readonly carers: number
  /** All weekly awards of those claiming, in pence. */
  readonly weeklyPence: number
  /** Households that claim for the first time since the campaign's snapshot. */
  readonly newClaims: number
}

export interface SnapshotsService {
  /**
   * The organisation's latest snapshot, loaded into memory where it is not yet.
   * @throws Fault 404 'No snapshot has been imported yet.'
   */
  latest(organisationId: string): Promise<LoadedSnapshot>
  /**
   * The snapshot of one month, yyyy-mm-dd.
   * @param alsoRead reads in the transaction that finds the snapshot; may run more than once
   * @throws Fault 404 when there is none.
   */
  at(organisationId: string, month: string, alsoRead?: (tx: Tx) => Promise<void>): Promise<LoadedSnapshot>
  /** The month of the latest snapshot, yyyy-mm-dd, without loading it. @throws Fault 404 as {@link latest} does. */
  latestMonth(organisationId: string): Promise<string>
  /**
   * Pension Credit take-up in each month after the range's first, without loading any.
   * @param contacted references of the contacted households, a page at a time; called again when a month is replaced meanwhile.
   */
  takeUpByMonth(
    organisationId: string,
    range: { readonly from: string; readonly to: string },
    contacted: () => AsyncIterable<readonly string[]>,
  ): Promise<MonthTakeUp[]>
  /** How many households each month (yyyy-mm-dd) of the range has. */
  sizes(
    tx: Tx,
    organisationId: string,
    range: { readonly from: string; readonly to: string },
  ): Promise<{ readonly month: string; readonly households: number }[]>
  /** Frees everything in memory. */
  close(): Promise<void>
}
