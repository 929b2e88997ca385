/**
 * What an import tells: what it did, or every fault that it found. Policy
 * (docs/snapshot-format.md#faults): the first 20 of each kind, and the counts.
 */

/** Faults of one kind that are listed one by one; the rest is only counted. */
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

/** One fault of a file. Row and column are null where a fault is of the file as a whole. */
export interface FileFault {
  /** The name of the file, without its folder. */
  readonly file: string
  /** As a spreadsheet counts: the header is row 1. In a Parquet file the first household is row 1. */
  readonly row: number | null
  readonly column: string | null
  /** What stands there; null where the fault is not of a value. Never a value of the contacts file. */
  readonly value: string | null
  /** What was expected, as a sentence or its part. */
  readonly expected: string
}

/** The faults of one kind: how many there are in all, and the first {@link LISTED_PER_KIND}. */
export interface FaultGroup {
  readonly kind: FaultKind
  readonly count: number
  readonly listed: readonly FileFault[]
  /** What the faults of this kind together look like ("different ward years"), where they look like anything. */
  readonly hint: string | null
}

export interface ImportReport {
  readonly organisation: { readonly id: string; readonly slug: string; readonly name: string; readonly isNew: boolean }
  /** yyyy-mm-dd. */
  readonly month: string
  readonly householdCount: number
  readonly wardCount: number
  /** Null when no contacts file was given: the contacts are then as they were. */
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
