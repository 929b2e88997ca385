import type { Database } from '../../../db/database'

/** What to import, and into what. */
export interface ImportRequest {
  readonly into: {
    readonly database: Database
    /** `DOORSTEP_DATA`: snapshots lie in its folder `snapshots`. */
    readonly dataFolder: string
  }
  /** Created where the slug is new. */
  readonly organisation: {
    readonly slug: string
    readonly name: string
    /** E-mail domain of its people; null leaves its domains as they are. */
    readonly domain: string | null
    /** Fictional households, for an organisation of the demo. */
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
  /** Stops the import as long as nothing is taken. */
  readonly signal?: AbortSignal
}

/** What an import is doing, and the fraction of its work done. */
export interface ImportProgress {
  readonly doing: string
  readonly fraction: number
}
