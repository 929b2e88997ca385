import { listValue, quotedIdentifier, type DuckDBConnection, type DuckDBValue } from '@duckdb/node-api'
import { z } from 'zod'
import type { SelectionMoves, StatusChange } from '../snapshot'
import type { MonthSource } from './takeUp'

export interface SelectedMonth {
  readonly from: string
  readonly where: string
}

const CLAIMING = 'claiming'

/**
 * A selection's households in two months.
 * @param columns of statuses
 * @param values of both conditions
 */
export async function compareSelections(
  connection: DuckDBConnection,
  { now, then }: { readonly now: SelectedMonth; readonly then: SelectedMonth },
  columns: readonly string[],
  values: DuckDBValue[],
): Promise<SelectionMoves> {
  const names = columns.map(quotedIdentifier)
  const claims = names.map((name) => `${name}::varchar = '${CLAIMING}' as ${name}`)
  const side = ({ from, where }: SelectedMonth) =>
    `(select household_reference, (${where}) as selected, ${claims.join(', ')} from ${from})`
  const selected = '(a.selected or b.selected)'
  const counts = [
    'count(*) filter (b.selected)',
    'count(*) filter (b.selected and a.selected is not true)',
    'count(*) filter (a.selected and b.selected is not true)',
    'count(*) filter (b.selected and a.household_reference is null)',
    'count(*) filter (a.selected and b.household_reference is null)',
    ...names.flatMap((name) => [
      `count(*) filter (${selected} and b.${name} and not a.${name})`,
      `count(*) filter (${selected} and a.${name} and not b.${name})`,
    ]),
  ]
  const result = await connection.runAndReadAll(
    `select ${counts.map((count) => `${count}::double`).join(', ')}
     from ${side(then)} as a full join ${side(now)} as b using (household_reference)`,
    values,
  )
  const [row = []] = z.array(z.array(z.number())).parse(result.getRowsJS())
  const [households = 0, cameIn = 0, wentOut = 0, added = 0, gone = 0, ...claimed] = row
  return {
    households,
    cameIn,
    wentOut,
    added,
    gone,
    claims: columns.map((column, index) => ({
      column,
      began: claimed[index * 2] ?? 0,
      stopped: claimed[index * 2 + 1] ?? 0,
    })),
  }
}

/** Changed, or missing in the earlier month. */
export async function changedHouseholds(
  connection: DuckDBConnection,
  { before, later }: { readonly before: MonthSource; readonly later: MonthSource },
  change: StatusChange | null,
): Promise<string[]> {
  const isSo = (table: string) =>
    change === null ? 'true' : `list_contains($1::varchar[], ${table}.${quotedIdentifier(change.column)}::varchar)`
  const query = `
    select b.household_reference from ${later.from} as b left join ${before.from} as a using (household_reference)
    where ${isSo('b')} and (a.household_reference is null ${change === null ? '' : `or not ${isSo('a')}`})`
  const result = await connection.runAndReadAll(query, change === null ? [] : [listValue([...change.values])])
  return result.getColumns()[0]?.map(String) ?? []
}
