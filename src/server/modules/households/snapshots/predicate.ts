import type { Area } from '#contract/households/area'

/** Engine-independent. Columns are the snapshot's or those of {@link HouseholdFacts}. */
export type Condition =
  /** References ignore case and outer space, postcodes case and all spaces. Unknown values match nothing. */
  | {
      readonly kind: 'oneOf'
      readonly column: string
      readonly values: readonly string[]
      readonly isNot?: boolean
      /** Listed by the server. */
      readonly isComputed?: boolean
    }
  /** Inclusive; empty cells match nothing. */
  | { readonly kind: 'between'; readonly column: string; readonly from: number; readonly to: number }
  /** A column of {@link HouseholdFacts}: `from` inclusive, `below` exclusive. */
  | { readonly kind: 'within'; readonly column: string; readonly from: number; readonly below: number }
  | { readonly kind: 'flag'; readonly column: string; readonly value: boolean }
  | { readonly kind: 'anyOf'; readonly conditions: Predicate }
  | { readonly kind: 'inside'; readonly area: Area }

export type Predicate = readonly Condition[]

export const EVERY_HOUSEHOLD: Predicate = []
