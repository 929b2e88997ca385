import type { Readable } from 'node:stream'
import type { Tx } from '../../../db/engine'
import type { IsErased } from '../../platform/erasure-ledger/service'
import type { EstimateBasis } from '#contract/households/estimates'
import type { Rates } from '../estimates/rateTypes'
import type { EstimateName } from '../estimates/benefits'
import type { OptionalColumnName, SnapshotColumnName } from '../columns/columns'
import type { Condition, Predicate } from './predicate'
import type { Ward } from './wards'

/** Households of one place drawn and compared as one unit; more are a block of flats. */
export const MAX_DRAWN_TOGETHER = 8

/**
 * Engine-independent queries. Rows count from 0; `signal` interrupts.
 * @throws Fault 499 when aborted
 */
export interface SnapshotQueries {
  count(predicate: Predicate): Promise<number>
  waterfall(predicate: Predicate, steps: readonly Predicate[], facts?: readonly HouseholdFacts[]): Promise<number[]>
  totalsByWard(predicate: Predicate, signal?: AbortSignal): Promise<WardTotals[]>
  /** One bit per row, least significant first, padded to eight bytes (Arrow). */
  matches(predicate: Predicate, signal?: AbortSignal): Promise<Uint8Array>
  /** Pounds a year of the matching households, by estimate. */
  sums(predicate: Predicate, estimates: readonly EstimateName[], facts?: readonly HouseholdFacts[]): Promise<number[]>
  /** The matching households whose estimate is above zero. */
  countWith(predicate: Predicate, estimate: EstimateName, facts?: readonly HouseholdFacts[]): Promise<number>
  references(predicate: Predicate, facts?: readonly HouseholdFacts[]): Promise<string[]>
  /** References that share a fact's number above zero; each group sorted. */
  sharing(predicate: Predicate, fact: string, facts: readonly HouseholdFacts[]): Promise<string[][]>
  awards(references: readonly string[], estimate: EstimateName): Promise<Award[]>
  /** A page as JSON, in row order or by a column, largest first. */
  page(predicate: Predicate, columns: readonly RowColumn[], page: RowPage): Promise<string[]>
  /** In row order and bounded memory. */
  rows(predicate: Predicate, format: RowFormat): Promise<Readable>
  points(): Promise<Points>
  /** At the middle of the postcode, to about 100 metres. */
  pointsByPostcode(): Promise<Points>
  bounds(columns: readonly SnapshotColumnName[]): Promise<Map<string, { min: number; max: number } | null>>
  /** Distinct, sorted. */
  values(column: SnapshotColumnName, limit: number): Promise<Values>
  valuesContaining(column: TextColumnName, text: string, limit: number): Promise<Values>
  existing(column: TextColumnName, wanted: readonly string[]): Promise<{ wanted: string; value: string }[]>
}

interface Award {
  readonly reference: string
  readonly wardCode: string
  /** Pounds a year. */
  readonly award: number
  readonly place: string
}

/** Values, each covering one or more column values, or bins of equal width, the last one closed. */
export type FacetDefinition = {
  readonly name: string
  readonly column: SnapshotColumnName
  readonly size: number
} & (
  | { readonly values: readonly (readonly string[])[] }
  | { readonly minimum: number; readonly maximum: number; readonly step: number }
)

interface FacetsRequest {
  readonly facets: readonly FacetDefinition[]
  readonly selections: readonly { readonly facet: string; readonly condition: Condition }[]
  readonly along?: string | undefined
}

