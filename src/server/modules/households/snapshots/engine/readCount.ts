import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api'
import { z } from 'zod'

/** Reads the one number that a query answers with. */
export async function readCount(connection: DuckDBConnection, sql: string, values: DuckDBValue[]): Promise<number> {
  const result = await connection.runAndReadAll(sql, values)
  return Number(z.array(z.tuple([z.bigint()])).parse(result.getRowsJS())[0]?.[0] ?? 0)
}
