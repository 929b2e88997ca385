/**
 * Snapshot queries in SQL. No request value becomes query text: columns are quoted names from the code, values
 * parameters.
 */
import {
  DuckDBBitValue,
  listValue,
  quotedIdentifier,
  type DuckDBConnection,
  type DuckDBResult,
  type DuckDBValue,
} from '@duckdb/node-api'
import { z } from 'zod'
import { COLUMN_TYPES, SNAPSHOT_COLUMNS } from '../../columns/columns'
import type { Condition, Predicate } from '../predicate'
import type { Rates } from '../../estimates/rates'
import type { Points, RowColumn, RowValue, SnapshotQueries, TextColumnName, Values } from '../snapshot'
import { areaSql } from './areaSql'
import type { Use } from './engine'
import { estimateSql } from './estimates'
import { streamRows } from './streamRows'

export interface SnapshotShape {
  readonly householdCount: number
  readonly wardCodes: readonly string[]
  readonly rates: Rates
}

/** The queries of one snapshot. */
export function createQueries(use: Use, { householdCount, wardCodes, rates }: SnapshotShape): SnapshotQueries {
  const compile = () => createCompiler(wardCodes)
  const estimates = estimateSql(rates)
  const columnSql = (column: RowColumn): string => estimates.get(column) ?? quotedIdentifier(column)

  const readPlaces = (longitude: string, latitude: string) =>
    use(async (connection, from) =>
      readPoints(
        await connection.stream(
          `select rowid::uinteger, household_reference, ward_code::varchar, ${longitude}, ${latitude} from ${from} order by rowid`,
        ),
        householdCount,
      ),
    )

  return {
    async count(predicate) {
      const { where, values } = compile().whole(predicate)
      return use((connection, from) => readCount(connection, `select count(*) from ${from} where ${where}`, values))
    },

    async waterfall(predicate, steps, facts) {
      const { conditions, whole } = compile()
      const leavesAt = steps.reduceRight(
        (next, step, index) => `case when ${conditions(step)} then ${next} else ${index} end`,
        String(steps.length),
      )
      const { where, values } = whole(predicate)
      const leaving = await use(
        async (connection, from) => {
          const query = `select (${leavesAt})::utinyint, count(*)::double from ${from} where ${where} group by 1`
          return leavingRows.parse((await connection.runAndReadAll(query, values)).getRowsJS())
        },
        { facts },
      )
      return [...steps.keys(), steps.length].map((step) =>
        leaving.reduce((sum, [at, households]) => (at >= step ? sum + households : sum), 0),
      )
    },

    async totalsByWard(predicate, signal) {
      const { where, values } = compile().whole(predicate)
      const rows = await use(
        async (connection, from) =>
          connection.runAndReadAll(
            `select ward_code::varchar as "wardCode", households::double as households, income::double as income,
               below_zero::double as "belowZero", unclaimed::double as unclaimed,
               unclaimed_highest::double as "unclaimedHighest"
             from (
               select ward_code, count(*) as households, sum(weekly_income) as income,
                 count(*) filter (where monthly_cash_balance < 0) as below_zero, sum(unclaimed_a_year) as unclaimed,
                 sum(unclaimed_highest_a_year) as unclaimed_highest
               from ${from} where ${where} group by ward_code
             )`,
            values,
          ),
        { signal },
      )
      return totalsRows.parse(rows.getRowObjectsJS())
    },

    async matches(predicate, signal) {
      const { where, values } = compile().whole(predicate)
      const bytes = Math.ceil(householdCount / 64) * 8
      // A bit string, because row numbers would come in dozens of chunks, each waiting for the event loop.
      const query = (from: string) =>
        `select bitstring_agg(rowid, 0, ${Math.max(bytes, 1) * 8 - 1}) from ${from} where ${where}`
      const result = await use((connection, from) => connection.runAndReadAll(query(from), values), { signal })
      const bits = result.getRows()[0]?.[0]
      return bits instanceof DuckDBBitValue ? arrowBits(bits.data.subarray(1)) : new Uint8Array(bytes)
    },

    async sums(predicate, names, facts) {
      const { where, values } = compile().whole(predicate)
      const sums = names.map((name) => `coalesce(sum(${columnSql(name)}), 0)::double`)
      const result = await use(
        (connection, from) => connection.runAndReadAll(`select ${sums.join(', ')} from ${from} where ${where}`, values),
        { facts },
      )
      return z.array(z.number()).parse(result.getRowsJS()[0])
    },

    async countWith(predicate, estimate, facts) {
      const { where, values } = compile().whole(predicate)
      const query = (from: string) => `select count(*) from ${from} where ${where} and ${columnSql(estimate)} > 0`
      return use((connection, from) => readCount(connection, query(from), values), { facts })
    },

    async references(predicate, facts) {
      const { where, values } = compile().whole(predicate)
      return use(
        async (connection, from) => {
          const query = `select household_reference from ${from} where ${where} order by 1`
          const references: string[] = []
          for await (const chunk of await connection.stream(query, values)) {
            for (const value of chunk.getColumnValues(0)) references.push(String(value))
          }
          return references
        },
        { facts },
      )
    },

    async awards(references, estimate) {
      const result = await use((connection, from) =>
        connection.runAndReadAll(
          `select household_reference, ward_code::varchar, (${columnSql(estimate)})::double
           from ${from} semi join (select unnest($1::varchar[]) as household_reference) using (household_reference)
           order by 1`,
          [listValue([...references])],
        ),
      )
      return awardRows.parse(result.getRowsJS()).map(([reference, wardCode, award]) => ({ reference, wardCode, award }))
    },

    rows(predicate, { select, ...format }) {
      const { where, values } = compile().whole(predicate)
      const selected = select.map((value) => rowValueSql(value, columnSql)).join(', ')
      // No `order by`: insertion order is kept anyway, and a sort would hold every row in memory.
      return streamRows(
        use,
        (connection, from) => connection.stream(`select ${selected} from ${from} where ${where}`, values),
        format,
      )
    },

    points: () => readPlaces('longitude', 'latitude'),

    pointsByPostcode: () =>
      readPlaces(
        'round(avg(longitude) over (partition by postcode), 3)',
        'round(avg(latitude) over (partition by postcode), 3)',
      ),

    async bounds(columns) {
      const expressions = columns
        .map(quotedIdentifier)
        .flatMap((column) => [`min(${column})::double`, `max(${column})::double`])
      const result = await use((connection, from) =>
        connection.runAndReadAll(`select ${expressions.join(', ')} from ${from}`),
      )
      const row = z.array(z.number().nullable()).parse(result.getRowsJS()[0])
      return new Map(
        columns.map((column, index) => {
          const [min, max] = [row[index * 2] ?? null, row[index * 2 + 1] ?? null]
          return [column, min === null || max === null ? null : { min, max }]
        }),
      )
    },

    values: (column, limit) => use((connection, from) => readValues(connection, quotedIdentifier(column), from, limit)),

    valuesContaining(column, text, limit) {
      const key = keyOf[column]
      return use((connection, from) =>
        readValues(connection, column, `${from} where contains(${key(column)}, ${key('$1')})`, limit, [text]),
      )
    },

    async existing(column, wanted) {
      if (wanted.length === 0) return []
      const key = keyOf[column]
      const result = await use((connection, from) =>
        connection.runAndReadAll(
          `with wanted as (select value as wanted, ${key('value')} as key from (select unnest($1::varchar[]) as value))
           select distinct wanted.wanted, found.${column}
           from ${from} as found join wanted on ${key(`found.${column}`)} = wanted.key
           order by 2, 1`,
          [listValue([...wanted])],
        ),
      )
      return z
        .array(z.tuple([z.string(), z.string()]))
        .parse(result.getRowsJS())
        .map(([asWanted, value]) => ({ wanted: asWanted, value }))
    },
  }
}

