import type { FilterType } from '#contract/households/filters'
import type { SnapshotColumnName } from '../columns/columns'

export interface CatalogueFilter {
  /** The column's name, except for search filters. */
  readonly name: string
  readonly column: SnapshotColumnName
  readonly type: FilterType
  readonly displayName: string
  readonly placeholder: string
  readonly description: string
  readonly valueNames?: Readonly<Record<string, string>>
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

/** Groups subcategories. */
export const category = (
  name: string,
  displayName: string,
  ...subcategories: readonly CatalogueSubcategory[]
): CatalogueCategory => ({ name, displayName, subcategories })

/** Groups filters. */
export const subcategory = (
  name: string,
  displayName: string,
  description: string,
  ...filters: readonly CatalogueFilter[]
): CatalogueSubcategory => ({ name, displayName, description, filters })

function of(type: FilterType, placeholder: string) {
  return (
    column: SnapshotColumnName,
    displayName: string,
    description: string,
    more: Partial<Pick<CatalogueFilter, 'placeholder' | 'valueNames' | 'onlyPresent'>> = {},
  ): CatalogueFilter => ({ name: column, column, type, displayName, placeholder, description, ...more })
}

export const checkboxes = of('checkbox_multiple', '')
export const dropdown = of('dropdown_checkbox_multiple', 'Choose any')
/** The only range control for negative amounts. */
export const slider = of('dual_range_slider', '')
export const typedRange = of('integer_to_integer', 'Whole number')
/** For values from the data; its name differs from the column's. */
export const search = (
  name: string,
  column: SnapshotColumnName,
  displayName: string,
  placeholder: string,
  description: string,
): CatalogueFilter => ({ name, column, type: 'search', displayName, placeholder, description })
