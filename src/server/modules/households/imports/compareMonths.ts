import { type DuckDBConnection, quotedIdentifier, quotedString } from '@duckdb/node-api'
import { z } from 'zod'
import { shiftSchema, type MonthShift } from '#contract/households/imports'
import { SNAPSHOT_COLUMNS, type SnapshotColumn } from '../columns/columns'

export interface Comparison {
  readonly householdsIn: number
  readonly householdsOut: number
  readonly shifts: readonly MonthShift[]
}

export const SHIFT = 0.2
/** Rarer on both sides says nothing. */
const MIN_SHARE = 0.01
const MAX_SHIFTS = 50

/** Compares two Parquet snapshots: the previous month's and the one being imported. */
export async function compareMonths(connection: DuckDBConnection, before: string, after: string): Promise<Comparison> {
  const counts = await connection.runAndReadAll(
    `select count(*) filter (b.household_reference is null)::integer, count(*) filter (a.household_reference is null)::integer ` +
      `from ${file(after)} a full join ${file(before)} b using (household_reference)`,
  )
  const measures = await connection.runAndReadAll(
    `select coalesce(a."column", b."column") as "column", coalesce(a.measure, b.measure) as measure, ` +
      `coalesce(a.value, b.value) as value, coalesce(b.figure, 0) as before, coalesce(a.figure, 0) as after ` +
      `from (${selectMeasures(after)}) a full join (${selectMeasures(before)}) b ` +
      `on a."column" = b."column" and a.measure = b.measure and a.value is not distinct from b.value`,
  )
  return {
    householdsIn: Number(counts.value(0, 0)),
    householdsOut: Number(counts.value(1, 0)),
    shifts: z
      .array(shiftSchema)
      .parse(measures.getRowObjects())
      .filter(isShifted)
      .toSorted((a, b) => computeSize(b) - computeSize(a))
      .slice(0, MAX_SHIFTS),
  }
}

const file = (path: string) => `read_parquet(${quotedString(path)})`

function selectMeasures(path: string): string {
  const from = file(path)
  return SNAPSHOT_COLUMNS.flatMap((column) => measuresOfColumn(column, from)).join(' union all ')
}

function measuresOfColumn({ name, kind }: SnapshotColumn, from: string): string[] {
  const column = quotedIdentifier(name)
  const named = quotedString(name)
  switch (kind) {
    case 'text':
    case 'degrees':
      return []
    case 'integer':
    case 'money':
      return [
        `select ${named} as "column", 'average' as measure, null::varchar as value, avg(${column})::double as figure from ${from}`,
      ]
    case 'flag':
      return [
        `select ${named} as "column", 'share' as measure, 'true' as value, avg(${column}::integer)::double as figure from ${from}`,
      ]
    case 'ward':
    case 'enum':
      return [
        `select ${named} as "column", 'share' as measure, ${column}::varchar as value, ` +
          `count(*)::double / sum(count(*)) over () as figure from ${from} group by ${column}`,
      ]
  }
}

const computeSize = ({ before, after }: MonthShift) =>
  Math.abs(after - before) / Math.max(Math.abs(before), Number.MIN_VALUE)

function isShifted(shift: MonthShift): boolean {
  if (shift.measure === 'share' && Math.max(shift.before, shift.after) < MIN_SHARE) return false
  return computeSize(shift) > SHIFT
}
