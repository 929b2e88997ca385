import { z } from 'zod'
import { parseRows } from '../db/rows'

const moment = z.coerce.date().transform((date) => date.toISOString())

const row = z.object({
  id: z.string(),
  kind: z.string(),
  organisationId: z.string().nullable(),
  state: z.enum(['failed', 'running', 'waiting']),
  failures: z.coerce.number(),
  createdAt: moment,
  dueAt: moment,
  reason: z.string().nullable(),
  total: z.coerce.number(),
})
export type PendingJob = Omit<z.output<typeof row>, 'total'>

type ExecuteSql = (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>

const MOST = 200

/** Failed jobs, then running, then waiting ones. */
export async function pendingJobs(executeSql: ExecuteSql): Promise<{ jobs: PendingJob[]; total: number }> {
  const found = parseRows(await executeSql(PENDING, [MOST]), row)
  return { jobs: found.map(({ total: _, ...job }) => job), total: found[0]?.total ?? 0 }
}

/** @returns the organisation's id (null for none); undefined when no such job failed or waits for a retry */
export async function retryPending(executeSql: ExecuteSql, id: string): Promise<string | null | undefined> {
  const [retried] = parseRows(await executeSql(RETRY, [id]), z.object({ organisationId: z.string().nullable() }))
  return retried?.organisationId
}

/** Including archived ones; with `doneOf` only done ones of that kind. */
export async function deleteJobs(executeSql: ExecuteSql, organisationId: string, doneOf?: string): Promise<void> {
  for (const table of ['pgboss.job', 'pgboss.archive']) {
    const found = parseRows(
      await executeSql('select to_regclass($1) is not null as made', [table]),
      z.object({ made: z.boolean() }),
    )
    if (!found[0]?.made) continue
    const isDone = doneOf === undefined ? '' : `and name = $2 and state not in ('created', 'retry', 'active')`
    const values = doneOf === undefined ? [organisationId] : [organisationId, doneOf]
    await executeSql(`delete from ${table} where data ->> 'organisationId' = $1 ${isDone}`, values)
  }
}

/* An operator may have put jobs there by other means, so their data may not be an object. */
const ORGANISATION = `data ->> 'organisationId' as "organisationId"`

const PENDING = `
  select id::text, name as kind, ${ORGANISATION},
    case when state = 'failed' then 'failed' when state = 'active' then 'running' else 'waiting' end as state,
    retry_count + (state = 'failed')::integer as failures, created_on as "createdAt", start_after as "dueAt",
    case when state in ('failed', 'retry') then output ->> 'message' end as reason, count(*) over () as total
  from pgboss.job
  where state in ('created', 'retry', 'active', 'failed')
  order by case when state = 'failed' then 0 when state = 'active' then 1 else 2 end, start_after, id
  limit $1`

const RETRY = `
  update pgboss.job
  set state = 'retry', start_after = now(), retry_limit = greatest(retry_limit, retry_count + 1), completed_on = null
  where id = $1::uuid and state in ('failed', 'retry')
  returning ${ORGANISATION}`
