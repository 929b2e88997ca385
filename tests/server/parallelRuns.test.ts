import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { buildApp } from '../../src/server/app'
import { readConfig } from '../../src/server/config'
import { openDatabase, type Database } from '../../src/server/db/database'
import { auditEntries, campaigns, people } from '../../src/server/db/schema'
import { createServices, type Services } from '../../src/server/services'
import { addFrozen } from './frozenCampaign'
import { freshPostgres } from './harness/engines'
import { seed, type Seed } from './harness/seed'

let dataFolder: string
let url: string
let drop: () => Promise<void>
let database: Database
let seeded: Seed
const closing: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'doorstep-runs-'))
  ;({ url, drop } = await freshPostgres())
  database = await openDatabase({ url })
  seeded = await seed(database)
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  await database.close()
  await drop()
  await rm(dataFolder, { recursive: true, force: true })
})

const statusOf = async (id: number) => {
  const [found] = await database.asSystem((tx) =>
    tx.select({ status: campaigns.status }).from(campaigns).where(eq(campaigns.id, id)),
  )
  return found?.status
}

async function openServer(): Promise<Services> {
  // In production without a key nothing is sent, so that the run stays as it was begun.
  const environment = {
    NODE_ENV: 'production',
    DOORSTEP_DATA: join(dataFolder, String(closing.length)),
    DATABASE_URL: url,
  }
  const services = await createServices(readConfig(environment))
  closing.push(() => services.close())
  return services
}

test('50 parallel run calls by two super users on two servers are one run, and 49 are told so', async () => {
  const id = await addFrozen(database, seeded.ashford.id, 40)
  const servers = [await openServer(), await openServer()]
  for (const server of servers) await server.queue.start()
  await vi.waitFor(async () => expect(await statusOf(id)).toBe('sent to api'))
  await database.asSystem((tx) => tx.update(campaigns).set({ reviewedAt: new Date() }).where(eq(campaigns.id, id)))
  const [second] = await database.asSystem((tx) =>
    tx.insert(people).values({ email: 'second@provider.example', role: 'SuperAdmin' }).returning({ id: people.id }),
  )
  const callers = await Promise.all(
    servers.map(async (server, index) => {
      const app = await buildApp(server)
      closing.push(() => app.close())
      const personId = index === 0 ? seeded.people.staff.id : (second?.id ?? '')
      const session = await server.sessions.begin({ personId, organisationId: seeded.ashford.id })
      const headers = { cookie: `doorstep=${session.id}`, origin: server.config.publicUrl }
      return () => app.inject({ method: 'POST', url: `/api/run-reviewed-campaign?campaign_id=${id}`, headers })
    }),
  )
  const [first, other] = callers
  if (!first || !other) throw new Error('There are two servers.')
  const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => (index % 2 ? other() : first())))
  const said = answers.map((answer) => z.object({ started: z.boolean(), phase: z.string() }).parse(answer.json()))
  expect(said.filter(({ started }) => started)).toHaveLength(1)
  expect(said.filter(({ started, phase }) => !started && phase === 'sending')).toHaveLength(49)
  const runs = await database.asSystem((tx) => tx.select().from(auditEntries).where(eq(auditEntries.action, 'run')))
  expect(runs).toMatchObject([{ quantity: 40 }])
  // The worker, which has nothing to send with, puts its work off; the run's own was due at once.
  const { rows } = await database.executeSql(
    `select count(*)::int as jobs from pgboss.job where name = 'send-campaign' and start_after < created_on + interval '30 seconds'`,
  )
  expect(rows).toEqual([{ jobs: 1 }])
})