const totalsRows = z.array(
  z.object({
    wardCode: z.string(),
    households: z.number(),
    income: z.number(),
    belowZero: z.number(),
    unclaimed: z.number(),
    unclaimedHighest: z.number(),
  }),
)
const awardRows = z.array(z.tuple([z.string(), z.string(), z.number()]))
const leavingRows = z.array(z.tuple([z.number(), z.number()]))

/** Compiles conditions, numbering their parameters together. @param values of a condition that comes before */
export function createCompiler(wardCodes: readonly string[], values: DuckDBValue[] = []) {
  const parameter = (value: DuckDBValue) => `$${values.push(value)}`

  function condition(one: Condition): string {
    if (one.kind === 'inside') return `(${areaSql(one.area, parameter)})`
    if (one.kind === 'anyOf') return `(${one.conditions.map(condition).join(' or ') || 'false'})`
    const name = quotedIdentifier(one.column)
    switch (one.kind) {
      case 'flag':
        return one.value ? name : `not ${name}`
      case 'within':
        return `${name} >= ${parameter(one.from)}::double and ${name} < ${parameter(one.below)}::double`
      case 'between': {
        const column = columnNamed(one.column)
        if (!('range' in column)) throw new Error(`${one.column} is no column of numbers.`)
        // Larger numbers would overflow the column's type.
        const type = COLUMN_TYPES[column.kind]
        const from = Math.max(one.from, column.range[0])
        const to = Math.min(one.to, column.range[1])
        if (!(from <= to)) return 'false'
        return `${name} between ${parameter(from)}::${type} and ${parameter(to)}::${type}`
      }
      case 'oneOf':
        return one.isNot ? `not (${oneOf(name, one)})` : oneOf(name, one)
    }
  }

  function oneOf(name: string, { column, values: wanted }: Extract<Condition, { kind: 'oneOf' }>): string {
    if (wanted.length === 0) return 'false'
    const key = isTextColumn(column) ? keyOf[column] : undefined
    if (key) {
      const list = `${parameter(listValue([...wanted]))}::varchar[]`
      return `${key(name)} in (select ${key('value')} from (select unnest(${list}) as value))`
    }
    // Comparing enum codes takes half the time: a text parameter turns every row into text.
    const codes = codesOf(column)
    const known = [...new Set(wanted)].map((value) => codes.indexOf(value)).filter((code) => code !== -1)
    if (known.length === 0) return 'false'
    return `enum_code(${name}) in (${known.map((code) => `${parameter(code)}::usmallint`).join(', ')})`
  }

  function codesOf(name: string): readonly string[] {
    const column = columnNamed(name)
    if (column.kind === 'ward') return wardCodes
    if (column.kind === 'enum') return column.values.map((value) => value.name)
    throw new Error(`${name} is no column of listed values.`)
  }

  const conditions = (predicate: Predicate) => predicate.map(condition).join(' and ') || 'true'
  return { conditions, whole: (predicate: Predicate) => ({ where: conditions(predicate), values }) }
}

