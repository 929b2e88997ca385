import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openDatabase, type Database } from '../../src/server/db/database'
import { NOTIFY_LIMITS } from '../../src/server/modules/messages/allowance'
import { freshPostgres } from './harness/engines'
import { startProcess } from './harness/process'
import { seed, type Seed } from './harness/seed'
import { addRunning, KEY, listeningSimulator, SMS_TEMPLATE, statesOf } from './harness/sending'

let dataFolder: string
let url: string
let drop: () => Promise<void>
let database: Database
let seeded: Seed
let notify: Awaited<ReturnType<typeof listeningSimulator>>
const worker: { child?: ChildProcess } = {}
/** What happens when a message arrives at the simulator, before it is taken. */
let onSending: () => void

beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'doorstep-crash-'))
  ;({ url, drop } = await freshPostgres())
  database = await openDatabase({ url })
  seeded = await seed(database)
  onSending = () => {}
  notify = await listeningSimulator({
    fault: ({ isSending }) => {
      if (isSending) onSending()
      return undefined
    },
  })
})
afterEach(async () => {
  worker.child?.kill('SIGKILL')
  await notify.close()
  await database.close()
  await drop()
  await rm(dataFolder, { recursive: true, force: true })
})

async function startWorker(): Promise<void> {
  const child = startProcess('harness/worker.ts', {
    DATABASE_URL: url,
    DOORSTEP_DATA: dataFolder,
    NOTIFY_API_KEY: KEY,
    NOTIFY_SMS_TEMPLATE_ID: SMS_TEMPLATE,
    NOTIFY_URL: notify.url,
    // Claims end soon, so that the test need not wait for them as long as a server does; calls not so soon that a busy
    // machine looks like a provider that does not answer.
    SENDING: JSON.stringify({ times: { claimMs: 10_000, callMs: 5_000 }, limits: { ...NOTIFY_LIMITS, burst: 20 } }),
  })
  worker.child = child
  await once(child, 'message')
}

test('a server killed with -9 while it sends leaves nobody out and sends to nobody twice', { timeout: 300_000 }, async () => {
  const work = await addRunning(database, seeded.ashford.id, 150)
  // While a call is under way, which the simulator takes all the same, and whose answer nobody hears.
  for (const after of [1, 7, 25]) {
    let arrived = 0
    const killed = new Promise<void>((resolve) => {
      onSending = () => {
        if (++arrived !== after) return
        worker.child?.once('exit', () => resolve())
        worker.child?.kill('SIGKILL')
      }
    })
    await startWorker()
    await killed
  }
  onSending = () => {}
  // Killed in the middle, else the test says nothing.
  expect(notify.ledger.messages.length).toBeLessThan(150)
  await startWorker()
  await vi.waitFor(async () => expect((await statesOf(database, work)).status).toBe('Complete'), { timeout: 200_000, interval: 100 })
  expect([notify.ledger.messages.length, notify.timesTaken(), (await statesOf(database, work)).counts]).toEqual([150, [1], { sending: 150 }])
})