export interface FacetQueries {
  /** For each facet, households that match all other facets' selections; and those that match all. */
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
  readonly wards: readonly Ward[]
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

interface RowPage {
  readonly mostFirst: RowColumn | undefined
  readonly offset: number
  readonly limit: number
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
  /** Month in which they were not yet claiming, yyyy-mm-dd. */
  readonly before: string | null
  readonly months: readonly MonthTakeUp[]
  /** Weekly award in pence by reference. */
  readonly claimants: ReadonlyMap<string, number>
}

export interface GroupClaims {
  readonly households: number
  readonly claiming: number
  readonly weeklyPence: number
  /** Households in both months' data, claiming or not. */
  readonly stayed: number
  /** Not claiming, drawn together counted once; with sums for intervals. */
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

/** A status held in a later month but not an earlier one. */
export interface StatusChange {
  readonly column: SnapshotColumnName
  readonly values: readonly string[]
}

export interface SelectionMoves {
  readonly households: number
  /** Selected later but not earlier, and those that the earlier month lacks. */
  readonly cameIn: number
  readonly added: number
  /** The reverse. */
  readonly wentOut: number
  readonly gone: number
  /** Counts households that are in both months and selected in either. */
  readonly claims: readonly { readonly column: string; readonly began: number; readonly stopped: number }[]
}

interface ComparedMonth {
  /** yyyy-mm-dd. */
  readonly month: string
  readonly path: string
  /** Unparsed: parsing may take long. */
  readonly wardsJson: string
  readonly localAuthority: { readonly code: string; readonly name: string } | undefined
}

export interface SelectedSnapshot {
  readonly snapshot: LoadedSnapshot
  readonly predicate: Predicate
}

export interface SnapshotsService {
  /** @throws Fault 404 when nothing was imported */
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

export interface SnapshotMonths {
  /** Newest first. */
  list(
    organisationId: string,
  ): Promise<{ readonly month: string; readonly householdCount: number; readonly importedAt: Date }[]>
  /** yyyy-mm-dd. @throws Fault 404 */
  findLatest(organisationId: string): Promise<string>
  /** Undefined when nothing was imported. */
  findLocalAuthority(organisationId: string): Promise<string | undefined>
  /** Whether the version is in use; it then stays so until the transaction ends. */
  holdInUse(tx: Tx, version: string): Promise<boolean>
  listSizes(
    tx: Tx,
    organisationId: string,
    range: { readonly from: string; readonly to: string },
  ): Promise<{ readonly month: string; readonly households: number }[]>
}

export interface MonthComparisons {
  /**
   * Compares months from `toldFrom` on with the last one up to `sent`, within `from` and `to` (yyyy-mm-dd).
   * @param contacted references in pages; called again when a month is replaced
   */
  takeUp(
    organisationId: string,
    range: { readonly from: string; readonly sent: string; readonly toldFrom: string; readonly to: string },
    contacted: () => AsyncIterable<readonly string[]>,
  ): Promise<TakeUpComparison>
  /** Without loading the months. @throws Fault 404 */
  claimsByGroup(
    organisationId: string,
    months: { readonly before: string; readonly later: string },
    listed: () => AsyncIterable<readonly ListedHousehold[]>,
  ): Promise<ClaimsByGroup>
  /** @param columns whose status may be `claiming` */
  moves(
    months: { readonly now: SelectedSnapshot; readonly then: SelectedSnapshot },
    columns: readonly SnapshotColumnName[],
  ): Promise<SelectionMoves>
  /** References that the earlier month lacks, or had in none of the statuses. @throws Fault 404 */
  changedSince(
    organisationId: string,
    months: { readonly before: string; readonly later: string },
    change: StatusChange | null,
  ): Promise<readonly string[]>
}

export interface MonthFiles {
  /** Newest first, without loading months; two rows for a month that was replaced. */
  readHousehold(
    organisationId: string,
    reference: string,
  ): Promise<{ readonly month: string; readonly row: Readonly<Record<string, unknown>> }[]>
  findToCompare(organisationId: string, month: string): Promise<ComparedMonth | undefined>
  /** Never deletes the latest month (yyyy-mm-dd). @returns how many */
  deleteBefore(organisationId: string, month: string): Promise<number>
  /** @returns how many */
  deleteReplaced(organisationId: string, before: Date): Promise<number>
  /** Drops deleted and replaced months from memory and unused copies. */
  forgetGone(): Promise<void>
  listKeys(tx: Tx, organisationId: string): Promise<string[]>
  remove(fileKey: string): Promise<void>
  erase(organisationId: string, isErased: IsErased): Promise<void>
}
