/**
 * Policy: the demo's accounts, whose password is published, sign in only where nothing real is. It is asked with every
 * request, because an organisation may be imported beside a running server.
 */
import { sql, type SQL } from 'drizzle-orm'
import { organisations, people } from './schema'

/** Whether every organisation is the demo's. */
const nothingReal = sql`not exists (select from ${organisations} as real_one where not real_one.is_demo)`

/** Whether a person may sign in, and stay signed in. @param demoAccounts whether the demo's may at this address at all */
export const maySignIn = (demoAccounts: boolean): SQL =>
  demoAccounts ? sql`(not ${people.isDemo} or ${nothingReal})` : sql`not ${people.isDemo}`

/** Whether an organisation is the demo's, and open to the demo's accounts. */
export const isOpenDemo = (demoAccounts: boolean): SQL<boolean> =>
  demoAccounts ? sql<boolean>`(${organisations.isDemo} and ${nothingReal})` : sql<boolean>`false`
