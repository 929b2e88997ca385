/** What is asked of a household, as data: any engine can answer it. Columns are the snapshot's or a {@link HouseholdFacts}'. */
export type Condition =
  /**
   * An enum, a ward or a text that is one of these. References are compared ignoring case and surrounding space,
   * postcodes ignoring case and spaces; a value that the column does not have matches no household.
   */
  | { readonly kind: 'oneOf'; readonly column: string; readonly values: readonly string[] }
  /** A number, both ends included. An empty cell is in no range. */
  | { readonly kind: 'between'; readonly column: string; readonly from: number; readonly to: number }
  | { readonly kind: 'below'; readonly column: string; readonly limit: number }
  | { readonly kind: 'flag'; readonly column: string; readonly value: boolean }

/** Conditions that must all hold; none means every household. */
export type Predicate = readonly Condition[]

/** The predicate that every household meets. */
export const EVERY_HOUSEHOLD: Predicate = []
