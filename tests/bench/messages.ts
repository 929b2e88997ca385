import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { openDatabase, type Database } from '../../src/server/db/database'
import { messageSettings, organisations } from '../../src/server/db/schema'
import type { CampaignWork } from '../../src/server/modules/campaigns/campaigns/jobs'
import { NOTIFY_LIMITS } from '../../src/server/modules/campaigns/sending/rateLimiter'
import { createRunningCampaign, KEY, SMS_TEMPLATE, statesOf } from '../server/harness/sending'
import type { Bench, Figure } from './bench'
import { startPostgres } from '../server/harness/postgres'

const RECIPIENTS = 10_000
const KILLS = 50
/** Messages that a server sends at most before it is killed. */
const LIFE = 180
const NOTIFY_A_MINUTE = 3_000
const FLOOR = 0.95
const AT_LIMIT = 6_000

const ledgerSchema = z.object({
  messages: z.number(),
  references: z.number(),
  seconds: z.number(),
  firstMinutes: z.array(z.number()),
  calls: z.number(),
  refused: z.number(),
  dropped: z.number(),
})

/** Sending through kill -9 and bad luck. On PostgreSQL, with the simulator in a process of its own. */
export const messagesBench: Bench = { name: 'messages', run: () => onPostgres(killed) }

/** Sending at Notify's limit, likewise. */
export const messagesLimitBench: Bench = { name: 'messages-limit', run: () => onPostgres(atLimit) }

type Place = { readonly folder: string; readonly url: string }

async function onPostgres(measure: (place: Place) => Promise<Figure>): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'doorstep-bench-messages-'))
  const { url, server } = await startPostgres(join(folder, 'postgres'))
  try {
    return [await measure({ folder, url: `${url}/postgres` })]
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function killed({ folder, url }: Place): Promise<Figure> {
  const { database, work } = await newCampaign(url, RECIPIENTS)
  const notify = await startSimulator('faults')
  // Above Notify's limit, and with claims that end sooner, so that it ends in minutes.
  const sending = {
    times: { claimMs: 6_000, callMs: 2_000 },
    limits: { ...NOTIFY_LIMITS, perMinute: 12_000, burst: 200 },
  }
  const begin = performance.now()
  let kills = 0
  for (; kills < KILLS; kills++) {
    const arrived = nextWord(notify.child, z.literal('arrived'))
    notify.child.send({ tellAfter: 1 + Math.floor(Math.random() * LIFE) })
    const server = await startServer(folder, url, notify.url, sending)
    await arrived
    await setTimeout(Math.random() * 30)
    server.kill('SIGKILL')
    await once(server, 'exit')
    if ((await statesOf(database, work)).status === 'Complete') break
  }
  const server = await startServer(folder, url, notify.url, sending)
  await untilComplete(database, work)
  const seconds = (performance.now() - begin) / 1000
  server.kill('SIGKILL')
  const ledger = await ask(notify.child)
  const { counts } = await statesOf(database, work)
  notify.child.send('stop')
  await database.close()
  const isExact = ledger.messages === RECIPIENTS && ledger.references === RECIPIENTS && counts.sending === RECIPIENTS
  return {
    what: `${RECIPIENTS.toLocaleString('en-GB')} messages, ${percent(ledger.refused, ledger.calls)} of calls answered 429 or 500, ${percent(ledger.dropped, ledger.messages)} of messages taken without an answer, server killed with -9 ${kills} times`,
    measured: `ledger: ${ledger.messages} messages of ${ledger.references} references; ${ledger.calls} calls, ${seconds.toFixed(0)} s; recipients ${JSON.stringify(counts)}`,
    floor: `${RECIPIENTS} references, none twice, none missing, ${KILLS} kills`,
    holds: isExact && kills === KILLS,
  }
}

async function atLimit({ folder, url }: Place): Promise<Figure> {
  const { database, work } = await newCampaign(url, AT_LIMIT)
  const notify = await startSimulator('none')
  const server = await startServer(folder, url, notify.url, undefined)
  await untilComplete(database, work)
  server.kill('SIGKILL')
  const ledger = await ask(notify.child)
  notify.child.send('stop')
  await database.close()
  const aMinute = (ledger.messages / ledger.seconds) * 60
  return {
    what: `sending ${AT_LIMIT.toLocaleString('en-GB')} texts at Notify's limit, which the simulator keeps`,
    measured: `${aMinute.toFixed(0)} a minute (the first two minutes: ${ledger.firstMinutes.join(', ')}); ${ledger.messages} messages of ${ledger.references} references in ${ledger.calls} calls`,
    floor: `≥ ${FLOOR * 100}% of ${NOTIFY_A_MINUTE} a minute, never refused`,
    holds: aMinute >= FLOOR * NOTIFY_A_MINUTE && ledger.calls === AT_LIMIT,
  }
}

const percent = (part: number, whole: number) => `${((part / whole) * 100).toFixed(0)}%`

async function untilComplete(database: Database, work: CampaignWork): Promise<void> {
  while ((await statesOf(database, work)).status !== 'Complete') await setTimeout(250)
}

async function newCampaign(url: string, recipients: number) {
  const database = await openDatabase({ url })
  const [made] = await database.asSystem((tx) =>
    tx
      .insert(organisations)
      .values({ slug: 'benchmark', name: 'Benchmark', campaignsEnabled: true })
      .returning({ id: organisations.id }),
  )
  if (!made) throw new Error('No organisation was made.')
  // At any hour, whenever the bench runs.
  const hours = { languages: ['en' as const], sendFrom: 0, sendUntil: 24, sendOnSundays: true }
  await database.asSystem((tx) => tx.insert(messageSettings).values({ organisationId: made.id, ...hours }))
  return { database, work: await createRunningCampaign(database, made.id, recipients) }
}

async function startServer(
  folder: string,
  url: string,
  notifyUrl: string,
  sending: object | undefined,
): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, '../server/harness/worker.ts'), [], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      DATABASE_URL: url,
      DOORSTEP_DATA: join(folder, 'data'),
      NOTIFY_API_KEY: KEY,
      NOTIFY_SMS_TEMPLATE_ID: SMS_TEMPLATE,
      NOTIFY_URL: notifyUrl,
      ...(sending ? { SENDING: JSON.stringify(sending) } : {}),
    },
  })
  await nextWord(child, z.literal('started'))
  return child
}

async function startSimulator(kind: 'faults' | 'none'): Promise<{ child: ChildProcess; url: string }> {
  const child = fork(join(import.meta.dirname, 'simulatorChild.ts'), [kind], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const { url } = await nextWord(child, z.object({ url: z.string() }))
  return { child, url }
}

async function ask(child: ChildProcess) {
  const answer = nextWord(child, ledgerSchema)
  child.send('count')
  return answer
}

function nextWord<T>(child: ChildProcess, schema: z.ZodType<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`The process ended with ${code}.`))
    child.once('exit', onExit)
    child.once('message', (message) => {
      child.off('exit', onExit)
      resolve(schema.parse(message))
    })
  })
}
