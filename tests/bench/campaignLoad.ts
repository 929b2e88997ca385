/**
 * The built server in a process of its own, 100 people on the map, and a campaign of 10,000 texts that is prepared and
 * sent through the simulator meanwhile. The crowd is measured with and without a campaign in turns, in one run, so that a
 * slow or busy machine slows both.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { ARROW_MEDIA_TYPE } from '#contract/endpoint'
import { streetviewHouseholdData, streetviewWardData } from '#contract/households/map'
import { packageRoot } from '../../src/server/lib/root'
import { freePort } from '../server/harness/freePort'
import { megabytes, milliseconds, percentile, times, type Bench, type Figure } from './bench'
import { CHANGES } from './doorstep'
import { at, callerOf, fillRecords, HALVES, HOUSEHOLDS, PEOPLE, sendCampaign, TEXTS, type Call } from './loadedCouncil'
import { startPostgres } from '../server/harness/postgres'

const EVERY_MS = 4_000
/** How long the crowd is measured without a campaign, before each of them. */
const QUIET_MS = Number(process.env.DOORSTEP_BENCH_QUIET_MS ?? 60_000)
const FLOOR = 2

/** 100 people on 96,252 households, with and without a campaign, on the embedded database. */
export const campaignLoad: Bench = {
  name: 'campaign-load',
  run: () => inFolder((folder) => measure('embedded', folder, {})),
}

/** The same on PostgreSQL. */
export const campaignLoadPostgres: Bench = {
  name: 'campaign-load-postgresql',
  run: () =>
    inFolder(async (folder) => {
      const { url, server } = await startPostgres(join(folder, 'postgres'))
      try {
        return await measure('postgresql', folder, { DATABASE_URL: `${url}/postgres` })
      } finally {
        await server.stop()
      }
    }),
}

async function inFolder(work: (folder: string) => Promise<Figure[]>): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'doorstep-bench-load-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function measure(engine: string, folder: string, environment: Record<string, string>): Promise<Figure[]> {
  const built = spawnSync(process.execPath, [join(packageRoot, '.scripts/build-if-stale.mjs')], { stdio: 'inherit' })
  if (built.status !== 0) throw new Error('The server was not built.')
  const port = await freePort()
  const settings = {
    ...environment,
    DOORSTEP_DATA: join(folder, 'data'),
    DOORSTEP_DEMO: '0',
    LOG_LEVEL: 'error',
    PORT: String(port),
    HOST: '127.0.0.1',
    DOORSTEP_URL: `http://127.0.0.1:${port}`,
  }
  // On PostgreSQL nothing else makes it before the import looks how much room there is.
  await mkdir(settings.DOORSTEP_DATA, { recursive: true })
  const council = await fillRecords(settings)
  const server = await startServer(settings)
  try {
    const call = callerOf(settings.DOORSTEP_URL)
    const crowd = createCrowd(call, council.viewers)
    // Everybody has been here before: the snapshot is in memory, the code has run.
    await crowd.during(sleep(EVERY_MS * 3))
    await askLoop(server)
    const quiet: Observed[] = []
    const busy: Observed[] = []
    for (const half of HALVES) {
      quiet.push(await observe(server, crowd, sleep(QUIET_MS)))
      busy.push(await observe(server, crowd, sendCampaign(call, council, half.filter)))
    }
    return figuresOf(engine, quiet, busy)
  } finally {
    server.kill('SIGTERM')
    if (server.exitCode === null) await once(server, 'exit')
  }
}

