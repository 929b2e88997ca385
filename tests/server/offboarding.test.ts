import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { parseRows } from '../../src/server/db/rows'
import { organisations } from '../../src/server/db/schema'
import { createServices, type Services } from '../../src/server/services'
import { callAs, selected } from './harness/caller'
import { campaignTools } from './harness/campaigns'
import { runCommand } from './harness/command'
import { freshDatabase } from './harness/engines'
import { startFakeS3, type FakeS3 } from './harness/s3'
import { engineOfRun, startServer, type TestServer } from './harness/server'

/* A council leaves, with its records and files on either engine: nothing of it is left anywhere. */

const KEY = Buffer.alloc(32, 3).toString('base64')
const place = { embedded: 'a folder', postgresql: 'a bucket' }[engineOfRun]

describe(`An organisation that is removed, on the ${engineOfRun} database and ${place}`, () => {
  let s3: FakeS3
  let server: TestServer
  let aside: string
  const tools = campaignTools(() => server)

  beforeAll(async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'key')
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
    s3 = await startFakeS3()
    const settings: Record<string, string> = { SOFFICE_PATH: 'none', DOORSTEP_SECRET_KEY: KEY }
    if (place === 'a bucket') Object.assign(settings, { S3_BUCKET: 'doorstep', S3_ENDPOINT: s3.endpoint })
    server = await startServer(engineOfRun, settings)
    aside = await mkdtemp(join(tmpdir(), 'doorstep-leaving-'))
  })
  afterAll(async () => {
    await server.close()
    s3.close()
    await rm(aside, { recursive: true, force: true })
    vi.unstubAllEnvs()
  })

  /** Rows of records and queue, and files in folder and bucket, that name it; the ledger's line aside. */
  async function traces({ database, config }: Services): Promise<string[]> {
    const isOf = (text: string) => text.includes(server.seed.ashford.id) || text.includes('ashford')
    const found: string[] = []
    const tables = await database.executeSql(
      "select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'pgboss')",
    )
    for (const { name } of parseRows(tables, z.object({ name: z.string() }))) {
      // A contact's words for the search are in small letters, a town's name too.
      const { rows } = await database.executeSql(`select (to_jsonb(t) - 'search_text')::text as row from ${name} t`)
      found.push(
        ...parseRows({ rows }, z.object({ row: z.string() }))
          .filter(({ row }) => isOf(row))
          .map(() => name),
      )
    }
    const entries = await readdir(config.dataFolder, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    const objects = [...s3.objects.keys()].map(decodeURIComponent)
    return [...found, ...[...files, ...objects].filter((path) => isOf(path) && !path.includes('forgotten/'))]
  }

  const filesOfMonths = async () => [
    ...(await readdir(join(server.services.config.dataFolder, 'snapshots'))),
    ...[...s3.objects.keys()].filter((path) => path.includes('/snapshots/')),
  ]
  const numberOf = async ({ database }: Services, table: string) =>
    (await database.executeSql(`select * from ${table}`)).rows.length

  const withEmpty = async (work: (target: Services) => Promise<void>) => {
    const dataFolder = await mkdtemp(join(aside, 'data-'))
    const target = await createServices({ ...server.services.config, dataFolder }, await freshDatabase(engineOfRun))
    try {
      await work(target)
    } finally {
      await target.close()
    }
  }

  test('a household that is erased goes from the simulator of Notify and from calculator jobs that are done', async () => {
    const { services } = server
    const admin = await callAs(server, 'admin')
    await tools.prepareHouseholds()
    await tools.reset()
    const one = selected({}, { household_references: ['A-2'] })
    expect((await admin.post('/api/households-to-calculator', one)).statusCode).toBe(200)
    const id = await tools.prepared()
    await tools.move('review-campaign', id)
    await tools.move('run-reviewed-campaign', id)
    const kept = async () => [
      ...(await services.database.executeSql("select 1 from simulated_messages where phone_number like '%900222'"))
        .rows,
      ...(
        await services.database.executeSql(
          "select 1 from pgboss.job where data::text like '%A-2%' and state = 'completed'",
        )
      ).rows,
    ]
    await vi.waitFor(async () => expect(await kept()).toHaveLength(2))
    await admin.post('/api/erase-household', { household_reference: 'A-2' })
    await vi.waitFor(async () => expect(await kept()).toEqual([]))
    expect(await numberOf(services, 'simulated_messages')).toBeGreaterThan(0)
  })

  test('leaves nothing in records, queue, files and bucket, its sessions end, and others stay whole', async () => {
    const { services, seed } = server
    const admin = await callAs(server, 'admin')
    await admin.post('/api/households-to-calculator', selected())
    await admin.post('/api/do-not-contact', { household_reference: 'A-1', reason: 'objection' })
    await admin.post('/api/subject-access', { household_reference: 'A-1', format: 'json' })
    await admin.post('/api/streetview-household-data', selected())
    await services.files.put(`letters/${seed.ashford.id}/1/0.pdf`, Buffer.from('Dear Edna'), 'application/pdf')
    expect(await traces(services)).toEqual(expect.arrayContaining(['pgboss.job', 'public.sessions', 'public.contacts']))
    await runCommand(services, 'backup', join(aside, 'backup'))

    const remove = (...words: string[]) => runCommand(services, 'organisation', 'remove', 'ashford', ...words)
    await expect(remove('--yes')).rejects.toThrow('--without-export')
    await expect(remove('--without-export')).rejects.toThrow('Nothing was removed.')
    expect((await admin.get('/api/session/user')).statusCode).toBe(200)
    expect(await remove('--yes', '--export', join(aside, 'export'))).toMatch(/^Exported [\s\S]+ was removed: /)

    expect((await admin.get('/api/session/user')).statusCode).toBe(401)
    // What was under way goes with the next night's work.
    await vi.waitFor(async () => {
      await services.offboarding.removeAgain()
      expect(await traces(services)).toEqual([])
    })
    expect(await numberOf(services, 'simulated_messages')).toBe(0)
    expect((await filesOfMonths()).length).toBe(place === 'a bucket' ? 2 : 1)
    expect(services.snapshots.measureMemory().count).toBe(0)
    const other = await callAs(server, 'other')
    expect((await other.post('/api/streetview-household-data', selected())).statusCode).toBe(200)
  })

  test('takes along all that is its own, and nothing of others', async () => {
    await withEmpty(async (target) => {
      await runCommand(target, 'restore', join(aside, 'export'))
      const found = await target.database.asSystem((tx) => tx.select().from(organisations))
      expect(found.map(({ slug }) => slug)).toEqual(['ashford'])
      const references = await target.database.asSystem((tx) =>
        tx.execute(sql`select household_reference from contacts order by 1`),
      )
      expect(parseRows(references, z.object({ household_reference: z.string() }))).toHaveLength(5)
      expect((await target.snapshots.latest(server.seed.ashford.id)).householdCount).toBeGreaterThan(5)
    })
  })

  test('is removed again when a backup of before is restored, before anybody is answered', async () => {
    await withEmpty(async (target) => {
      const printed = await runCommand(
        target,
        'restore',
        join(aside, 'backup'),
        ...(place === 'a folder' ? ['--forgotten', server.services.config.dataFolder] : []),
      )
      expect(printed).toContain('Everybody signs in again.')
      expect(await traces(target)).not.toEqual([])
      await target.queue.start()
      expect(await traces(target)).toEqual([])
      expect((await target.snapshots.latest(server.seed.brynmor.id)).householdCount).toBe(1)
    })
  })
})
