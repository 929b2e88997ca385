/**
 * The only compiler of filters (docs/product.md#filters). What it cannot apply is a 422, because an ignored restriction
 * would write to more households.
 */
import { AREA_FILTER, KM_A_DEGREE, readArea, type Position } from '#contract/households/area'
import { DYNAMIC_FILTER_NAMES, type FilterRequest } from '#contract/households/filters'
import { invalidInput } from '../../../http/faults'
import type { Person } from '../../../http/person'
import type { RoleNeedToKnow, NeedToKnowService } from '../need-to-know/service'
import type { Condition, Predicate } from '../snapshots/predicate'
import type { LoadedSnapshot, SnapshotsService } from '../snapshots/service'
import type { BoundFilter, SnapshotCatalogue } from './boundCatalogue'
import type { GeoBounds } from '../snapshots/importing/bounds'
import type { ReadCatalogue } from './catalogueReader'
import type { ListedFilters, ListHouseholds } from './overTime'
import { placesNamed } from './places'

/** Reach of an area beyond the wards. */
const REACH_KM = 50

type Requested = FilterRequest['filter_request_list'][number]
type List = keyof FilterRequest

type Fields = Record<string, string>

const MAX_FIELDS = 20

export interface FilterSelection {
  readonly facet: string
  readonly condition: Condition
}

/** Compiles requests for a role. @throws Fault 422 for wrong filters */
export function createFilterCompiler({
  snapshots,
  needToKnow,
  readCatalogue,
  listHouseholds,
}: FilterCompilerDependencies) {
  /** @param listedIn snapshot for the filters over time, if another */
  const select = async (
    snapshot: LoadedSnapshot,
    request: FilterRequest,
    access: RoleNeedToKnow,
    listedIn: LoadedSnapshot = snapshot,
  ): Promise<FilterSelection[]> =>
    compileSelections(request, await readCatalogue(snapshot, access), await listHouseholds(listedIn, request, access))

  const compile = async (...input: Parameters<typeof select>): Promise<Predicate> =>
    (await select(...input)).map(({ condition }) => condition)

  async function openLatest(person: Person): Promise<Omit<SelectedHouseholds, 'predicate'>> {
    const [snapshot, access] = await Promise.all([snapshots.latest(person.organisationId), needToKnow.of(person)])
    return { snapshot, access }
  }

  const selectLatest = async (person: Person, request: FilterRequest): Promise<SelectedHouseholds> => {
    const { snapshot, access } = await openLatest(person)
    return { snapshot, access, predicate: await compile(snapshot, request, access) }
  }

  return { select, compile, openLatest, selectLatest }
}

export type FilterCompiler = ReturnType<typeof createFilterCompiler>

interface FilterCompilerDependencies {
  readonly snapshots: Pick<SnapshotsService, 'latest'>
  readonly needToKnow: Pick<NeedToKnowService, 'of'>
  readonly readCatalogue: ReadCatalogue
  readonly listHouseholds: ListHouseholds
}

export interface SelectedHouseholds {
  readonly snapshot: LoadedSnapshot
  readonly access: RoleNeedToKnow
  readonly predicate: Predicate
}

/**
 * Compiles a request for a snapshot's catalogue. @param lists of the filters over time
 * @throws Fault 422 with `fields` by path (`filter_request_list.0.filter_name`)
 */
export function compileSelections(
  request: FilterRequest,
  catalogue: Pick<SnapshotCatalogue, 'filters' | 'hidden'>,
  lists: ListedFilters = new Map(),
): FilterSelection[] {
  const fields: Fields = {}
  const seen = new Set<string>()
  const conditions: FilterSelection[] = []

  for (const list of ['filter_request_list', 'dynamic_filter_value_request_list'] as const) {
    request[list].forEach((requested, index) => {
      const path = `${list}.${index}`
      const filter = accepted(requested, list, path, catalogue, seen, fields)
      if (!filter) return
      const values = `${path}.filter_value_list`
      const condition =
        filter.kind === 'listed'
          ? listedCondition(lists.get(requested.filter_name), values, fields)
          : makeCondition(filter, requested.filter_value_list, values, fields)
      if (condition) conditions.push({ facet: requested.filter_name, condition })
    })
  }
  const wrong = Object.entries(fields)
  if (wrong.length > 0) throw invalidInput(Object.fromEntries(wrong.slice(0, MAX_FIELDS)))
  return conditions
}

function accepted(
  requested: Requested,
  list: List,
  path: string,
  { filters, hidden }: Pick<SnapshotCatalogue, 'filters' | 'hidden'>,
  seen: Set<string>,
  fields: Fields,
): BoundFilter | undefined {
  const name = requested.filter_name
  const filter = filters.get(name)
  const isDynamic = name === AREA_FILTER.filter_name || DYNAMIC_FILTER_NAMES.some((dynamic) => dynamic === name)
  if (!filter) {
    fields[`${path}.filter_name`] = hidden.has(name)
      ? 'Your organisation does not show this filter to your role.'
      : 'There is no filter of this name.'
  } else if (isDynamic !== (list === 'dynamic_filter_value_request_list')) {
    fields[`${path}.filter_name`] = isDynamic
      ? 'This filter belongs in dynamic_filter_value_request_list.'
      : 'This filter belongs in filter_request_list.'
  } else if (seen.has(name)) {
    fields[`${path}.filter_name`] = 'This filter is there twice. Put its values in one list.'
  } else if (requested.filter_value_list.length === 0) {
    fields[`${path}.filter_value_list`] = 'Choose at least one value, or leave the filter out.'
  } else {
    seen.add(name)
    if (filter.kind === 'area') return filter
    const unreadable = requested.filter_value_list.findIndex((value) => UNREADABLE.test(value))
    if (unreadable === -1) return filter
    fields[`${path}.filter_value_list.${unreadable}`] = 'This value holds characters that cannot be read.'
  }
  return undefined
}

