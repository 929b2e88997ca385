import { EventEmitter, once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { buildApp } from '../../src/server/app'
import { readConfig } from '../../src/server/config'
import { NOTIFY_LIMITS } from '../../src/server/modules/campaigns/sending/rateLimiter'
import { openDatabase } from '../../src/server/db/database'
import { createServices } from '../../src/server/services'
import { freshPostgres } from './harness/engines'
import { startPostgres } from './harness/postgres'
import { seed } from './harness/seed'
import { createRunningCampaign, KEY, listeningSimulator, SMS_TEMPLATE, statesOf } from './harness/sending'

const MESSAGES = 150
const CALLERS = 4
/** From this text on Notify's answers wait until PostgreSQL has stopped; and so many it takes before that. */
const [HELD_FROM, MOST_BEFORE] = [30, 60]

test('PostgreSQL that stops and comes back while people work and a campaign is sent: 503 meanwhile, then all goes on, each message once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'doorstep-outage-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const { url, server: postgres } = await startPostgres(join(folder, 'postgres'), {
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
  })
  onTestFinished(() => postgres.stop())
  const outage = Object.assign(new EventEmitter(), { isOver: false })
  const hasStopped = once(outage, 'stopped')
  const sent = () => notify.ledger.messages.length
  const notify = await listeningSimulator({
    answerAfter: () => (sent() > HELD_FROM ? hasStopped : undefined),
    fault: ({ isSending }) => (isSending && !outage.isOver && sent() >= MOST_BEFORE ? 'too-many' : undefined),
  })
  onTestFinished(() => notify.close())
  const config = readConfig({
    DOORSTEP_DATA: join(folder, 'data'),
    DATABASE_URL: `${url}/postgres`,
    NOTIFY_API_KEY: KEY,
    NOTIFY_SMS_TEMPLATE_ID: SMS_TEMPLATE,
    NOTIFY_URL: notify.url,
    SOFFICE_PATH: 'none',
    LOG_LEVEL: 'silent',
  })
  const sender = { times: { claimMs: 8_000, callMs: 4_000 }, limits: { ...NOTIFY_LIMITS, perMinute: 900, burst: 15 } }
  const services = await createServices(config, undefined, { sender })
  onTestFinished(() => services.close())
  const app = await buildApp(services)
  onTestFinished(() => app.close())

  const seeded = await seed(services.database)
  const { id } = await services.sessions.begin({
    personId: seeded.people.admin.id,
    organisationId: seeded.ashford.id,
  })
  const campaign = await createRunningCampaign(services.database, seeded.ashford.id, MESSAGES)
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  await services.queue.start()

  const answers = new Set<string>()
  const load = { isOn: true }
  const call = async () => {
    const answer = await fetch(`${address}/api/user-filter-templates`, { headers: { cookie: `doorstep=${id}` } })
    const body = await answer.text()
    answers.add(answer.ok ? '200' : `${answer.status} ${answer.headers.get('retry-after')} ${body}`)
    return answer.status
  }
  const callers = Array.from({ length: CALLERS }, async () => {
    while (load.isOn) await call()
  })

  await vi.waitFor(() => expect(sent()).toBeGreaterThan(HELD_FROM))
  await postgres.stop()
  await vi.waitFor(async () => expect(await call()).toBe(503))
  expect(sent()).toBeLessThan(MESSAGES)
  outage.isOver = true
  outage.emit('stopped')
  await postgres.start()
  await vi.waitFor(async () => expect(await call()).toBe(200))
  load.isOn = false
  await Promise.all(callers)
  expect([...answers].sort()).toEqual([
    '200',
    `503 30 ${JSON.stringify({
      detail: "Doorstep's records do not answer at the moment. Wait a minute and try again.",
      code: 'unavailable',
    })}`,
  ])

  // Long before the piece of work that was under way expires.
  const done = { status: 'Complete', counts: { sending: MESSAGES } }
  await vi.waitFor(async () => expect(await statesOf(services.database, campaign)).toEqual(done))
  expect([sent(), notify.timesTaken()]).toEqual([MESSAGES, [1]])
})

test('lines that break as a transaction begins do not use up the connections to PostgreSQL', async () => {
  const { url, drop } = await freshPostgres(inject('postgresTemplate'))
  onTestFinished(drop)
  const { port: there, pathname: name } = new URL(url)
  const line = { isBad: false }
  const proxy = createServer((near) => {
    const far = connect(Number(there), '127.0.0.1')
    near.on('data', (sent) => (line.isBad && sent.includes('begin') ? near.destroy() : far.write(sent)))
    far.on('data', (answer) => near.write(answer))
    near.on('close', () => far.destroy()).on('error', () => far.destroy())
    far.on('close', () => near.destroy()).on('error', () => near.destroy())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void proxy.close())
  const { port } = z.object({ port: z.number() }).parse(proxy.address())
  const database = await openDatabase({ url: `postgresql://postgres:postgres@127.0.0.1:${port}${name}` })
  onTestFinished(() => database.close())
  const one = () => database.asSystem((tx) => tx.execute(sql`select 1`))

  line.isBad = true
  const broken = await Promise.allSettled(Array.from({ length: 20 }, one))
  expect(broken.map(({ status }) => status)).toEqual(Array(20).fill('rejected'))
  line.isBad = false
  await expect(one()).resolves.toBeDefined()
})
