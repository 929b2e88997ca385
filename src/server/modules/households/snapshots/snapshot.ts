import type { Readable } from 'node:stream'
import type { Tx } from '../../../db/engine'
import type { IsErased } from '../../platform/erasure-ledger/service'
import type { EstimateBasis } from '#contract/households/estimates'
import type { Rates } from '../estimates/rateTypes'
import type { EstimateName } from '../estimates/benefits'
import type { OptionalColumnName, SnapshotColumnName } from '../columns/columns'
import type { Condition, Predicate } from './predicate'
import type { Ward } from './wards'

/** Households of one place that a hold-out draws, and a report compares, as one; more are a block of flats. */
export const MAX_OF_ONE_ADDRESS = 8

/**
 * Queries on a snapshot, independent of the engine. Rows count from 0 in the snapshot's order; `signal` interrupts.
 * @throws Fault 499 when the signal was aborted
 */
export interface SnapshotQueries {
  count(predicate: Predicate): Promise<number>
  /** Households left after each step. */
  waterfall(predicate: Predicate, steps: readonly Predicate[], facts?: readonly HouseholdFacts[]): Promise<number[]>
  /** Without wards that have no match. */
  totalsByWard(predicate: Predicate, signal?: AbortSignal): Promise<WardTotals[]>
  /** One bit per row, least significant first, padded to eight bytes, as in Arrow. */
  matches(predicate: Predicate, signal?: AbortSignal): Promise<Uint8Array>
  /** Pounds a year of the matching households, by estimate. */
  sums(predicate: Predicate, estimates: readonly EstimateName[], facts?: readonly HouseholdFacts[]): Promise<number[]>
  /** The matching households whose estimate is above zero. */
  countWith(predicate: Predicate, estimate: EstimateName, facts?: readonly HouseholdFacts[]): Promise<number>
  references(predicate: Predicate, facts?: readonly HouseholdFacts[]): Promise<string[]>
  awards(references: readonly string[], estimate: EstimateName): Promise<Award[]>
  /** In row order and bounded memory. The snapshot stays in memory until the stream ends. */
  rows(predicate: Predicate, format: RowFormat): Promise<Readable>
  points(): Promise<Points>
  /** As `points`, but each household at the middle of its postcode, to about 100 metres. */
  pointsByPostcode(): Promise<Points>
  bounds(columns: readonly SnapshotColumnName[]): Promise<Map<string, { min: number; max: number } | null>>
  /** Distinct, sorted. */
  values(column: SnapshotColumnName, limit: number): Promise<Values>
  /** Compares as {@link Condition} does. */
  valuesContaining(column: TextColumnName, text: string, limit: number): Promise<Values>
  /** Compares as {@link Condition} does. */
  existing(column: TextColumnName, wanted: readonly string[]): Promise<{ wanted: string; value: string }[]>
}

export interface Award {
  readonly reference: string
  readonly wardCode: string
  /** Pounds a year. */
  readonly award: number
  /** The same for households of one address. */
  readonly place: string
}

/** A filter's values, each covering one or more column values, or bins of equal width, the last one closed. */
export type FacetDefinition = {
  readonly name: string
  readonly column: SnapshotColumnName
  readonly size: number
} & (
  | { readonly values: readonly (readonly string[])[] }
  | { readonly minimum: number; readonly maximum: number; readonly step: number }
)

export interface FacetsRequest {
  /** The same for every request on a snapshot. */
  readonly facets: readonly FacetDefinition[]
  readonly selections: readonly { readonly facet: string; readonly condition: Condition }[]
  /** Counts each of its bins, ignoring its own selections. */
  readonly along?: string | undefined
}

export interface FacetQueries {
  /**
   * For each facet, the households that match all other facets' selections; and the households that match all. Once, or
   * for each bin of `along`.
   */
  facets(request: FacetsRequest): Promise<{ readonly counts: Uint32Array; readonly households: Uint32Array }>
}

export interface LoadedSnapshot extends SnapshotQueries, FacetQueries {
  readonly id: string
  readonly organisationId: string
  /** yyyy-mm-dd. */
  readonly month: string
  /** Changes with a re-import (`points_version`). */
  readonly version: string
  readonly householdCount: number
  /** Sorted by code. */
  readonly wards: readonly Ward[]
  /** In force at the time of the request. */
  readonly rates: Rates
  readonly basis: EstimateBasis
}

export interface WardTotals {
  readonly wardCode: string
  readonly households: number
  readonly income: number
  readonly belowZero: number
  /** Pounds a year, lowest and highest. */
  readonly unclaimed: number
  readonly unclaimedHighest: number
}

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

export type TextColumnName = 'household_reference' | 'postcode'

export type RowColumn = SnapshotColumnName | OptionalColumnName | EstimateName

/** A column, several joined by commas (skipping empty cells), or a JSON object. */
export type RowValue = RowColumn | { readonly joined: readonly RowColumn[] } | { readonly json: readonly RowColumn[] }

export interface RowFormat {
  readonly select: readonly RowValue[]
  readonly before?: string
  /** @param values by column of `select` */
  encode(values: readonly (readonly unknown[])[]): string
  readonly after?: string
  readonly stallMs?: number
}

/** Facts from outside the snapshot; households without a row get false and 0. */
export interface HouseholdFacts {
  readonly key: string
  readonly bytesAHousehold: number
  readonly columns: readonly { readonly name: string; readonly type: 'flag' | 'number' }[]
  read(): AsyncIterable<readonly HouseholdFact[]>
}

export interface HouseholdFact {
  readonly reference: string
  readonly values: readonly (boolean | number)[]
}

export interface MonthTakeUp {
  /** yyyy-mm-dd. */
  readonly month: string
  readonly claiming: number
  readonly carers: number
  readonly weeklyPence: number
  readonly newClaims: number
}

