import type { FilterType } from '#contract/filters'
import type { SnapshotColumnName } from '../snapshots/columns'

/** One filter of the catalogue. Its values or bounds come from the column and the snapshot. */
export interface CatalogueFilter {
  /** `filter_name` on the wire: the column's name, but for the four search filters. */
  readonly name: string
  readonly column: SnapshotColumnName
  readonly type: FilterType
  readonly displayName: string
  readonly placeholder: string
  readonly description: string
  /** Names of values that read better in a filter than the column's own. */
  readonly valueNames?: Readonly<Record<string, string>>
  /** Offer only values that occur, where a column has far more. */
  readonly onlyPresent?: boolean
}

export interface CatalogueSubcategory {
  readonly name: string
  readonly displayName: string
  readonly description: string
  readonly filters: readonly CatalogueFilter[]
}

export interface CatalogueCategory {
  readonly name: string
  readonly displayName: string
  readonly subcategories: readonly CatalogueSubcategory[]
}

type Column = Extract<SnapshotColumnName, string>

function of(type: FilterType, placeholder: string) {
  return (
    column: Column,
    displayName: string,
    description: string,
    more: Partial<Pick<CatalogueFilter, 'placeholder' | 'valueNames' | 'onlyPresent'>> = {},
  ): CatalogueFilter => ({ name: column, column, type, displayName, placeholder, description, ...more })
}

/** A few values. */
export const checkboxes = of('checkbox_multiple', '')
/** Many values. */
export const dropdown = of('dropdown_checkbox_multiple', 'Choose any')
/** A range set by two handles. The only control for amounts that can be negative. */
export const slider = of('dual_range_slider', '')
/** A range typed as two whole numbers. */
export const typedRange = of('integer_to_integer', 'Whole number')
