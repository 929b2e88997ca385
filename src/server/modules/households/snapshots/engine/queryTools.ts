import type { Predicate } from '../predicate'
import type { RowColumn } from '../snapshot'
import type { Use } from './engine'
import type { createCompiler } from './predicateSql'

/** What the queries of a snapshot share. */
export interface QueryTools {
  readonly use: Use
  readonly householdCount: number
  readonly compile: () => ReturnType<typeof createCompiler>
  /** The condition and values of a predicate. */
  readonly where: (predicate: Predicate) => ReturnType<ReturnType<typeof createCompiler>['whole']>
  readonly columnSql: (column: RowColumn) => string
}
