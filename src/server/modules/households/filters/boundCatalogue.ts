import { createHash } from 'node:crypto'
import { CONTACT_FILTERS, LISTED_FILTERS } from '#contract/households/overTime'
import { AREA_FILTER } from '#contract/households/area'
import type { Filter, FilterCategory, FilterValue } from '#contract/households/filters'
import { facetBins } from '#contract/households/bins'
import { WHOLE_LIST_LIMIT } from '#contract/households/filters'
import { isContactHidden } from '../need-to-know/groups'
import { snapshotColumn, type SnapshotColumn } from '../columns/columns'
import type { FacetDefinition } from '../snapshots/snapshot'
import type { Ward } from '../snapshots/wards'
import { CATALOGUE, CATALOGUE_FILTERS } from './catalogue'
import { chooseNames } from './choice'
import type { CatalogueFilter } from './definition'
import { EVERYDAY_WORDS } from './everydayWords'
import { findBounds, type GeoBounds } from '../snapshots/importing/bounds'
import { localAuthorityOptions, wardOptions, type PlaceOption } from './places'

export const FIRST_OPTIONS = 50

export interface SnapshotFacts {
  readonly wards: readonly Ward[]
  /** By range column; null when empty. */
  readonly bounds: ReadonlyMap<string, { readonly min: number; readonly max: number } | null>
  /** By column of filters with `onlyPresent`. */
  readonly present: ReadonlyMap<string, ReadonlySet<string>>
  readonly postcodes: FirstValues
}

/** Sorted; truncated above the whole-list limit. */
export interface FirstValues {
  readonly first: readonly string[]
  readonly total: number
}

export type BoundFilter =
  | { readonly kind: 'range'; readonly column: SnapshotColumn & { readonly range: readonly [number, number] } }
  | { readonly kind: 'choice'; readonly column: SnapshotColumn; readonly values: ReadonlySet<string> }
  | { readonly kind: 'flag'; readonly column: SnapshotColumn }
  | { readonly kind: 'place'; readonly column: SnapshotColumn; readonly options: readonly PlaceOption[] }
  | { readonly kind: 'text'; readonly column: SnapshotColumn }
  | { readonly kind: 'area'; readonly around: GeoBounds }
  /** Needs a query per request. */
  | { readonly kind: 'listed' }

/** `names`: values on the wire; empty for a range. */
type CatalogueFacet = FacetDefinition & { readonly names: readonly string[] }

export interface SnapshotCatalogue {
  readonly hidden: ReadonlySet<string>
  readonly tag: string
  readonly categories: readonly FilterCategory[]
  readonly filters: ReadonlyMap<string, BoundFilter>
  readonly facets: readonly CatalogueFacet[]
}

/** Adds a snapshot's bounds, wards and values. */
export function bindCatalogue(facts: SnapshotFacts): SnapshotCatalogue {
  const categories = CATALOGUE.map((category) => ({
    category_name: category.name,
    display_name: category.displayName,
    subcategories: category.subcategories.map((subcategory) => ({
      subcategory_name: subcategory.name,
      display_name: subcategory.displayName,
      description: subcategory.description,
      filters: subcategory.filters.map((filter) => onTheWire(filter, facts)),
    })),
  }))
  return {
    hidden: new Set(),
    tag: computeTag(categories),
    categories,
    filters: new Map<string, BoundFilter>([
      ...CATALOGUE_FILTERS.map((filter) => [filter.name, bound(filter, facts.wards)] as const),
      [AREA_FILTER.filter_name, { kind: 'area', around: findBounds(facts.wards) }],
      ...LISTED_FILTERS.map(({ filter_name }) => [filter_name, { kind: 'listed' }] as const),
    ]),
    facets: CATALOGUE_FILTERS.flatMap((filter) => makeFacet(filter, facts)),
  }
}

const computeTag = (categories: readonly FilterCategory[]) =>
  createHash('sha256').update(JSON.stringify(categories)).digest('base64url')

/** Without filters of hidden columns. */
export function withoutColumns(catalogue: SnapshotCatalogue, columns: ReadonlySet<string>): SnapshotCatalogue {
  const names = new Set(hiddenFilters(columns).map(({ name }) => name))
  const categories = catalogue.categories
    .map((category) => ({
      ...category,
      subcategories: category.subcategories
        .map((sub) => ({ ...sub, filters: sub.filters.filter((filter) => !names.has(filter.filter_name)) }))
        .filter(({ filters }) => filters.length > 0),
    }))
    .filter(({ subcategories }) => subcategories.length > 0)
  return {
    hidden: names,
    tag: computeTag(categories),
    categories,
    filters: new Map([...catalogue.filters].filter(([name]) => !names.has(name))),
    facets: catalogue.facets.filter(({ name }) => !names.has(name)),
  }
}