/** Control characters and lone surrogates. */
const UNREADABLE = /[\p{Cc}\p{Cs}]/u

/** Undefined when every household qualifies, or with the reason in `fields`. */
function makeCondition(
  filter: Exclude<BoundFilter, { kind: 'listed' }>,
  wanted: readonly string[],
  path: string,
  fields: Fields,
): Condition | undefined {
  if (filter.kind === 'area') return areaCondition(filter.around, wanted, path, fields)
  const column = filter.column.name
  switch (filter.kind) {
    case 'flag': {
      refuseUnknown(wanted, (value) => value === 'true' || value === 'false', path, fields)
      const [value, other] = new Set(wanted)
      return other === undefined ? { kind: 'flag', column, value: value === 'true' } : undefined
    }
    case 'choice':
      refuseUnknown(wanted, (value) => filter.values.has(value), path, fields)
      return { kind: 'oneOf', column, values: wanted }
    case 'range':
      return rangeCondition(filter, wanted, path, fields)
    case 'place': {
      const places = wanted.map((name) => placesNamed(filter.options, name))
      refuseUnknown(wanted, (_, index) => (places[index]?.length ?? 0) > 0, path, fields)
      return { kind: 'oneOf', column, values: places.flat().flatMap((place) => place.wardCodes) }
    }
    case 'text':
      return { kind: 'oneOf', column, values: wanted }
  }
}

function listedCondition(
  listed: ReturnType<ListedFilters['get']>,
  path: string,
  fields: Fields,
): Condition | undefined {
  if (listed && 'references' in listed) {
    const { references: values, isNot = false } = listed
    return { kind: 'oneOf', column: 'household_reference', values, isNot, isComputed: true }
  }
  for (const [index, problem] of Object.entries(listed?.problems ?? { 0: 'This filter cannot be used here.' })) {
    fields[`${path}.${index}`] = problem
  }
  return undefined
}

function areaCondition(
  around: GeoBounds,
  [text = '', ...more]: readonly string[],
  path: string,
  fields: Fields,
): Condition | undefined {
  if (more.length > 0) {
    fields[path] = 'There is one area at a time.'
    return undefined
  }
  const read = readArea(text)
  if ('problem' in read) fields[`${path}.0`] = read.problem
  else if (!read.area.flat(2).every((at) => isNear(at, around))) {
    fields[`${path}.0`] = `This area reaches more than ${REACH_KM} km beyond your organisation’s wards.`
  } else return { kind: 'inside', area: read.area }
  return undefined
}

function refuseUnknown(
  wanted: readonly string[],
  isKnown: (value: string, index: number) => boolean,
  path: string,
  fields: Fields,
): void {
  wanted.forEach((value, index) => {
    if (!isKnown(value, index)) fields[`${path}.${index}`] = 'This filter has no such value.'
  })
}

/** NaN for anything but plain decimals: `1e3`, `0x10`, `Infinity`, empty. */
export const readNumber = (text: string): number =>
  /^-?\d{1,15}(\.\d{1,6})?$/.test(text.trim()) ? Number(text) : Number.NaN

function rangeCondition(
  { column: { name: column, kind } }: Extract<BoundFilter, { kind: 'range' }>,
  wanted: readonly string[],
  path: string,
  fields: Fields,
): Condition | undefined {
  if (wanted.length !== 2) {
    fields[path] = 'A range is exactly two values: a minimum and a maximum.'
    return undefined
  }
  const numbers = wanted.map(readNumber)
  numbers.forEach((number, index) => {
    if (Number.isNaN(number)) fields[`${path}.${index}`] = 'This is not a number.'
    else if (kind === 'integer' && !Number.isInteger(number)) fields[`${path}.${index}`] = 'This is not a whole number.'
  })
  const [from = Number.NaN, to = Number.NaN] = numbers
  if (from > to) fields[path] = 'The minimum is greater than the maximum.'
  return { kind: 'between', column, from, to }
}

/** In the box, or within {@link REACH_KM}. */
function isNear([longitude, latitude]: Position, { west, south, east, north }: GeoBounds): boolean {
  const up = REACH_KM / KM_A_DEGREE
  // Degrees of longitude are shortest nearer to a pole.
  const along = up / Math.cos((Math.max(Math.abs(south), Math.abs(north)) * Math.PI) / 180)
  return latitude >= south - up && latitude <= north + up && longitude >= west - along && longitude <= east + along
}
