import { z } from 'zod'
import type { Database } from '../db/database'
import { parseRows } from '../db/rows'

const backlogRow = z.object({
  kind: z.string(),
  waiting: z.coerce.number(),
  running: z.coerce.number(),
  failed: z.coerce.number(),
  /** How late the longest-waiting job is; 0 when none is due. */
  overdueSeconds: z.coerce.number(),
})
export type Backlog = z.infer<typeof backlogRow>

/** Needs no started queue. */
export const findBacklog = async (executeSql: (text: string) => Promise<{ rows: unknown[] }>): Promise<Backlog[]> =>
  parseRows(await executeSql(BACKLOG), backlogRow)

const BACKLOG = `
  select name as kind,
    count(*) filter (where state < 'active') as waiting,
    count(*) filter (where state = 'active') as running,
    count(*) filter (where state = 'failed') as failed,
    coalesce(greatest(0, extract(epoch from now() - min(start_after) filter (where state < 'active'))), 0)
      as "overdueSeconds"
  from pgboss.job where state < 'completed' or state = 'failed' group by name order by name`

/** Kinds with work for a worker now. */
export async function dueKinds(database: Database): Promise<ReadonlySet<string>> {
  const { rows } = await database.executeSql(`
    select name from pgboss.queue where exists (
      select from pgboss.job where job.name = queue.name and state < 'active' and start_after < now())`)
  return new Set(parseRows({ rows }, z.object({ name: z.string() })).map(({ name }) => name))
}

/**
 * After the database's clock is set back, jobs' timestamps lie in the future: they would become due, or expire, late.
 */
export async function catchUpWithClock(database: Database): Promise<void> {
  await database.executeSql(`
    update pgboss.job set
      start_after = now() + (start_after - greatest(created_on, started_on)),
      created_on = least(created_on, now()),
      started_on = case when started_on > now() then now() else started_on end
    where state <= 'active' and greatest(created_on, started_on) > now()`)
  await database.executeSql('update pgboss.version set maintained_on = null where maintained_on > now()')
}
