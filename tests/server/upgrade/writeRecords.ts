import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { campaignSchema } from '../../../src/contract/campaigns/campaigns'
import { migrationsFolder } from '../../../src/server/db/engine'
import { parseRows } from '../../../src/server/db/rows'
import { campaigns } from '../../../src/server/db/schema'
import { tables } from '../../../src/server/cli/backup/repo'
import { addSentCampaign, campaignTools } from '../harness/campaigns'
import { runCommand } from '../harness/command'
import { startServer, type TestServer } from '../harness/server'
import { BACKUP, FIXTURES, SETTINGS, SQL_DUMP, type CampaignName } from './fixtures'

const MAX_BYTES = 900_000

test('writes records with a campaign in each state', async () => {
  const server = await startServer('embedded', SETTINGS)
  try {
    await makeCampaigns(server)
    await rm(BACKUP, { recursive: true, force: true })
    await runCommand(server.services, 'backup', BACKUP)
    await writeFile(SQL_DUMP, gzipSync(await dump(server), { level: 9 }))
  } finally {
    await server.close()
  }
  const files = await readdir(FIXTURES, { recursive: true })
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(FIXTURES, file))).size))
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_BYTES)
})

async function makeCampaigns(server: TestServer): Promise<void> {
  const { prepareHouseholds, reset, prepared, move, add } = campaignTools(() => server)
  await prepareHouseholds()
  await reset()
  const sent = await addSentCampaign(server, ['A-1', 'A-2'])
  await server.services.database.asSystem((tx) =>
    tx
      .update(campaigns)
      .set({ name: 'Complete', completedAt: sql`sent_at` })
      .where(eq(campaigns.id, sent)),
  )
  const through = async (name: CampaignName, ...moves: string[]) => {
    const id = await prepared({ campaign_name: name })
    for (const one of moves) {
      const answer = await move(one, id)
      if (answer.statusCode !== 200) throw new Error(`${name}: ${one} answered ${answer.statusCode}, ${answer.body}`)
    }
  }
  await through('Prepared')
  await through('Reviewed', 'review-campaign')
  await through('Sending', 'review-campaign', 'run-reviewed-campaign')
  await through('Paused', 'review-campaign', 'run-reviewed-campaign', 'pause-campaign')
  await through('Cancelled', 'cancel-campaign')
  await through('Archived', 'cancel-campaign', 'archive-campaign')
  // Nobody prepares the last one.
  await server.services.queue.rest()
  const [made] = z
    .array(campaignSchema)
    .parse((await add({ campaign_name: 'Preparing' satisfies CampaignName })).json())
  expect(made?.id).toBeGreaterThan(0)
  await server.services.audit.seal()
}

/** New rows follow the old ones. */
const CONTINUE_IDS = `
  do $$ declare one record; begin
    for one in select table_name, column_name from information_schema.columns
      where table_schema = 'public' and is_identity = 'YES'
    loop execute format('select setval(pg_get_serial_sequence(%L, %L), coalesce(max(%I), 1), max(%I) is not null) from %I',
      one.table_name, one.column_name, one.column_name, one.column_name, one.table_name); end loop;
  end $$;
  select setval('drizzle.__drizzle_migrations_id_seq', max(id)) from drizzle.__drizzle_migrations;`

/** Tables as the first migration made them, the record that it ran, and all rows. The queue makes its own tables. */
async function dump({ services: { database } }: TestServer): Promise<string> {
  const names = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).toSorted()
  const schema = await Promise.all(names.map((name) => readFile(join(migrationsFolder, name), 'utf8')))
  const rows = await database.asSystem(async (tx) => {
    const insert = async (table: string, columns: readonly string[]) => {
      const query = sql.raw(`select coalesce(json_agg(t), '[]')::text as rows from ${table} t`)
      const [found] = parseRows(await tx.execute(query), z.object({ rows: z.string() }))
      const list = columns.map((column) => `"${column}"`).join(', ')
      return found && found.rows !== '[]'
        ? `insert into ${table} (${list}) overriding system value select ${list} from json_populate_recordset(null::${table}, $rows$${found.rows}$rows$);`
        : ''
    }
    const statements = [
      'create schema drizzle;',
      'create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);',
      await insert('drizzle.__drizzle_migrations', ['id', 'hash', 'created_at']),
    ]
    // A trigger counts changes of contacts as these come.
    for (const { name, columns } of await tables(tx))
      if (name !== 'contact_changes') statements.push(await insert(name, columns))
    return statements
  })
  return [...schema, ...rows, CONTINUE_IDS].filter((statement) => statement !== '').join('\n')
}
