import { WHOLE_LIST_LIMIT } from '#contract/households/filters'
import { snapshotColumn, type SnapshotColumnName } from '../columns/columns'
import type { LoadedSnapshot, TextColumnName } from '../snapshots/service'
import { FIRST_OPTIONS, type FirstValues, type SnapshotFacts } from './boundCatalogue'
import { CATALOGUE_FILTERS } from './catalogue'

const listColumns = (wanted: (filter: (typeof CATALOGUE_FILTERS)[number]) => boolean): SnapshotColumnName[] =>
  CATALOGUE_FILTERS.filter(wanted).map((filter) => filter.column)

const RANGE_COLUMNS = listColumns(({ column }) => ['integer', 'money', 'degrees'].includes(snapshotColumn(column).kind))
const PRESENT_COLUMNS = listColumns((filter) => filter.onlyPresent === true)

/** Reads what {@link SnapshotFacts} needs. */
export async function readFacts(snapshot: LoadedSnapshot): Promise<SnapshotFacts> {
  const bounds = await snapshot.bounds(RANGE_COLUMNS)
  const present = new Map<string, ReadonlySet<string>>()
  for (const column of PRESENT_COLUMNS) {
    present.set(column, new Set((await snapshot.values(column, WHOLE_LIST_LIMIT)).values))
  }
  return { wards: snapshot.wards, bounds, present, postcodes: await readFirstValues(snapshot, 'postcode') }
}

/** Truncated above the whole-list limit. */
export async function readFirstValues(snapshot: LoadedSnapshot, column: TextColumnName): Promise<FirstValues> {
  const { values, total } = await snapshot.values(column, WHOLE_LIST_LIMIT)
  return { first: total > WHOLE_LIST_LIMIT ? values.slice(0, FIRST_OPTIONS) : values, total }
}
