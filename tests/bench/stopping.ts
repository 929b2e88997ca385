import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { getCampaign } from '#contract/campaigns/campaigns'
import { lockDataFolder } from '../../src/server/db/dataFolderLock'
import { packageRoot } from '../../src/server/lib/root'
import { freePort } from '../server/harness/freePort'
import { withServices } from '../server/harness/process'
import { createCrowd } from './campaignLoad'
import { milliseconds, type Bench } from './bench'
import { callerOf, fillRecords, HALVES, PEOPLE, sendCampaign } from './loadedCouncil'

const FLOOR_MS = 5_000

const ofCampaign = z.object({ phase: z.string() })
const jobRow = z.object({ state: z.string() })

/** SIGTERM to `npm start`, embedded, while a campaign is sent and people ask for the map. */
export const stopping: Bench = {
  name: 'stopping',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'doorstep-bench-stopping-'))
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const settings = {
      DOORSTEP_DATA: folder,
      DOORSTEP_DEMO: '0',
      HOST: '127.0.0.1',
      PORT: String(port),
      DOORSTEP_URL: url,
    }
    const council = await fillRecords(settings)
    const npm = spawn('npm', ['start'], {
      cwd: packageRoot,
      // With npm a group of its own, so that what it leaves behind can be ended.
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...settings, DATABASE_URL: '', LOG_LEVEL: 'error' },
    })
    try {
      for await (const data of npm.stdout.iterator({ destroyOnReturn: false }))
        if (String(data).includes('is running at')) break
      npm.stdout.resume()
      const call = callerOf(url)
      // It ends with an error, when the server is gone.
      const sent = sendCampaign(call, council, HALVES[0].filter).catch(() => {})
      const end = new AbortController()
      const people = createCrowd(call, council.viewers).during(once(end.signal, 'abort'))
      const path = `${getCampaign.path}?campaign_id=1`
      const phase = () => call({ session: council.sender, method: 'GET', path }).then(ofCampaign.parse, () => undefined)
      while ((await phase())?.phase !== 'sending') await sleep(500)
      await sleep(5_000)
      const start = performance.now()
      npm.kill('SIGTERM')
      const portMs = await until(() => listen(port), start)
      const lockMs = await until(async () => (await lockDataFolder(folder))(), start)
      end.abort()
      await Promise.all([people, sent])
      const jobs: string[] = []
      await withServices(settings, {}, async ({ database }) => {
        const { rows } = await database.executeSql(
          `select state::text from pgboss.job where name = 'send-campaign' and state <= 'active'`,
        )
        jobs.push(
          ...z
            .array(jobRow)
            .parse(rows)
            .map(({ state }) => state),
        )
      })
      return [
        {
          what: `SIGTERM to npm start while texts are sent and ${PEOPLE} people ask, embedded, until the port / the lock is free`,
          measured: `${milliseconds(portMs)} / ${milliseconds(lockMs)}`,
          floor: milliseconds(FLOOR_MS),
          holds: Math.max(portMs, lockMs) <= FLOOR_MS,
        },
        {
          what: 'the same: the sending, as it lies in the queue afterwards',
          measured: jobs.join(', ') || 'nothing',
          floor: 'waiting, not active',
          holds: jobs.length > 0 && !jobs.includes('active'),
        },
      ]
    } finally {
      try {
        if (npm.pid) process.kill(-npm.pid, 'SIGKILL')
      } catch {
        // It left nothing behind.
      }
      await rm(folder, { recursive: true, force: true })
    }
  },
}

/** @returns milliseconds since `start` until it succeeds */
async function until(work: () => Promise<unknown>, start: number): Promise<number> {
  for (;;) {
    const isDone = await work().then(
      () => true,
      () => false,
    )
    if (isDone) return performance.now() - start
    await sleep(20)
  }
}

async function listen(port: number): Promise<void> {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  server.close()
}
