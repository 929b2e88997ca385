import { beforeAll, expect, test } from 'vitest'
import { areaText, isInArea } from '#contract/households/area'
import type { FilterRequest } from '#contract/households/filters'
import { SNAPSHOT_COLUMNS, snapshotColumn, type SnapshotColumnName } from '../columns/columns'
import type { Condition } from '../snapshots/predicate'
import type { LoadedSnapshot } from '../snapshots/service'
import { makeSnapshot, TEST_WARDS, type HouseholdOf } from '../snapshots/testing/households'
import { bindCatalogue, type SnapshotCatalogue } from './boundCatalogue'
import { readFacts } from './facts'
import { compileSelections } from './compileFilters'

/** Always the same ones. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return Math.floor((state / 0x8000_0000) * below)
  }
}

type Household = Required<Pick<HouseholdOf, SnapshotColumnName>>

function randomHousehold(next: (below: number) => number, index: number): HouseholdOf {
  const cell = (column: (typeof SNAPSHOT_COLUMNS)[number]) => {
    switch (column.kind) {
      case 'text':
        return column.name === 'postcode' ? `AB${next(3)} 1CD` : `TST-${index}`
      case 'ward':
        return TEST_WARDS[next(TEST_WARDS.length)]?.code ?? ''
      case 'enum':
        return column.values[next(Math.min(column.values.length, 6))]?.name ?? ''
      case 'flag':
        return next(3) === 0
      case 'degrees':
        return column.name === 'longitude' ? -2.3 + (next(2_000) - 1_000) / 1e4 : 53.4 + (next(2_000) - 1_000) / 1e4
      case 'integer':
        return column.nullable && next(2) === 0 ? null : 1 + next(20)
      case 'money':
        return (next(2) === 0 ? next(400) : next(400_000) / 100) - (column.range[0] < 0 ? 300 : 0)
    }
  }
  return Object.fromEntries(SNAPSHOT_COLUMNS.map((column) => [column.name, cell(column)]))
}

function holds(condition: Condition, household: Household): boolean {
  if (condition.kind === 'inside')
    return isInArea([Number(household.longitude), Number(household.latitude)], condition.area)
  if (condition.kind === 'anyOf') return condition.conditions.some((one) => holds(one, household))
  const value = household[snapshotColumn(condition.column as keyof Household).name as keyof Household]
  switch (condition.kind) {
    case 'flag':
      return value === condition.value
    case 'oneOf':
      return (
        condition.values.some((one) => one.toLowerCase() === String(value).toLowerCase()) !== (condition.isNot ?? false)
      )
    case 'between':
      return typeof value === 'number' && value >= condition.from && value <= condition.to
    case 'within':
      return typeof value === 'number' && value >= condition.from && value < condition.below
  }
}

let households: Household[]
let snapshot: LoadedSnapshot
let catalogue: SnapshotCatalogue

beforeAll(async () => {
  const next = numbersFrom(7)
  const cells = Array.from({ length: 300 }, (_, index) => randomHousehold(next, index))
  households = cells as Household[] // every column is set above
  snapshot = await makeSnapshot(cells)
  catalogue = bindCatalogue(await readFacts(snapshot))
})

/** A few filters, each with some of its values. */
function randomRequest(next: (below: number) => number): FilterRequest {
  const filters = catalogue.categories.flatMap(({ subcategories }) => subcategories.flatMap((each) => each.filters))
  const chosen = new Set(Array.from({ length: next(5) }, () => filters[next(filters.length)]))
  const requested = [...chosen].flatMap((filter) => {
    if (!filter) return []
    const { filter_name, filter_values: values } = filter
    const kind = catalogue.filters.get(filter_name)?.kind
    const [low = 0, high = 0] = values.map((value) => Number(value.name))
    const edges = [low + next(high - low + 1), low + next(high - low + 1)].sort((a, b) => a - b).map(String)
    const some = values.filter(() => next(2) === 0).map((value) => (kind === 'place' ? value.display_name : value.name))
    const filter_value_list = kind === 'range' ? edges : some
    return filter_value_list.length === 0 ? [] : [{ filter_name, filter_value_list }]
  })
  const isDynamic = (name: string) => ['place', 'text'].includes(catalogue.filters.get(name)?.kind ?? '')
  const corner = () => [-2.4 + next(200) / 1e3, 53.3 + next(200) / 1e3] as const
  const area = { filter_name: 'area', filter_value_list: [areaText([[[corner(), corner(), corner()]]])] }
  return {
    filter_request_list: requested.filter(({ filter_name }) => !isDynamic(filter_name)),
    dynamic_filter_value_request_list: [
      ...requested.filter(({ filter_name }) => isDynamic(filter_name)),
      ...(next(2) === 0 ? [area] : []),
    ],
  }
}

/** Household by household, from what a facet is. */
function countedByHand(selections: ReturnType<typeof compileSelections>, among: readonly Household[] = households) {
  const matchAll = (one: Household, except?: string) =>
    selections.every(({ facet, condition }) => facet === except || holds(condition, one))
  return {
    households: among.filter((one) => matchAll(one)).length,
    counts: catalogue.facets.flatMap((facet) => {
      const left = among.filter((one) => matchAll(one, facet.name)).map((one) => one[facet.column])
      if ('values' in facet) {
        return facet.values.map((names) => left.filter((value) => names.includes(String(value))).length)
      }
      const binOf = (value: number) => Math.min(facet.size - 1, Math.floor((value - facet.minimum) / facet.step))
      const bins = left.flatMap((value) => (typeof value === 'number' ? [binOf(value)] : []))
      return Array.from({ length: facet.size }, (_, bin) => bins.filter((each) => each === bin).length)
    }),
  }
}

test('each count is of the households that match all other selections, whatever is selected', async () => {
  const next = numbersFrom(2)
  for (let round = 0; round < 60; round++) {
    const selections = compileSelections(randomRequest(next), catalogue)
    const found = await snapshot.facets({ facets: catalogue.facets, selections })
    const byHand = countedByHand(selections)
    expect({ counts: [...found.counts], households: found.households[0] }).toEqual(byHand)
  }
})

test('along a range, each bin has the counts of the households in it', async () => {
  const next = numbersFrom(3)
  for (const along of ['age_of_head', 'savings', 'youngest_child_age']) {
    const facet = catalogue.facets.find(({ name }) => name === along)
    if (!facet || !('minimum' in facet)) throw new Error(`${along} is no range.`)
    const selections = compileSelections(randomRequest(next), catalogue)
    const others = selections.filter((selection) => selection.facet !== along)
    const found = await snapshot.facets({ facets: catalogue.facets, selections, along })
    const inBin = (bin: number) =>
      households.filter((one) => {
        const value = one[facet.column]
        return (
          typeof value === 'number' &&
          Math.min(facet.size - 1, Math.floor((value - facet.minimum) / facet.step)) === bin
        )
      })
    const byHand = Array.from({ length: facet.size }, (_, bin) => countedByHand(others, inBin(bin)))
    expect([...found.households]).toEqual(byHand.map((each) => each.households))
    expect([...found.counts]).toEqual(byHand.flatMap((each) => each.counts))
  }
})
