import { quotedIdentifier, type DuckDBConnection } from '@duckdb/node-api'
import type { HouseholdFacts } from '../snapshot'

const TYPES = { flag: { sql: 'boolean', missing: 'false' }, number: { sql: 'double', missing: '0' } } as const

/** One row per household in the snapshot's order, so that `positional join` needs no key. */
export async function createFactsTable(
  connection: DuckDBConnection,
  name: string,
  snapshotTable: string,
  facts: HouseholdFacts,
): Promise<void> {
  const named = facts.columns.map((column) => ({ identifier: quotedIdentifier(column.name), type: TYPES[column.type] }))
  const definitions = named.map(({ identifier, type }) => `${identifier} ${type.sql}`)
  await connection.run(`create or replace temp table by_reference (reference varchar, ${definitions.join(', ')})`)
  const appender = await connection.createAppender('by_reference', undefined, 'temp')
  for await (const page of facts.read()) {
    for (const { reference, values } of page) {
      appender.appendVarchar(reference)
      for (const value of values) {
        if (typeof value === 'boolean') appender.appendBoolean(value)
        else appender.appendDouble(value)
      }
      appender.endRow()
    }
  }
  appender.closeSync()
  const selected = named.map(({ identifier, type }) => `coalesce(${identifier}, ${type.missing}) as ${identifier}`)
  await connection.run(
    `create table ${name} as select ${selected.join(', ')} from ${snapshotTable} as snapshot ` +
      `left join by_reference on by_reference.reference = snapshot.household_reference order by snapshot.rowid`,
  )
  await connection.run('drop table by_reference')
}
