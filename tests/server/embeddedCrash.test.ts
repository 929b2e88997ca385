/** What campaignCrash and messagesCrash prove on PostgreSQL, on the records that `npm start` keeps in its own folder. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { openDatabase } from '../../src/server/db/database'
import { recipients } from '../../src/server/db/schema'
import { NOTIFY_LIMITS } from '../../src/server/modules/messages/allowance'
import { addFrozen } from './frozenCampaign'
import { startProcess, withServices } from './harness/process'
import { seed } from './harness/seed'
import { addRunning, KEY, listeningSimulator, SMS_TEMPLATE, statesOf } from './harness/sending'

const PREPARED = 3_000
const SENT = 40
const PATIENCE = { timeout: 120_000, interval: 50 }

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

test('a server killed with -9 while it prepares and while it sends leaves nobody out and nothing twice', { timeout: 300_000 }, async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'doorstep-crash-'))
  closing.push(() => rm(dataFolder, { recursive: true, force: true }))
  const sender: { child?: ChildProcess } = {}
  let arrived = 0
  const notify = await listeningSimulator({
    fault: ({ isSending }) => {
      // While a call is under way, which the simulator takes all the same, and whose answer nobody hears.
      if (isSending && ++arrived === 7) sender.child?.kill('SIGKILL')
      return undefined
    },
  })
  closing.push(() => notify.close())
  // Claims end soon, so that the test need not wait for them as long as a server does.
  const sending = { times: { claimMs: 4_000, callMs: 1_500 }, limits: { ...NOTIFY_LIMITS, burst: 15 } }
  const environment = {
    DOORSTEP_DATA: dataFolder,
    NOTIFY_API_KEY: KEY,
    NOTIFY_SMS_TEMPLATE_ID: SMS_TEMPLATE,
    NOTIFY_URL: notify.url,
    SENDING: JSON.stringify(sending),
  }
  const start = (worker: string) => {
    const child = startProcess(worker, environment)
    closing.push(async () => child.kill('SIGKILL'))
    return child
  }

  const database = await openDatabase({ folder: dataFolder })
  const { ashford } = await seed(database)
  const prepared = await addFrozen(database, ashford.id, PREPARED)
  await database.close()

  const preparing = start('preparingWorker.ts')
  preparing.on('message', (count) => {
    if (Number(count) > 0) preparing.kill('SIGKILL')
  })
  await once(preparing, 'exit')
  const running = { work: { campaignId: 0, organisationId: ashford.id } }
  await withServices(environment, { sending }, async ({ database: records, queue }) => {
    const before = Object.values((await statesOf(records, { campaignId: prepared, organisationId: ashford.id })).counts)
    // Killed in the middle, else the test says nothing.
    expect(before.every((households) => households > 0 && households < PREPARED)).toBe(true)
    await queue.start()
    await vi.waitFor(async () => expect((await statesOf(records, { campaignId: prepared, organisationId: ashford.id })).status).toBe('sent to api'), PATIENCE)
    const rows = await records.asSystem((tx) =>
      tx
        .select({ position: recipients.position, reference: recipients.householdReference, state: recipients.state })
        .from(recipients)
        .where(eq(recipients.campaignId, prepared))
        .orderBy(recipients.position),
    )
    expect(rows.filter((row, index) => row.position === index && row.state === 'prepared')).toHaveLength(PREPARED)
    expect(new Set(rows.map(({ reference }) => reference)).size).toBe(PREPARED)
    await queue.stop()
    running.work = await addRunning(records, ashford.id, SENT)
  })

  sender.child = start('harness/worker.ts')
  await once(sender.child, 'exit')
  expect(notify.ledger.messages.length).toBeLessThan(SENT)
  await withServices(environment, { sending }, async ({ database: records, queue }) => {
    await queue.start()
    await vi.waitFor(async () => expect((await statesOf(records, running.work)).status).toBe('Complete'), PATIENCE)
    expect([notify.ledger.messages.length, notify.timesTaken()]).toEqual([SENT, [1]])
  })
})
