import { getTableName } from 'drizzle-orm'
import { z } from 'zod'
import type { DatabaseEngine } from '../../../db/engine'
import { parseRows } from '../../../db/rows'
import { recordsKey } from '../../../db/schema'

/** Without a transaction, before there are organisations and for `doctor`. */
export type ExecuteSql = DatabaseEngine['executeSql']

const TABLE = getTableName(recordsKey)

/** Undefined for records never used with a key. */
export async function findFingerprint(executeSql: ExecuteSql): Promise<string | undefined> {
  const [found] = parseRows(await executeSql(`select fingerprint from ${TABLE}`), z.object({ fingerprint: z.string() }))
  return found?.fingerprint
}

/** Leaves one that is there. */
export const addFingerprint = (executeSql: ExecuteSql, fingerprint: string) =>
  executeSql(`insert into ${TABLE} (fingerprint) values ($1) on conflict do nothing`, [fingerprint])

/** Replaces one that is there. */
export const setFingerprint = (executeSql: ExecuteSql, fingerprint: string) =>
  executeSql(
    `insert into ${TABLE} (fingerprint) values ($1) on conflict (is_only) do update set fingerprint = excluded.fingerprint`,
    [fingerprint],
  )