async function startServer(environment: Record<string, string>): Promise<ChildProcess> {
  const profile = process.env.DOORSTEP_BENCH_PROFILE
  const options = profile ? ['--cpu-prof', '--cpu-prof-dir', profile] : []
  const preload = ['--import', join(import.meta.dirname, 'loopDelay.mjs')]
  const server = spawn(process.execPath, [...options, ...preload, join(packageRoot, 'dist/server/main.js')], {
    cwd: packageRoot,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  let said = ''
  server.stdout?.on('data', (data: Buffer) => (said += data.toString()))
  while (!said.includes('is running at')) {
    if (server.exitCode !== null) throw new Error(`The server did not start: ${said}`)
    await sleep(50)
  }
  return server
}

interface Watched {
  readonly ward: number[]
  readonly household: number[]
  readonly health: number[]
  readonly errors: string[]
}

/** People who each make a call every four seconds with other filters than before, and somebody who asks for /health. */
export function createCrowd(call: Call, sessions: readonly string[]) {
  let change = 0
  return {
    /** Until `work` is done, and every answer is there. */
    async during(work: Promise<unknown>): Promise<Watched> {
      const watched: Watched = { ward: [], household: [], health: [], errors: [] }
      const isOver = { value: false }
      const timed = async (into: number[], one: Parameters<Call>[0]) => {
        const start = performance.now()
        try {
          await call(one)
          into.push(performance.now() - start)
        } catch (error) {
          watched.errors.push(String(error))
        }
        return performance.now() - start
      }
      const person = async (session: string, index: number) => {
        await sleep((index / sessions.length) * EVERY_MS)
        while (!isOver.value) {
          const body = CHANGES[change++ % CHANGES.length]
          const took =
            index % 2
              ? await timed(watched.ward, { session, body, ...at(streetviewWardData) })
              : await timed(watched.household, {
                  session,
                  body,
                  ...at(streetviewHouseholdData),
                  accept: ARROW_MEDIA_TYPE,
                })
          await sleep(Math.max(0, EVERY_MS - took))
        }
      }
      const health = async () => {
        while (!isOver.value) {
          await timed(watched.health, { method: 'GET', path: '/health' })
          await sleep(100)
        }
      }
      const all = Promise.all([...sessions.map(person), health()])
      await work.finally(() => (isOver.value = true))
      await all
      return watched
    },
  }
}

const loopSchema = z.object({
  p50: z.number(),
  p99: z.number(),
  max: z.number(),
  cpuSeconds: z.number(),
  rss: z.number(),
})

async function askLoop(server: ChildProcess): Promise<z.infer<typeof loopSchema>> {
  const answer = once(server, 'message')
  server.send('loop')
  return z.tuple([loopSchema], z.unknown()).parse(await answer)[0]
}

interface Observed extends Watched {
  readonly seconds: number
  readonly loop: z.infer<typeof loopSchema>
}

async function observe(
  server: ChildProcess,
  crowd: ReturnType<typeof createCrowd>,
  work: Promise<unknown>,
): Promise<Observed> {
  const before = await askLoop(server)
  const start = performance.now()
  const watched = await crowd.during(work)
  const seconds = (performance.now() - start) / 1_000
  const loop = await askLoop(server)
  const observed = { ...watched, seconds, loop: { ...loop, cpuSeconds: loop.cpuSeconds - before.cpuSeconds } }
  console.error(described(observed))
  return observed
}

const described = ({ ward, household, health, errors, seconds, loop }: Observed) =>
  `${seconds.toFixed(0)} s: ward ${spread(ward)}, household ${spread(household)}, health ${spread(health)}; ${errors.length} errors${errors[0] ? ` (${errors[0]})` : ''}; ` +
  `loop ${[loop.p50, loop.p99, loop.max].map(milliseconds).join(' / ')}; processor ${((loop.cpuSeconds / seconds) * 100).toFixed(0)}%, memory ${megabytes(loop.rss)}`
const spread = (took: readonly number[]) =>
  `${[50, 95, 100].map((percent) => milliseconds(percentile(took, percent))).join(' / ')} of ${took.length}`

function figuresOf(engine: string, quiet: readonly Observed[], busy: readonly Observed[]): Figure[] {
  const all = (observed: readonly Observed[], kind: 'ward' | 'household' | 'health') =>
    observed.flatMap((one) => one[kind])
  const map = (observed: readonly Observed[]) => [...all(observed, 'ward'), ...all(observed, 'household')]
  const both = (kind: string, [idle, loaded]: [readonly number[], readonly number[]]): Figure => {
    const ratio = percentile(loaded, 95) / percentile(idle, 95)
    return {
      what: `${PEOPLE} people on ${HOUSEHOLDS.toLocaleString('en-GB')} households while ${TEXTS.toLocaleString('en-GB')} texts are prepared and sent, ${engine}: p95 of ${kind} against without a campaign`,
      measured: `${milliseconds(percentile(loaded, 95))} : ${milliseconds(percentile(idle, 95))} = ${times(ratio)} (p50 ${milliseconds(percentile(loaded, 50))} : ${milliseconds(percentile(idle, 50))}; ${loaded.length} and ${idle.length} calls)`,
      floor: `≤ ${FLOOR}×`,
      holds: ratio <= FLOOR,
    }
  }
  const errors = [...quiet, ...busy].flatMap((one) => one.errors)
  const worst = (observed: readonly Observed[], kind: 'p99' | 'max') =>
    milliseconds(Math.max(...observed.map(({ loop }) => loop[kind])))
  return [
    both('map calls', [map(quiet), map(busy)]),
    both('ward data alone', [all(quiet, 'ward'), all(busy, 'ward')]),
    both('household data alone', [all(quiet, 'household'), all(busy, 'household')]),
    {
      what: `the same, ${engine}: errors`,
      measured: `${errors.length}${errors[0] ? ` (${errors[0]})` : ''}`,
      floor: 'none',
      holds: errors.length === 0,
    },
    {
      what: `the same, ${engine}: longest /health, with : without a campaign`,
      measured: `${milliseconds(Math.max(...all(busy, 'health')))} : ${milliseconds(Math.max(...all(quiet, 'health')))}`,
      floor: '',
    },
    {
      what: `the same, ${engine}: event loop late, p99 / longest, with : without a campaign; seconds for the campaigns`,
      measured: `${worst(busy, 'p99')} / ${worst(busy, 'max')} : ${worst(quiet, 'p99')} / ${worst(quiet, 'max')}; ${busy.map(({ seconds }) => seconds.toFixed(0)).join(' + ')} s`,
      floor: '',
    },
  ]
}
