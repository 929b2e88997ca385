/**
 * The demo's password is public: its accounts work only while there is no real organisation, which may be imported at
 * any time.
 */
import { sql, type SQL } from 'drizzle-orm'
import { organisations, people } from './schema'

const nothingReal = sql`not exists (select from ${organisations} as real_one where not real_one.is_demo)`

/** SQL: removed people may not. @param demoAccounts allowed on this server */
export const maySignIn = (demoAccounts: boolean): SQL =>
  demoAccounts
    ? sql`(${people.removedAt} is null and (not ${people.isDemo} or ${nothingReal}))`
    : sql`(${people.removedAt} is null and not ${people.isDemo})`

/** SQL: whether demo accounts may use it. */
export const isOpenDemo = (demoAccounts: boolean): SQL<boolean> =>
  demoAccounts ? sql<boolean>`(${organisations.isDemo} and ${nothingReal})` : sql<boolean>`false`
