import { quotedString, type DuckDBConnection } from '@duckdb/node-api'
import type { Ward } from '../snapshots/wards'
import { findBounds } from '../snapshots/importing/bounds'
import { reportRows, selectNumber } from './householdChecks'
import { LISTED_PER_KIND, type FaultList } from './report'
import type { TabularSource } from './tabularSource'

/** Wards that households name. */
export async function findInhabited(connection: DuckDBConnection): Promise<Set<string>> {
  const found = await connection.runAndReadAll('select distinct ward_code from households where ward_code is not null')
  return new Set(found.getRows().map(([code]) => String(code)))
}

/** Empty wards are left out. */
export function warnOfEmptyWards(
  wardsFileName: string,
  codes: readonly string[],
  inhabited: ReadonlySet<string>,
  warnings: FaultList,
): void {
  const empty = codes.filter((code) => !inhabited.has(code))
  const expected = 'a ward with households; it is left out'
  const listed = empty
    .slice(0, LISTED_PER_KIND)
    .map((value) => ({ file: wardsFileName, row: null, column: 'ward_code', value, expected }))
  warnings.addCounted('ward without households', empty.length, listed)
}

/** A larger share suggests a file of another ward year. */
const SHARE_OF_ANOTHER_YEAR = 0.25

/** Reports households in unknown wards. */
export async function checkWards(
  connection: DuckDBConnection,
  source: TabularSource,
  codes: readonly string[],
  wardsFileName: string,
  faults: FaultList,
): Promise<void> {
  await connection.run(`create temp table wards (code varchar)`)
  await connection.run(`insert into wards values ${codes.map((code) => `(${quotedString(code)})`).join(', ')}`)
  const unknown = `households where ward_code is not null and ward_code not in (select code from wards)`
  await reportRows(connection, source, faults, 'unknown ward', {
    rows: unknown,
    column: 'ward_code',
    value: 'ward_code',
    expected: `the code of a ward in ${wardsFileName}`,
    hint: async () => {
      const unknownCodes = await selectNumber(connection, `select count(distinct ward_code)::integer from ${unknown}`)
      const named = await selectNumber(connection, `select count(distinct ward_code)::integer from households`)
      const emptyWards = await selectNumber(
        connection,
        `select count(*)::integer from wards where code not in (select ward_code from households where ward_code is not null)`,
      )
      const isAnotherYear =
        unknownCodes >= named * SHARE_OF_ANOTHER_YEAR && emptyWards >= codes.length * SHARE_OF_ANOTHER_YEAR
      const numbers = `${unknownCodes} of the ${named} ward codes in ${source.fileName} are not in ${wardsFileName}`
      return isAnotherYear
        ? `${numbers}: the two files look like different ward years. Import with the wards of the households' year.`
        : `${numbers}: hand over a file of wards that has them.`
    },
  })
}

const TOLERANCE_KM = 5

/** Too far outside all wards. */
export async function checkPlaces(
  connection: DuckDBConnection,
  source: TabularSource,
  wards: readonly Ward[],
  faults: FaultList,
): Promise<void> {
  const boxes = wards.map((ward) => ({ code: ward.code, ...findBounds([ward], TOLERANCE_KM) }))
  await connection.run(
    'create temp table ward_boxes (code varchar, west double, south double, east double, north double)',
  )
  const rows = boxes.map(
    ({ code, west, south, east, north }) => `(${quotedString(code)}, ${[west, south, east, north].join(', ')})`,
  )
  await connection.run(`insert into ward_boxes values ${rows.join(', ')}`)
  const within = (x: string, y: string) => `${x} between west and east and ${y} between south and north`
  const nowhere = (x: string, y: string) => `not exists (select 1 from ward_boxes where ${within(x, y)})`
  // Nearly all households are in their own.
  await connection.run(
    'create temp table outside as select place, longitude, latitude from ' +
      '(select households.rowid as place, ward_code, longitude, latitude from households) ' +
      `left join ward_boxes on code = ward_code ` +
      `where longitude is not null and latitude is not null and not coalesce(${within('longitude', 'latitude')}, false)`,
  )
  const { west, south, east, north } = findBounds(wards, TOLERANCE_KM)
  await reportRows(connection, source, faults, 'coordinate outside the wards', {
    rows: `outside where ${nowhere('outside.longitude', 'outside.latitude')}`,
    rowid: 'place',
    column: 'longitude, latitude',
    value: `longitude || ', ' || latitude`,
    expected:
      `a place within ${TOLERANCE_KM} km of a ward, all of which lie between ` +
      `longitude ${west.toFixed(3)} and ${east.toFixed(3)}, latitude ${south.toFixed(3)} and ${north.toFixed(3)}`,
    hint: async (count) => {
      const swapped = `select count(*)::integer from outside where ${nowhere('outside.longitude', 'outside.latitude')} and not (${nowhere('outside.latitude', 'outside.longitude')})`
      const isSwapped = (await selectNumber(connection, swapped)) > count / 2
      return isSwapped ? 'Longitude and latitude look as if they were swapped.' : undefined
    },
  })
}
