import { quotedString, type DuckDBConnection, type DuckDBValue } from '@duckdb/node-api'
import { CONTRADICTIONS } from '../estimates/contradictions'
import type { Rates } from '../estimates/rateTypes'
import { RULES_IN_FORCE, selectByRule } from '../estimates/rulesInForce'
import type { Ward } from '../snapshots/wards'
import { findBounds } from '../snapshots/importing/bounds'
import type { FaultKind } from '#contract/households/imports'
import { LISTED_PER_KIND, type FaultList } from './report'
import type { TabularSource } from './stageFile'

interface FaultyRows {
  readonly rows: string
  readonly rowid?: string
  readonly column: string
  /** SQL for the value, followed by what `expected` needs. */
  readonly value: string
  readonly expected: string | ((more: DuckDBValue | undefined) => string)
  readonly hint?: (count: number) => Promise<string | undefined>
}

/** `rowid` counts from 0. */
async function report(
  connection: DuckDBConnection,
  source: TabularSource,
  faults: FaultList,
  kind: FaultKind,
  { rows, rowid = 'rowid', column, value, expected, hint }: FaultyRows,
): Promise<void> {
  const count = await one(connection, `select count(*)::integer from ${rows}`)
  if (count === 0) return
  const found = await connection.runAndReadAll(
    `select ${rowid}::integer, ${value} from ${rows} order by 1 limit ${LISTED_PER_KIND}`,
  )
  const listed = found.getRows().map(([index, text, more]) => ({
    file: source.fileName,
    row: source.rowNumber(Number(index)),
    column,
    value: String(text ?? ''),
    expected: typeof expected === 'string' ? expected : expected(more),
  }))
  faults.addCounted(kind, count, listed, await hint?.(count))
}

/** Reports rows that repeat an earlier reference. */
export const checkRepeatedReferences = (
  connection: DuckDBConnection,
  table: 'households' | 'contacts',
  source: TabularSource,
  faults: FaultList,
): Promise<void> =>
  report(connection, source, faults, 'repeated reference', {
    rows:
      `${table} t join (select household_reference as reference, min(rowid) as first_row from ${table} ` +
      `where household_reference is not null group by household_reference having count(*) > 1) ` +
      `on household_reference = reference where t.rowid > first_row`,
    rowid: 't.rowid',
    column: 'household_reference',
    value: 'reference, first_row::integer',
    expected: (firstRow) => `each reference once; row ${source.rowNumber(Number(firstRow))} has it too`,
  })

/** A larger share suggests a file of another ward year. */
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
  await report(connection, source, faults, 'unknown ward', {
    rows: unknown,
    column: 'ward_code',
    value: 'ward_code',
    expected: `the code of a ward in ${wardsFileName}`,
    hint: async () => {
      const unknownCodes = await one(connection, `select count(distinct ward_code)::integer from ${unknown}`)
      const codes = await one(connection, `select count(distinct ward_code)::integer from households`)
      const emptyWards = await one(
        connection,
        `select count(*)::integer from wards where code not in (select ward_code from households where ward_code is not null)`,
      )
      const isAnotherYear =
        unknownCodes >= codes * SHARE_OF_ANOTHER_YEAR && emptyWards >= wards.length * SHARE_OF_ANOTHER_YEAR
      const numbers = `${unknownCodes} of the ${codes} ward codes in ${source.fileName} are not in ${wardsFileName}`
      return isAnotherYear
        ? `${numbers}: the two files look like different ward years. Import with the wards of the households' year.`
        : `${numbers}.`
    },
  })
}

const TOLERANCE_KM = 5

/** Reports households too far outside the wards. */
export function checkPlaces(
  connection: DuckDBConnection,
  source: TabularSource,
  wards: readonly Ward[],
  faults: FaultList,
): Promise<void> {
  const { west, south, east, north } = findBounds(wards, TOLERANCE_KM)
  const within = (x: string, y: string) => `(${x} between ${west} and ${east} and ${y} between ${south} and ${north})`
  const outside = `households where longitude is not null and latitude is not null and not ${within('longitude', 'latitude')}`
  return report(connection, source, faults, 'coordinate outside the wards', {
    rows: outside,
    column: 'longitude, latitude',
    value: `longitude || ', ' || latitude`,
    expected:
      `a place within ${TOLERANCE_KM} km of the wards' bounds: ` +
      `longitude ${west.toFixed(3)} to ${east.toFixed(3)}, latitude ${south.toFixed(3)} to ${north.toFixed(3)}`,
    hint: async (count) => {
      const swapped = `select count(*)::integer from ${outside} and ${within('latitude', 'longitude')}`
      const isSwapped = (await one(connection, swapped)) > count / 2
      return isSwapped ? 'Longitude and latitude look as if they were swapped.' : undefined
    },
  })
}

/** Warns of contacts without a household, which are left out. */
export const findContactsWithoutHousehold = (
  connection: DuckDBConnection,
  source: TabularSource,
  warnings: FaultList,
): Promise<void> =>
  report(connection, source, warnings, 'contact without a household', {
    rows: 'contacts anti join households using (household_reference)',
    rowid: 'contacts.rowid',
    column: 'household_reference',
    value: 'household_reference',
    expected: 'a household of the households file; the contact was left out',
  })

/** Warns of self-contradictory households, which the estimator leaves out. */
export async function findContradictions(
  connection: DuckDBConnection,
  source: TabularSource,
  warnings: FaultList,
): Promise<void> {
  for (const { column, condition, expected, says } of CONTRADICTIONS) {
    await report(connection, source, warnings, 'contradiction', {
      rows: `households where ${condition}`,
      column,
      value: `${column}::varchar`,
      expected: `${expected}; the household is left out of that estimate`,
      hint: (count) => Promise.resolve(`${count.toLocaleString('en-GB')}: ${says}.`),
    })
  }
}

/**
 * Warns of households that a rule in force speaks for, though the data say not eligible.
 * @param month yyyy-mm-01: rules of its last day are in force
 */
export async function findRulesInForce(
  connection: DuckDBConnection,
  source: TabularSource,
  month: string,
  rates: Rates,
  warnings: FaultList,
): Promise<void> {
  for (const rule of RULES_IN_FORCE.filter(({ from }) => from.slice(0, 7) <= month.slice(0, 7))) {
    const rows = selectByRule(rule, rates, 'households')
    await report(connection, source, warnings, 'rule in force', {
      rows,
      rowid: 'place',
      column: rule.column,
      value: 'told',
      expected: rule.expected,
      hint: async (count) => {
        const worth = await one(connection, `select sum(worth) from ${rows}`)
        const households = count === 1 ? '1 household' : `${count.toLocaleString('en-GB')} households`
        return `${households} ${rule.says}: ${rule.end === 'highest' ? 'up to' : 'at least'} about ${roughly.format(worth)} a year.`
      },
    })
  }
}

const roughly = new Intl.NumberFormat('en-GB', {
  style: 'currency',
  currency: 'GBP',
  maximumSignificantDigits: 3,
})

async function one(connection: DuckDBConnection, sql: string): Promise<number> {
  const reader = await connection.runAndReadAll(sql)
  return Number(reader.value(0, 0))
}
