import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api'
import { CONTRADICTIONS } from '../estimates/contradictions'
import type { Rates } from '../estimates/rateTypes'
import { RULES_IN_FORCE, selectByRule } from '../estimates/rulesInForce'
import type { FaultKind } from '#contract/households/imports'
import { LISTED_PER_KIND, type FaultList } from './report'
import type { TabularSource } from './tabularSource'

interface FaultyRows {
  readonly rows: string
  readonly rowid?: string
  readonly column: string
  /** SQL for the value, then what `expected` needs. */
  readonly value: string
  readonly expected: string | ((more: DuckDBValue | undefined) => string)
  readonly hint?: (count: number) => Promise<string | undefined>
}

/** Adds faulty rows of a query. `rowid` counts from 0. */
export async function reportRows(
  connection: DuckDBConnection,
  source: TabularSource,
  faults: FaultList,
  kind: FaultKind,
  { rows, rowid = 'rowid', column, value, expected, hint }: FaultyRows,
): Promise<void> {
  const count = await selectNumber(connection, `select count(*)::integer from ${rows}`)
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
  reportRows(connection, source, faults, 'repeated reference', {
    rows:
      `${table} t join (select household_reference as reference, min(rowid) as first_row from ${table} ` +
      `where household_reference is not null group by household_reference having count(*) > 1) ` +
      `on household_reference = reference where t.rowid > first_row`,
    rowid: 't.rowid',
    column: 'household_reference',
    value: 'reference, first_row::integer',
    expected: (firstRow) => `each reference once; row ${source.rowNumber(Number(firstRow))} has it too`,
  })

/** Warns of contacts without a household. */
export const findContactsWithoutHousehold = (
  connection: DuckDBConnection,
  source: TabularSource,
  warnings: FaultList,
): Promise<void> =>
  reportRows(connection, source, warnings, 'contact without a household', {
    rows: '(select rowid, household_reference from contacts where household_reference is not null) as contacts anti join households using (household_reference)',
    rowid: 'contacts.rowid',
    column: 'household_reference',
    value: 'household_reference',
    expected: 'a household of the households file; the contact was left out',
  })

/** Warns of self-contradictory households. */
export async function findContradictions(
  connection: DuckDBConnection,
  source: TabularSource,
  warnings: FaultList,
): Promise<void> {
  for (const { column, condition, expected, says } of CONTRADICTIONS) {
    await reportRows(connection, source, warnings, 'contradiction', {
      rows: `households where ${condition}`,
      column,
      value: `${column}::varchar`,
      expected: `${expected}; the household is left out of that estimate`,
      hint: (count) => Promise.resolve(`${count.toLocaleString('en-GB')}: ${says}.`),
    })
  }
}

/**
 * Warns of households under a rule in force, though the data say not eligible.
 * @param month yyyy-mm-01: rules of its last day apply
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
    await reportRows(connection, source, warnings, 'rule in force', {
      rows,
      rowid: 'place',
      column: rule.column,
      value: 'told',
      expected: rule.expected,
      hint: async (count) => {
        const worth = await selectNumber(connection, `select sum(worth) from ${rows}`)
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

/** A query's only number. */
export async function selectNumber(connection: DuckDBConnection, sql: string): Promise<number> {
  const reader = await connection.runAndReadAll(sql)
  return Number(reader.value(0, 0))
}
