/**
 * Snapshot queries in SQL. No request value becomes query text: columns are quoted names from the code, values
 * parameters.
 */
import { quotedIdentifier, type DuckDBConnection, type DuckDBValue } from '@duckdb/node-api'
import { z } from 'zod'
import type { Predicate } from '../predicate'
import type { RowColumn } from '../snapshot'
import type { SnapshotSource, Use } from './engine'
import { estimateSql } from './estimates'
import { createCompiler } from './predicateSql'

export type QueryTools = ReturnType<typeof createQueryTools>

/** What the queries of a snapshot share. */
export function createQueryTools(
  use: Use,
  { householdCount, wardCodes, rates }: Pick<SnapshotSource, 'householdCount' | 'wardCodes' | 'rates'>,
) {
  const estimates = estimateSql(rates)
  const compile = () => createCompiler(wardCodes)
  return {
    use,
    householdCount,
    compile,
    /** The condition and values of a predicate. */
    where: (predicate: Predicate) => compile().whole(predicate),
    columnSql: (column: RowColumn) => estimates.get(column) ?? quotedIdentifier(column),
  }
}

/** Reads the one number that a query answers with. */
export async function readCount(connection: DuckDBConnection, sql: string, values: DuckDBValue[]): Promise<number> {
  const result = await connection.runAndReadAll(sql, values)
  return Number(z.array(z.tuple([z.bigint()])).parse(result.getRowsJS())[0]?.[0] ?? 0)
}
