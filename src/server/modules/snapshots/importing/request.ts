import type { Database } from '../../../db/database'
import type { SnapshotStore } from '../files'

export interface ImportRequest {
  readonly into: {
    readonly database: Database
    readonly dataFolder: string
    readonly store?: SnapshotStore | undefined
  }
  readonly organisation: {
    readonly slug: string
    readonly name: string
    /** Null changes none. */
    readonly domain: string | null
    readonly isDemo?: boolean
  }
  readonly month: string
  /** Households: CSV, CSV.gz or Parquet; contacts: CSV or CSV.gz. */
  readonly wardsFile: string
  readonly householdsFile: string
  readonly contactsFile?: string
  readonly localAuthority?: { readonly code: string; readonly name: string; readonly nameWelsh?: string }
  readonly signal?: AbortSignal
}

export interface ImportProgress {
  readonly doing: string
  readonly fraction: number
}
