import { area } from './categories/area'
import { benefits } from './categories/benefits'
import { healthAndCare } from './categories/healthAndCare'
import { home } from './categories/home'
import { household } from './categories/household'
import { money } from './categories/money'
import { risk } from './categories/risk'
import { work } from './categories/work'
import type { CatalogueCategory, CatalogueFilter } from './definition'

/**
 * One filter per snapshot column except `longitude` and `latitude`, with the column's names; the four search filters
 * have names of their own.
 */
export const CATALOGUE: readonly CatalogueCategory[] = [
  area,
  household,
  home,
  money,
  work,
  benefits,
  healthAndCare,
  risk,
]

/** The search box outside the categories. */
export const HOUSEHOLD_REFERENCE_FILTER: CatalogueFilter = {
  name: 'household_references',
  column: 'household_reference',
  type: 'search',
  displayName: 'Household reference',
  placeholder: 'Search or paste household references',
  description: 'Choose households by their reference. Several can be pasted at once.',
}

export const CATALOGUE_FILTERS: readonly CatalogueFilter[] = [
  HOUSEHOLD_REFERENCE_FILTER,
  ...CATALOGUE.flatMap((category) => category.subcategories.flatMap((subcategory) => subcategory.filters)),
]
