/**
 * Snapshot queries in SQL. No request value becomes query text: columns are quoted names from the code, values
 * parameters.
 */
import { quotedIdentifier } from '@duckdb/node-api'
import type { Rates } from '../../estimates/rateTypes'
import type { SnapshotQueries } from '../snapshot'
import { createCountQueries } from './countQueries'
import type { Use } from './engine'
import { estimateSql } from './estimates'
import { createCompiler } from './predicateSql'
import type { QueryTools } from './queryTools'
import { createRowQueries } from './rowQueries'
import { createValueQueries } from './valueQueries'

export interface SnapshotShape {
  readonly householdCount: number
  readonly wardCodes: readonly string[]
  readonly rates: Rates
}

/** The queries of one snapshot. */
export function createSnapshotQueries(use: Use, { householdCount, wardCodes, rates }: SnapshotShape): SnapshotQueries {
  const estimates = estimateSql(rates)
  const compile = () => createCompiler(wardCodes)
  const tools: QueryTools = {
    use,
    householdCount,
    compile,
    where: (predicate) => compile().whole(predicate),
    columnSql: (column) => estimates.get(column) ?? quotedIdentifier(column),
  }
  return { ...createCountQueries(tools), ...createRowQueries(tools), ...createValueQueries(tools) }
}
