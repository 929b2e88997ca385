/** What lettersCrash.slow.test.ts proves for letters, for text messages: killed while they are prepared, and while they go out. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { recipients } from '../../src/server/db/schema'
import type { CampaignWork } from '../../src/server/modules/campaigns/campaigns/jobs'
import { NOTIFY_LIMITS } from '../../src/server/modules/campaigns/sending/rateLimiter'
import { addFrozen } from './frozenCampaign'
import { ENGINES, freshPostgres, type EngineName } from './harness/engines'
import { startProcess, withServices } from './harness/process'
import { seed } from './harness/seed'
import { createRunningCampaign, KEY, listeningSimulator, SMS_TEMPLATE, statesOf } from './harness/sending'

const PREPARED = 1_500
const SENT = 40

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** Records that outlive a process: in a folder of their own, or in a database beside it. */
async function recordsOn(engine: EngineName): Promise<Record<string, string>> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'doorstep-crash-'))
  closing.push(() => rm(dataFolder, { recursive: true, force: true }))
  if (engine === 'embedded') return { DOORSTEP_DATA: dataFolder }
  const { url, drop } = await freshPostgres()
  closing.push(drop)
  return { DOORSTEP_DATA: dataFolder, DATABASE_URL: url }
}

test.each(ENGINES)(
  'a server on the %s database killed with -9 while it prepares and while it sends leaves nobody out and nothing twice',
  async (engine) => {
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
    // Claims end soon, so that the test need not wait for them as long as a server does; calls not so soon that a busy
    // machine looks like a provider that does not answer.
    const senderOptions = { times: { claimMs: 8_000, callMs: 4_000 }, limits: { ...NOTIFY_LIMITS, burst: 15 } }
    const environment = {
      ...(await recordsOn(engine)),
      NOTIFY_API_KEY: KEY,
      NOTIFY_SMS_TEMPLATE_ID: SMS_TEMPLATE,
      NOTIFY_URL: notify.url,
      SENDING: JSON.stringify(senderOptions),
    }
    const start = (worker: 'preparingWorker' | 'worker') => {
      const child = startProcess(worker, environment)
      closing.push(async () => child.kill('SIGKILL'))
      return child
    }

    const prepared: CampaignWork = { campaignId: 0, organisationId: '' }
    await withServices(environment, { sender: senderOptions }, async ({ database }) => {
      prepared.organisationId = (await seed(database)).ashford.id
      prepared.campaignId = await addFrozen(database, prepared.organisationId, PREPARED)
    })
    const preparing = start('preparingWorker')
    preparing.on('message', (count) => {
      if (Number(count) > 0) preparing.kill('SIGKILL')
    })
    await once(preparing, 'exit')
    const running: CampaignWork = { ...prepared }
    await withServices(environment, { sender: senderOptions }, async ({ database, queue }) => {
      const before = Object.values((await statesOf(database, prepared)).counts)
      // Killed in the middle, else the test says nothing.
      expect(before.every((households) => households > 0 && households < PREPARED)).toBe(true)
      // A server that starts takes it up at once, without waiting for the queue to give the dead one's work away.
      await queue.start()
      await vi.waitFor(async () => expect((await statesOf(database, prepared)).status).toBe('sent to api'))
      const rows = await database.asSystem((tx) =>
        tx
          .select({ position: recipients.position, reference: recipients.householdReference, state: recipients.state })
          .from(recipients)
          .where(eq(recipients.campaignId, prepared.campaignId))
          .orderBy(recipients.position),
      )
      expect(rows.filter((row, index) => row.position === index && row.state === 'prepared')).toHaveLength(PREPARED)
      expect(new Set(rows.map(({ reference }) => reference)).size).toBe(PREPARED)
      await queue.stop()
      running.campaignId = (await createRunningCampaign(database, prepared.organisationId, SENT)).campaignId
    })

    sender.child = start('worker')
    await once(sender.child, 'exit')
    // Killed in the middle, else the test says nothing.
    expect(notify.ledger.messages.length).toBeLessThan(SENT)
    await withServices(environment, { sender: senderOptions }, async ({ database, queue }) => {
      await queue.start()
      await vi.waitFor(async () => expect((await statesOf(database, running)).status).toBe('Complete'))
    })
    expect([notify.ledger.messages.length, notify.timesTaken()]).toEqual([SENT, [1]])
  },
)
