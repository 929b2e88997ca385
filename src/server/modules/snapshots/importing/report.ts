/** An import's report: docs/snapshot-format.md#faults. */

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

export interface FileFault {
  readonly file: string
  /** As spreadsheets count; Parquet has no header. */
  readonly row: number | null
  readonly column: string | null
  /** Null for contacts (personal data), and where no value is at fault. */
  readonly value: string | null
  readonly expected: string
}

export interface FaultGroup {
  readonly kind: FaultKind
  readonly count: number
  readonly listed: readonly FileFault[]
  /** Such as "different ward years". */
  readonly hint: string | null
}

export interface ImportReport {
  readonly organisation: { readonly id: string; readonly slug: string; readonly name: string; readonly isNew: boolean }
  /** yyyy-mm-dd. */
  readonly month: string
  readonly householdCount: number
  readonly wardCount: number
  readonly contactCount: number | null
  readonly replaced: boolean
  readonly warnings: readonly FaultGroup[]
}

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
