import { DuckDBBitValue } from '@duckdb/node-api'
import { z } from 'zod'
import type { SnapshotQueries } from '../snapshot'
import { readCount, type QueryTools } from './queryTools'

type CountQueries = Pick<SnapshotQueries, 'count' | 'countWith' | 'waterfall' | 'totalsByWard' | 'matches' | 'sums'>

/** Counts and sums. */
export const createCountQueries = ({
  use,
  compile,
  where: whereOf,
  householdCount,
  columnSql,
}: QueryTools): CountQueries => ({
  async count(predicate) {
    return use(async (connection, from) => {
      const { where, values } = await whereOf(connection, from, predicate)
      return readCount(connection, `select count(*) from ${from} where ${where}`, values)
    })
  },

  async waterfall(predicate, steps, facts) {
    const leaving = await use(
      async (connection, from) => {
        const { conditions, whole } = await compile(connection, from, [...predicate, ...steps.flat()])
        const leavesAt = steps.reduceRight(
          (next, step, index) => `case when ${conditions(step)} then ${next} else ${index} end`,
          String(steps.length),
        )
        const { where, values } = whole(predicate)
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
    const rows = await use(
      async (connection, from) => {
        const { where, values } = await whereOf(connection, from, predicate)
        return connection.runAndReadAll(
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
        )
      },
      { signal },
    )
    return totalsRows.parse(rows.getRowObjectsJS())
  },

  async matches(predicate, signal) {
    const bytes = Math.ceil(householdCount / 64) * 8
    // Row numbers would come in dozens of chunks, each waiting for the event loop.
    const all = `bitstring_agg(rowid, 0, ${Math.max(bytes, 1) * 8 - 1})`
    const result = await use(
      async (connection, from) => {
        const { where, values } = await whereOf(connection, from, predicate)
        return connection.runAndReadAll(`select ${all} from ${from} where ${where}`, values)
      },
      { signal },
    )
    const bits = result.getRows()[0]?.[0]
    return bits instanceof DuckDBBitValue ? arrowBits(bits.data.subarray(1)) : new Uint8Array(bytes)
  },

  async sums(predicate, names, facts) {
    const sums = names.map((name) => `coalesce(sum(${columnSql(name)}), 0)::double`)
    const result = await use(
      async (connection, from) => {
        const { where, values } = await whereOf(connection, from, predicate)
        return connection.runAndReadAll(`select ${sums.join(', ')} from ${from} where ${where}`, values)
      },
      { facts },
    )
    return z.array(z.number()).parse(result.getRowsJS()[0])
  },

  async countWith(predicate, estimate, facts) {
    return use(
      async (connection, from) => {
        const { where, values } = await whereOf(connection, from, predicate)
        const query = `select count(*) from ${from} where ${where} and ${columnSql(estimate)} > 0`
        return readCount(connection, query, values)
      },
      { facts },
    )
  },
})

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
const leavingRows = z.array(z.tuple([z.number(), z.number()]))

const REVERSED = Uint8Array.from({ length: 256 }, (_, byte) =>
  Array.from({ length: 8 }, (_bit, bit) => ((byte >> bit) & 1) << (7 - bit)).reduce((sum, bit) => sum | bit, 0),
)

/** DuckDB puts the most significant bit first, Arrow last. */
const arrowBits = (bits: Uint8Array): Uint8Array => Uint8Array.from(bits, (byte) => REVERSED[byte] ?? 0)
