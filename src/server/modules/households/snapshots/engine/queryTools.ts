/** No request value becomes query text: columns are quoted names from the code, values parameters. */
import { quotedIdentifier, type DuckDBConnection, type DuckDBValue } from '@duckdb/node-api'
import { z } from 'zod'
import type { Predicate } from '../predicate'
import type { RowColumn } from '../snapshot'
import type { SnapshotSource, Use } from './engine'
import { estimateSql } from './estimates'
import { findHouseholdsInside } from './areas/householdsInside'
import { createCompiler } from './predicateSql'

export type QueryTools = ReturnType<typeof createQueryTools>

/** Shared by a snapshot's queries. */
export function createQueryTools(
  use: Use,
  { householdCount, wardCodes, rates }: Pick<SnapshotSource, 'householdCount' | 'wardCodes' | 'rates'>,
) {
  const estimates = estimateSql(rates)
  /** For these conditions, on the connection and relation that they are asked of. */
  const compile = async (connection: DuckDBConnection, from: string, predicate: Predicate) =>
    createCompiler(wardCodes, await findHouseholdsInside(connection, from, householdCount, predicate))
  return {
    use,
    householdCount,
    compile,
    where: async (connection: DuckDBConnection, from: string, predicate: Predicate) =>
      (await compile(connection, from, predicate)).whole(predicate),
    columnSql: (column: RowColumn) => estimates.get(column) ?? quotedIdentifier(column),
  }
}

/** A query's only number. */
export async function readCount(connection: DuckDBConnection, sql: string, values: DuckDBValue[]): Promise<number> {
  const result = await connection.runAndReadAll(sql, values)
  return Number(z.array(z.tuple([z.bigint()])).parse(result.getRowsJS())[0]?.[0] ?? 0)
}