function columnNamed(name: string) {
  const column = SNAPSHOT_COLUMNS.find((each) => each.name === name)
  if (!column) throw new Error(`There is no snapshot column ${name}.`)
  return column
}

const isTextColumn = (name: string): name is TextColumnName => Object.hasOwn(keyOf, name)

const keyOf: Readonly<Record<TextColumnName, (expression: string) => string>> = {
  household_reference: (expression) => `lower(trim(${expression}))`,
  postcode: (expression) => `upper(replace(${expression}, ' ', ''))`,
}

function rowValueSql(value: RowValue, rowColumnSql: (column: RowColumn) => string): string {
  if (typeof value === 'string') return rowColumnSql(value)
  if ('json' in value) {
    const fields = value.json.map((column) => `${quotedIdentifier(column)} := ${rowColumnSql(column)}`)
    return `to_json(struct_pack(${fields.join(', ')}))::varchar`
  }
  // A chain of `||` would copy the row at each comma.
  const cells = value.joined.map((column) => `coalesce(${rowColumnSql(column)}::varchar, '')`)
  return `concat_ws(',', ${cells.join(', ')})`
}

async function readCount(connection: DuckDBConnection, sql: string, values: DuckDBValue[]): Promise<number> {
  const result = await connection.runAndReadAll(sql, values)
  return Number(z.array(z.tuple([z.bigint()])).parse(result.getRowsJS())[0]?.[0] ?? 0)
}

async function readValues(
  connection: DuckDBConnection,
  column: string,
  from: string,
  limit: number,
  values: DuckDBValue[] = [],
): Promise<Values> {
  const result = await connection.runAndReadAll(
    `select distinct ${column}::varchar from ${from} order by 1 limit ${Math.trunc(limit)}`,
    values,
  )
  return {
    values: z
      .array(z.tuple([z.string()]))
      .parse(result.getRowsJS())
      .map(([value]) => value),
    total: await readCount(connection, `select count(distinct ${column}) from ${from}`, values),
  }
}

const REVERSED = Uint8Array.from({ length: 256 }, (_, byte) =>
  Array.from({ length: 8 }, (_bit, bit) => ((byte >> bit) & 1) << (7 - bit)).reduce((sum, bit) => sum | bit, 0),
)

/** DuckDB puts the most significant bit first, Arrow last. */
const arrowBits = (bits: Uint8Array): Uint8Array => Uint8Array.from(bits, (byte) => REVERSED[byte] ?? 0)

/** @throws Error for missing or unordered rows: the bits of `matches` would point at other households */
async function readPoints(result: DuckDBResult, rowCount: number): Promise<Points> {
  const references: string[] = []
  const wardCodes: string[] = []
  const longitudes = new Float64Array(rowCount)
  const latitudes = new Float64Array(rowCount)
  for await (const chunk of result) {
    const [rows = [], chunkReferences = [], chunkWards = [], chunkLongitudes = [], chunkLatitudes = []] =
      chunk.getColumns()
    rows.forEach((row, index) => {
      const at = references.length
      if (row !== at) throw new Error('The rows of the snapshot are not in order.')
      references.push(String(chunkReferences[index]))
      wardCodes.push(String(chunkWards[index]))
      longitudes[at] = Number(chunkLongitudes[index])
      latitudes[at] = Number(chunkLatitudes[index])
    })
  }
  if (references.length !== rowCount) throw new Error('The snapshot has other rows than its record says.')
  return { references, wardCodes, longitudes, latitudes }
}
