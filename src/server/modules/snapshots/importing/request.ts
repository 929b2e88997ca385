import type { Database } from '../../../db/database'

/** What to import, and into what. */
export interface ImportRequest {
  readonly into: {
    readonly database: Database
    /** `DOORSTEP_DATA`: snapshots lie in its folder `snapshots`. */
    readonly dataFolder: string
  }
  /** Found by its slug, and made when there is none of that slug, in the same transaction as the snapshot. */
  readonly organisation: {
    readonly slug: string
    readonly name: string
    /** E-mail domain of its people; null leaves its domains as they are. */
    readonly domain: string | null
    /** Fictional households, for an organisation of the demo: no others come into it. */
    readonly isDemo?: boolean
  }
  /** yyyy-mm-dd. */
  readonly month: string
  /** Paths of the files. Households: CSV, CSV.gz or Parquet; contacts: CSV or CSV.gz. */
  readonly wardsFile: string
  readonly householdsFile: string
  readonly contactsFile?: string
  /** For wards whose file does not name their local authority. */
  readonly localAuthority?: { readonly code: string; readonly name: string; readonly nameWelsh?: string }
}

/** What an import is doing, and how much of all its work is done: 0 to 1. */
export interface ImportProgress {
  readonly doing: string
  readonly fraction: number
}
