/**
 * Policy: contacts are personal data and stay in the records. What the eligible count needs of them, whether a
 * household can be reached and when it was last contacted, is kept beside the snapshot's columns as flags and a
 * time, in memory only. The key of each companion names what it was made of (the contacts' count of changes, the
 * campaigns run), so that a change by any server is seen by the next count.
 */
import type { DuckDBConnection } from '@duckdb/node-api'
import type { Database, Tx } from '../../db/database'
import { pagesOf } from '../../db/pages'
import type { Companion } from '../snapshots/snapshot'
import { contactedHouseholds, reachableVersions, type ContactedHousehold } from './contacted'
import { contactFlags, type ContactFlags } from './contactRows'

/** Columns that the companions put beside a snapshot's: `reachable_sms`, `reachable_print_and_post`, `do_not_contact`. */
export interface ReachableHouseholds {
  /** The companions as the records stand now, in a transaction of the organisation's if there is one already. */
  companions(organisationId: string, tx?: Tx): Promise<ReachableCompanions>
}

/** The first of contacts, the second with `contacted_at` (UTC). */
export interface ReachableCompanions {
  readonly contacts: Companion
  readonly contacted: Companion
}

/** Rows read in one statement: some milliseconds, so that other requests are not kept waiting. */
const ROWS_A_STATEMENT = 5_000
/** Fewer, because each contact's number and address are judged here. */
const CONTACTS_A_STATEMENT = 1_000

/** Reads the companions when a count asks for them. */
export function createReachableHouseholds({ database }: { database: Database }): ReachableHouseholds {
  return {
    async companions(organisationId, tx) {
      const versions = tx
        ? await reachableVersions(tx, organisationId)
        : await database.forOrganisation(organisationId, (own) => reachableVersions(own, organisationId))
      return {
        contacts: {
          key: `contacts ${versions.contacts}`,
          bytesAHousehold: 3,
          create: (connection, name, table) =>
            createBeside(connection, name, table, {
              columns: 'reachable_sms boolean, reachable_print_and_post boolean, do_not_contact boolean',
              missing: 'false',
              pages: pagesOf<ContactFlags>((last) =>
                database.forOrganisation(organisationId, (own) =>
                  contactFlags(own, organisationId, last?.reference ?? '', CONTACTS_A_STATEMENT),
                ),
              ),
              append: (appender, row) => {
                appender.appendBoolean(row.sms)
                appender.appendBoolean(row.letter)
                appender.appendBoolean(row.doNotContact)
              },
            }),
        },
        contacted: {
          key: `contacted ${versions.contacted}`,
          bytesAHousehold: 8,
          create: (connection, name, table) =>
            createBeside(connection, name, table, {
              columns: 'contacted_at double',
              missing: '0',
              pages: pagesOf<ContactedHousehold>((last) =>
                database.forOrganisation(organisationId, (own) =>
                  contactedHouseholds(own, organisationId, last?.reference ?? '', ROWS_A_STATEMENT),
                ),
              ),
              append: (appender, row) => appender.appendDouble(row.at),
            }),
        },
      }
    },
  }
}

type Appender = Awaited<ReturnType<DuckDBConnection['createAppender']>>

/** Fills a table by reference, and then puts it in the order of the snapshot's rows. */
async function createBeside<Row extends { reference: string }>(
  connection: DuckDBConnection,
  name: string,
  table: string,
  content: {
    readonly columns: string
    /** SQL of what stands for a household without a row. */
    readonly missing: string
    readonly pages: AsyncIterable<readonly Row[]>
    append(appender: Appender, row: Row): void
  },
): Promise<void> {
  // A temporary table belongs to its connection, and a connection makes one companion at a time.
  await connection.run(`create or replace temp table by_reference (reference varchar, ${content.columns})`)
  const appender = await connection.createAppender('by_reference', undefined, 'temp')
  for await (const page of content.pages) {
    for (const row of page) {
      appender.appendVarchar(row.reference)
      content.append(appender, row)
      appender.endRow()
    }
  }
  appender.closeSync()
  const columns = content.columns
    .split(', ')
    .map((column) => column.split(' ')[0] ?? '')
    .map((column) => `coalesce(${column}, ${content.missing}) as ${column}`)
  await connection.run(
    `create table ${name} as select ${columns.join(', ')} from ${table} as snapshot ` +
      `left join by_reference on by_reference.reference = snapshot.household_reference order by snapshot.rowid`,
  )
  await connection.run('drop table by_reference')
}
