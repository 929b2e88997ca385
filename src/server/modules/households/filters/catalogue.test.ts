import { beforeAll, expect, test } from 'vitest'
import { DYNAMIC_FILTER_NAMES, FILTER_TYPES, filterCategorySchema, type Filter } from '#contract/households/filters'
import { SNAPSHOT_COLUMNS, snapshotColumn } from '../columns/columns'
import { bindCatalogue, type SnapshotCatalogue } from './boundCatalogue'
import { CATALOGUE, CATALOGUE_FILTERS } from './catalogue'
import { readFacts } from './facts'
import { compileSelections } from './compileFilters'
import { makeSnapshot, TEST_WARDS, makeWard } from '../snapshots/testing/households'

let catalogue: SnapshotCatalogue
beforeAll(async () => {
  const snapshot = await makeSnapshot([
    { weekly_income: 100.5, monthly_cash_balance: -20.25, postcode: 'B1 1AA', preferred_language: 'cy' },
    { weekly_income: 1203.01, monthly_cash_balance: -0.4, postcode: 'A1 1AA', youngest_child_age: 3 },
  ])
  catalogue = bindCatalogue(await readFacts(snapshot))
})

const onTheWire = (): Filter[] =>
  catalogue.categories.flatMap((category) => category.subcategories.flatMap((subcategory) => subcategory.filters))
const named = (name: string) => onTheWire().find((filter) => filter.filter_name === name)

test('about forty filters in seven or eight categories, using all five types', () => {
  expect(CATALOGUE_FILTERS.length).toBeGreaterThanOrEqual(38)
  expect(CATALOGUE_FILTERS.length).toBeLessThanOrEqual(46)
  expect([7, 8]).toContain(CATALOGUE.length)
  expect(new Set(CATALOGUE_FILTERS.map((filter) => filter.type))).toEqual(new Set(FILTER_TYPES))
})

test('every column of the snapshot has a filter, but longitude and latitude', () => {
  const filtered = new Set<string>(CATALOGUE_FILTERS.map((filter) => filter.column))
  expect(SNAPSHOT_COLUMNS.map((column) => column.name).filter((name) => !filtered.has(name))).toEqual([
    'longitude',
    'latitude',
  ])
})

test('names are unique, and are the column’s own but for the search filters', () => {
  expect(new Set(CATALOGUE_FILTERS.map((filter) => filter.name)).size).toBe(CATALOGUE_FILTERS.length)
  const others = CATALOGUE_FILTERS.filter((filter) => filter.name !== filter.column)
  expect(new Set(others.map((filter) => filter.name))).toEqual(new Set(DYNAMIC_FILTER_NAMES))
  expect(others.every((filter) => filter.type === 'search')).toBe(true)
})

test('every other name for a value is a value of the column', () => {
  for (const filter of CATALOGUE_FILTERS) {
    const column = snapshotColumn(filter.column)
    const values = column.kind === 'enum' ? column.values.map((value) => value.name) : []
    expect(values).toEqual(expect.arrayContaining(Object.keys(filter.valueNames ?? {})))
  }
})

test('amounts that can be negative are set by handles: the typed fields take digits only', async () => {
  for (const filter of CATALOGUE_FILTERS.filter((each) => each.type === 'integer_to_integer')) {
    const column = snapshotColumn(filter.column)
    expect('range' in column ? column.range[0] : -1, filter.name).toBeGreaterThanOrEqual(0)
  }
})

test('the reply is what the contract says, and everything people read is written', () => {
  for (const category of catalogue.categories) expect(filterCategorySchema.parse(category)).toEqual(category)
  for (const filter of onTheWire()) {
    expect(filter.display_name, filter.filter_name).toMatch(/^\p{Lu}/u)
    expect(filter.description, filter.filter_name).toMatch(/[.]$/)
  }
})

test('every value that is offered is accepted', () => {
  for (const filter of onTheWire()) {
    const isDynamic = DYNAMIC_FILTER_NAMES.some((name) => name === filter.filter_name)
    const values = filter.filter_values.map((value) => (isDynamic ? value.display_name : value.name))
    const list = [{ filter_name: filter.filter_name, filter_value_list: values }]
    expect(() =>
      compileSelections(
        {
          filter_request_list: isDynamic ? [] : list,
          dynamic_filter_value_request_list: isDynamic ? list : [],
        },
        catalogue,
      ),
    ).not.toThrow()
  }
})

test('ranges have the snapshot’s bounds in whole numbers, money as money', () => {
  expect(named('weekly_income')?.filter_values).toEqual([
    { name: '100', display_name: '£100' },
    { name: '1204', display_name: '£1,204' },
  ])
  expect(named('monthly_cash_balance')?.filter_values).toEqual([
    { name: '-21', display_name: '-£21' },
    { name: '0', display_name: '£0' },
  ])
  expect(named('youngest_child_age')?.filter_values.map((value) => value.display_name)).toEqual(['3', '3'])
})

test('a column that is empty in every row still has a range', async () => {
  const facts = await readFacts(await makeSnapshot([{}]))
  const filters = bindCatalogue(facts)
    .categories.flatMap((category) => category.subcategories)
    .flatMap((sub) => sub.filters)
  expect(filters.find((filter) => filter.filter_name === 'youngest_child_age')?.filter_values).toHaveLength(2)
})

test('flags read Yes and No, and languages are those that someone speaks', () => {
  expect(named('carer')?.filter_values).toEqual([
    { name: 'true', display_name: 'Yes' },
    { name: 'false', display_name: 'No' },
  ])
  expect(
    named('preferred_language')
      ?.filter_values.map((value) => value.name)
      .sort(),
  ).toEqual(['cy', 'en'])
})

test('wards, authorities and postcodes come from the snapshot, in order', () => {
  expect(named('ward')?.filter_values.map((value) => value.display_name)).toEqual([
    'Ashton',
    'Brook & Vale',
    'Swan Hill',
  ])
  expect(named('local_authority')?.filter_values).toHaveLength(2)
  expect(named('postcodes')?.filter_values.map((value) => value.name)).toEqual(['A1 1AA', 'B1 1AA'])
})

test('a long list is given as its first fifty and the total', async () => {
  const facts = await readFacts(await makeSnapshot([{}]))
  const filters = bindCatalogue({ ...facts, postcodes: { first: ['A1 1AA'], total: 6_000 } })
    .categories.flatMap((category) => category.subcategories)
    .flatMap((subcategory) => subcategory.filters)
  expect(filters.find((filter) => filter.filter_name === 'postcodes')).toMatchObject({ total: 6_000 })
})

test('wards of the same name are told apart', async () => {
  const wards = [...TEST_WARDS, makeWard({ code: 'W05000009', name: 'ashton', localAuthorityName: 'Glanmor' })]
  const facts = await readFacts(await makeSnapshot([{}], wards))
  const wardNames = bindCatalogue(facts)
    .categories.flatMap((category) => category.subcategories)
    .flatMap((subcategory) => subcategory.filters)
    .find((filter) => filter.filter_name === 'ward')
    ?.filter_values.map((value) => value.display_name)
  expect(wardNames).toEqual(['ashton (Glanmor)', 'Ashton (Northmere)', 'Brook & Vale', 'Swan Hill'])
})

test('the tag changes with what the catalogue says', async () => {
  const facts = await readFacts(await makeSnapshot([{}]))
  const tag = bindCatalogue(facts).tag
  expect(bindCatalogue({ ...facts }).tag).toBe(tag)
  expect(bindCatalogue({ ...facts, wards: TEST_WARDS.slice(1) }).tag).not.toBe(tag)
})
