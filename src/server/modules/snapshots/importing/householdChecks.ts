import { quotedString, type DuckDBConnection, type DuckDBValue } from '@duckdb/node-api'
import type { Ward } from '../wards'
import { boundsOf } from './bounds'
import { type FaultList, LISTED_PER_KIND, type FileFault } from './report'
import type { TabularSource } from './staging'

/** Reports rows whose reference an earlier row has. */
export async function checkRepeatedReferences(
  connection: DuckDBConnection,
  table: 'households' | 'contacts',
  source: TabularSource,
  faults: FaultList,
): Promise<void> {
  const repeated =
    `(select household_reference as reference, min(rowid) as first_row, count(*) as times from ${table} ` +
    `where household_reference is not null group by household_reference having count(*) > 1)`
  const count = await one(connection, `select coalesce(sum(times - 1), 0)::integer from ${repeated}`)
  if (count === 0) return
  const rows = await connection.runAndReadAll(
    `select t.rowid::integer, reference, first_row::integer from ${table} t join ${repeated} ` +
      `on household_reference = reference where t.rowid > first_row order by t.rowid limit ${LISTED_PER_KIND}`,
  )
  const listed = rows
    .getRows()
    .map(([row, reference, firstRow]) =>
      fault(
        source,
        row,
        'household_reference',
        reference,
        `each reference once; row ${rowOf(source, firstRow)} has it too`,
      ),
    )
  faults.addCounted('repeated reference', count, listed)
}

/** More mean different ward years. */
const SHARE_OF_ANOTHER_YEAR = 0.25

/** Reports households in unknown wards. */
export async function checkWards(
  connection: DuckDBConnection,
  source: TabularSource,
  wards: readonly Ward[],
  wardsFileName: string,
  faults: FaultList,
): Promise<void> {
  await connection.run(`create temp table wards (code varchar)`)
  await connection.run(`insert into wards values ${wards.map((ward) => `(${quotedString(ward.code)})`).join(', ')}`)
  const unknown = `households where ward_code is not null and ward_code not in (select code from wards)`
  const count = await one(connection, `select count(*)::integer from ${unknown}`)
  if (count === 0) return
  const rows = await connection.runAndReadAll(
    `select rowid::integer, ward_code from ${unknown} order by rowid limit ${LISTED_PER_KIND}`,
  )
  const listed = rows
    .getRows()
    .map(([row, code]) => fault(source, row, 'ward_code', code, `the code of a ward in ${wardsFileName}`))
  const unknownCodes = await one(connection, `select count(distinct ward_code)::integer from ${unknown}`)
  const codes = await one(connection, `select count(distinct ward_code)::integer from households`)
  const emptyWards = await one(
    connection,
    `select count(*)::integer from wards where code not in (select ward_code from households where ward_code is not null)`,
  )
  const isAnotherYear =
    unknownCodes >= codes * SHARE_OF_ANOTHER_YEAR && emptyWards >= wards.length * SHARE_OF_ANOTHER_YEAR
  const numbers = `${unknownCodes} of the ${codes} ward codes in ${source.fileName} are not in ${wardsFileName}`
  faults.addCounted(
    'unknown ward',
    count,
    listed,
    isAnotherYear
      ? `${numbers}: the two files look like different ward years. Import with the wards of the households' year.`
      : `${numbers}.`,
  )
}

const TOLERANCE_KM = 5

/** Reports households too far outside. */
export async function checkPlaces(
  connection: DuckDBConnection,
  source: TabularSource,
  wards: readonly Ward[],
  faults: FaultList,
): Promise<void> {
  const { west, south, east, north } = boundsOf(wards, TOLERANCE_KM)
  const within = (x: string, y: string) => `(${x} between ${west} and ${east} and ${y} between ${south} and ${north})`
  const outside = `households where longitude is not null and latitude is not null and not ${within('longitude', 'latitude')}`
  const count = await one(connection, `select count(*)::integer from ${outside}`)
  if (count === 0) return
  const rows = await connection.runAndReadAll(
    `select rowid::integer, longitude || ', ' || latitude from ${outside} order by rowid limit ${LISTED_PER_KIND}`,
  )
  const expected =
    `a place within ${TOLERANCE_KM} km of the wards' bounds: ` +
    `longitude ${west.toFixed(3)} to ${east.toFixed(3)}, latitude ${south.toFixed(3)} to ${north.toFixed(3)}`
  const listed = rows.getRows().map(([row, place]) => fault(source, row, 'longitude, latitude', place, expected))
  const swapped = await one(
    connection,
    `select count(*)::integer from ${outside} and ${within('latitude', 'longitude')}`,
  )
  faults.addCounted(
    'coordinate outside the wards',
    count,
    listed,
    swapped > count / 2 ? 'Longitude and latitude look as if they were swapped.' : undefined,
  )
}

/** Warns of contacts without a household; they are left out. */
export async function findContactsWithoutHousehold(
  connection: DuckDBConnection,
  source: TabularSource,
  warnings: FaultList,
): Promise<void> {
  const alone = `contacts anti join households using (household_reference)`
  const count = await one(connection, `select count(*)::integer from ${alone}`)
  if (count === 0) return
  const rows = await connection.runAndReadAll(
    `select contacts.rowid::integer, household_reference from ${alone} order by 1 limit ${LISTED_PER_KIND}`,
  )
  const expected = 'a household of the households file; the contact was left out'
  const listed = rows
    .getRows()
    .map(([row, reference]) => fault(source, row, 'household_reference', reference, expected))
  warnings.addCounted('contact without a household', count, listed)
}

async function one(connection: DuckDBConnection, sql: string): Promise<number> {
  const reader = await connection.runAndReadAll(sql)
  return Number(reader.value(0, 0))
}

const rowOf = (source: TabularSource, index: DuckDBValue | undefined) => source.rowNumber(Number(index))

function fault(
  source: TabularSource,
  index: DuckDBValue | undefined,
  column: string,
  value: DuckDBValue | undefined,
  expected: string,
): FileFault {
  return { file: source.fileName, row: rowOf(source, index), column, value: String(value ?? ''), expected }
}