/** A drawn area reveals an exact place, a contact filter the source of a campaign's list. */
export const hiddenFilters = (columns: ReadonlySet<string>): Pick<CatalogueFilter, 'name' | 'displayName'>[] => [
  ...CATALOGUE_FILTERS.filter(({ column }) => columns.has(column)),
  ...(columns.has('longitude') ? [{ name: AREA_FILTER.filter_name, displayName: AREA_FILTER.display_name }] : []),
  ...(isContactHidden(columns)
    ? CONTACT_FILTERS.map(({ filter_name: name, display_name: displayName }) => ({ name, displayName }))
    : []),
]

function makeFacet(filter: CatalogueFilter, facts: SnapshotFacts): CatalogueFacet[] {
  const { name, column } = filter
  const { kind } = snapshotColumn(column)
  if (kind === 'text') return []
  const { filter_values: values } = listValues(filter, facts)
  if (kind === 'integer' || kind === 'money' || kind === 'degrees') {
    const [minimum = 0, maximum = 0] = values.map((value) => Number(value.name))
    const { size, step } = facetBins(minimum, maximum)
    return [{ name, column, size, minimum, maximum, step, names: [] }]
  }
  const listWards = (authority: string) =>
    facts.wards.filter((ward) => ward.localAuthorityCode === authority).map((ward) => ward.code)
  const names = values.map((value) => value.name)
  const groups = names.map((each) => (name === 'local_authority' ? listWards(each) : [each]))
  return [{ name, column, size: names.length, values: groups, names }]
}

function bound(filter: CatalogueFilter, wards: readonly Ward[]): BoundFilter {
  const column = snapshotColumn(filter.column)
  switch (column.kind) {
    case 'integer':
    case 'money':
    case 'degrees':
      return { kind: 'range', column }
    case 'enum':
      return { kind: 'choice', column, values: new Set(column.values.map((value) => value.name)) }
    case 'flag':
      return { kind: 'flag', column }
    case 'ward':
      return {
        kind: 'place',
        column,
        options: filter.name === 'ward' ? wardOptions(wards) : localAuthorityOptions(wards),
      }
    case 'text':
      return { kind: 'text', column }
  }
}

function onTheWire(filter: CatalogueFilter, facts: SnapshotFacts): Filter {
  const values = listValues(filter, facts)
  const nameValue = (name: string) =>
    values.filter_values.find((value) => value.name === name) ??
    boundValue(Number(name), snapshotColumn(filter.column).kind)
  return {
    filter_name: filter.name,
    display_name: filter.displayName,
    placeholder: filter.placeholder,
    description: filter.description,
    type: filter.type,
    ...values,
    everyday_words: EVERYDAY_WORDS.filter((entry) => entry.filter === filter.name).map(({ words, choice }) => ({
      words: [...words],
      filter_values: choice ? chooseNames(values.filter_values, choice).map(nameValue) : [],
    })),
  }
}

function listValues(filter: CatalogueFilter, facts: SnapshotFacts): Pick<Filter, 'filter_values' | 'total'> {
  const column = snapshotColumn(filter.column)
  switch (column.kind) {
    case 'integer':
    case 'money':
    case 'degrees': {
      const bounds = facts.bounds.get(filter.column) ?? { min: 0, max: 0 }
      return {
        filter_values: [Math.floor(bounds.min), Math.ceil(bounds.max)].map((value) => boundValue(value, column.kind)),
      }
    }
    case 'flag':
      return {
        filter_values: [
          { name: 'true', display_name: 'Yes' },
          { name: 'false', display_name: 'No' },
        ],
      }
    case 'enum': {
      const present = filter.onlyPresent ? facts.present.get(filter.column) : undefined
      const values = column.values.filter((value) => !present || present.has(value.name))
      return {
        filter_values: values.map((value) => ({
          name: value.name,
          display_name: filter.valueNames?.[value.name] ?? value.displayName,
        })),
      }
    }
    case 'ward':
      return wholeOrFirst(
        (filter.name === 'ward' ? wardOptions(facts.wards) : localAuthorityOptions(facts.wards)).map(asValue),
      )
    case 'text':
      return {
        filter_values: facts.postcodes.first.map((postcode) => ({ name: postcode, display_name: postcode })),
        ...(facts.postcodes.total > facts.postcodes.first.length ? { total: facts.postcodes.total } : {}),
      }
  }
}

/** A place as a filter value on the wire. */
export const asValue = (option: PlaceOption): FilterValue => ({ name: option.name, display_name: option.displayName })

function wholeOrFirst(values: FilterValue[]): Pick<Filter, 'filter_values' | 'total'> {
  return values.length > WHOLE_LIST_LIMIT
    ? { filter_values: values.slice(0, FIRST_OPTIONS), total: values.length }
    : { filter_values: values }
}

const whole = new Intl.NumberFormat('en-GB')
const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP', maximumFractionDigits: 0 })

function boundValue(value: number, kind: SnapshotColumn['kind']): FilterValue {
  // Math.ceil(-0.4) is -0, shown as "-0".
  const number = value === 0 ? 0 : value
  return { name: String(number), display_name: (kind === 'money' ? pounds : whole).format(number) }
}