export interface TakeUpComparison {
  /** The month in which they were not yet claiming, yyyy-mm-dd; null when there is none. */
  readonly before: string | null
  readonly months: readonly MonthTakeUp[]
  /** Who claims in the last month: reference to weekly award in pence. */
  readonly claimants: ReadonlyMap<string, number>
}

export interface GroupClaims {
  /** Not claiming in the earlier month. */
  readonly households: number
  /** Of these, claiming in the later month. */
  readonly claiming: number
  readonly weeklyPence: number
  /** What of the group both months have, whatever it claims. */
  readonly stayed: number
  /** Households, or those drawn together, that are not claiming; and sums over them, for intervals. */
  readonly units: number
  readonly sizeSquares: number
  readonly claimSquares: number
  readonly claimsBySize: number
  readonly penceSquares: number
  readonly penceBySize: number
}

export interface ListedHousehold {
  readonly reference: string
  readonly group: string
}

export interface ClaimsByGroup {
  readonly of: (group: string) => GroupClaims
  readonly others: GroupClaims
}

/** A status that households have in a later month but not in an earlier one. */
export interface StatusChange {
  readonly column: SnapshotColumnName
  readonly values: readonly string[]
}

export interface SelectionMoves {
  readonly households: number
  /** In the selection later but not earlier, and how many of these the earlier month lacks altogether. */
  readonly cameIn: number
  readonly added: number
  /** The reverse. */
  readonly wentOut: number
  readonly gone: number
  /** Of households in both months' data, selected in either. */
  readonly claims: readonly { readonly column: string; readonly began: number; readonly stopped: number }[]
}

export interface ComparedMonth {
  /** yyyy-mm-dd. */
  readonly month: string
  /** Path of the Parquet file. */
  readonly path: string
  /** As the records hold them, which may take long to read. */
  readonly wardsJson: string
  /** Taken from the first ward. */
  readonly localAuthority: { readonly code: string; readonly name: string } | undefined
}

export interface SelectedSnapshot {
  readonly snapshot: LoadedSnapshot
  readonly predicate: Predicate
}

export interface SnapshotsService {
  /** Loads it if needed. @throws Fault 404 when nothing was imported */
  latest(organisationId: string): Promise<LoadedSnapshot>
  /**
   * @param month yyyy-mm-dd
   * @param alsoRead runs in the same transaction, possibly twice
   * @throws Fault 404
   */
  at(organisationId: string, month: string, alsoRead?: (tx: Tx) => Promise<void>): Promise<LoadedSnapshot>
  readonly months: SnapshotMonths
  readonly comparisons: MonthComparisons
  readonly files: MonthFiles
  /** Bytes are estimated. */
  measureMemory(): { readonly count: number; readonly bytes: number }
  close(): Promise<void>
}

/** Months, without loading them. */
export interface SnapshotMonths {
  /** Newest first. */
  list(
    organisationId: string,
  ): Promise<{ readonly month: string; readonly householdCount: number; readonly importedAt: Date }[]>
  /** yyyy-mm-dd. @throws Fault 404 */
  findLatest(organisationId: string): Promise<string>
  /** Code of the latest snapshot's first ward; undefined when nothing was imported. */
  findLocalAuthority(organisationId: string): Promise<string | undefined>
  listSizes(
    tx: Tx,
    organisationId: string,
    range: { readonly from: string; readonly to: string },
  ): Promise<{ readonly month: string; readonly households: number }[]>
}

export interface MonthComparisons {
  /**
   * Compares the months from `toldFrom` on with the last one up to `sent`, none earlier than `from` or later than `to`
   * (yyyy-mm-dd).
   * @param contacted references in pages; called again when a month is replaced
   */
  takeUp(
    organisationId: string,
    range: { readonly from: string; readonly sent: string; readonly toldFrom: string; readonly to: string },
    contacted: () => AsyncIterable<readonly string[]>,
  ): Promise<TakeUpComparison>
  /** Compares two months by groups of households, without loading them. @throws Fault 404 when a month is missing */
  claimsByGroup(
    organisationId: string,
    months: { readonly before: string; readonly later: string },
    listed: () => AsyncIterable<readonly ListedHousehold[]>,
  ): Promise<ClaimsByGroup>
  /** Compares a selection in two loaded months. @param columns whose status may be `claiming` */
  moves(
    months: { readonly now: SelectedSnapshot; readonly then: SelectedSnapshot },
    columns: readonly SnapshotColumnName[],
  ): Promise<SelectionMoves>
  /** References of the later month that the earlier one lacks, or had in none of the statuses. @throws Fault 404 */
  changedSince(
    organisationId: string,
    months: { readonly before: string; readonly later: string },
    change: StatusChange | null,
  ): Promise<readonly string[]>
}

export interface MonthFiles {
  /** Every month's row of a household, newest first, without loading any. */
  readHousehold(
    organisationId: string,
    reference: string,
  ): Promise<{ readonly month: string; readonly row: Readonly<Record<string, unknown>> }[]>
  /** The latest month up to this one, else the latest of all. */
  findToCompare(organisationId: string, month: string): Promise<ComparedMonth | undefined>
  /** Deletes months before `month` (yyyy-mm-dd), but never the latest. @returns how many */
  deleteBefore(organisationId: string, month: string): Promise<number>
  /** Drops deleted months from memory and from unused copies; runs by itself once a minute. */
  forgetGone(): Promise<void>
  /** Every month's file, for {@link MonthFiles.remove}. */
  listKeys(tx: Tx, organisationId: string): Promise<string[]>
  remove(fileKey: string): Promise<void>
  /** Rewrites the months that contain erased households. */
  erase(organisationId: string, isErased: IsErased): Promise<void>
}
