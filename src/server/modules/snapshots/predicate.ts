import type { Area } from '#contract/area'

/** A question about households as data, for any engine. Columns are the snapshot's or a {@link HouseholdFacts}'. */
export type Condition =
  /** References ignore case and outer space, postcodes case and spaces. Unknown values match nothing. */
  | { readonly kind: 'oneOf'; readonly column: string; readonly values: readonly string[]; readonly isNot?: boolean }
  /** Both included; empty cells match nothing. */
  | { readonly kind: 'between'; readonly column: string; readonly from: number; readonly to: number }
  /** A number of a {@link HouseholdFacts}: `from` included, `below` not. */
  | { readonly kind: 'within'; readonly column: string; readonly from: number; readonly below: number }
  | { readonly kind: 'flag'; readonly column: string; readonly value: boolean }
  /** At least one of them holds. */
  | { readonly kind: 'anyOf'; readonly conditions: Predicate }
  /** By longitude and latitude. */
  | { readonly kind: 'inside'; readonly area: Area }

/** All must hold. */
export type Predicate = readonly Condition[]

export const EVERY_HOUSEHOLD: Predicate = []
