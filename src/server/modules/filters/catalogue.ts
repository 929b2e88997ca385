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
 * The filter catalogue as data: every filter is bound to one column of the snapshot.
 *
 * Policy: every column of the snapshot has a filter, but `longitude` and `latitude`. Nobody asks for
 * households between two degrees; places are asked for by ward, local authority and postcode, and
 * the map shows the rest. A filter's name is its column's name, and a value's name is the
 * snapshot's value; the four search filters have names of their own.
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

/** The filter of the household reference search box: apart from the categories, as `GET /api/household-reference-filter`. */
export const HOUSEHOLD_REFERENCE_FILTER: CatalogueFilter = {
  name: 'household_references',
  column: 'household_reference',
  type: 'search',
  displayName: 'Household reference',
  placeholder: 'Search or paste household references',
  description: 'Choose households by their reference. Several can be pasted at once.',
}

/** Every filter that a request may name. */
export const CATALOGUE_FILTERS: readonly CatalogueFilter[] = [
  HOUSEHOLD_REFERENCE_FILTER,
  ...CATALOGUE.flatMap((category) => category.subcategories.flatMap((subcategory) => subcategory.filters)),
]
