/**
 * The report of an import: what it did, or its faults, counted and the first of each kind listed
 * (docs/snapshot-format.md#faults).
 */

/** Faults of one kind that are listed; the rest are counted. */
export const LISTED_PER_KIND = 20

export type FaultKind =
  | 'unreadable file'
  | 'no rows'
  | 'truncated gzip'
  | 'not UTF-8'
  | 'broken row'
  | 'missing column'
  | 'unknown column'
  | 'bad value'
  | 'repeated reference'
  | 'unknown ward'
  | 'coordinate outside the wards'
  | 'bad ward'
  | 'contact without a household'

/** Row and column are null where a fault is of the whole file. */
export interface FileFault {
  /** The name of the file, without its folder. */
  readonly file: string
  /** As a spreadsheet counts: the header is row 1. In a Parquet file the first household is row 1. */
  readonly row: number | null
  readonly column: string | null
  /** Null where the fault is not of a value, and for contacts, which are personal data. */
  readonly value: string | null
  /** What was expected, as a sentence or its part. */
  readonly expected: string
}

/** The faults of one kind. */
export interface FaultGroup {
  readonly kind: FaultKind
  readonly count: number
  readonly listed: readonly FileFault[]
  /** What they suggest together, such as "different ward years". */
  readonly hint: string | null
}

export interface ImportReport {
  readonly organisation: { readonly id: string; readonly slug: string; readonly name: string; readonly isNew: boolean }
  /** yyyy-mm-dd. */
  readonly month: string
  readonly householdCount: number
  readonly wardCount: number
  /** Null without a contacts file: the contacts are unchanged. */
  readonly contactCount: number | null
  /** Whether this month had been imported before. */
  readonly replaced: boolean
  readonly warnings: readonly FaultGroup[]
}

/** Thrown by an import whose files have faults. Nothing was changed. */
export class ImportFaults extends Error {
  readonly faults: readonly FaultGroup[]
  readonly warnings: readonly FaultGroup[]

  constructor(faults: readonly FaultGroup[], warnings: readonly FaultGroup[] = []) {
    const count = faults.reduce((sum, group) => sum + group.count, 0)
    super(`The files have ${count.toLocaleString('en-GB')} ${count === 1 ? 'fault' : 'faults'}. Nothing was imported.`)
    this.name = 'ImportFaults'
    this.faults = faults
    this.warnings = warnings
  }
}
