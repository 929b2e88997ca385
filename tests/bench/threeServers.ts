/**
 * Three built servers on one PostgreSQL and one S3 server behind a load balancer that asks `/health/ready`, 50 people on
 * the map. Every ten seconds another server is killed (`kill -9`) and started again; or, where the folder of a later
 * version is given, one after the other is stopped (SIGTERM) and started from there, as an upgrade does.
 */
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer, request as ask, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ARROW_MEDIA_TYPE } from '#contract/endpoint'
import { streetviewHouseholdData, streetviewWardData } from '#contract/households/map'
import { freePort } from '../server/harness/freePort'
import { startPostgres } from '../server/harness/postgres'
import { startFakeS3 } from '../server/harness/s3'
import { milliseconds, percentile, type Bench, type Figure } from './bench'
import { createBuiltServer, requireBuilt, type BuiltServer } from './builtServers'
import { CHANGES } from './doorstep'
import { at, callerOf, fillRecords, HOUSEHOLDS, type Call } from './loadedCouncil'

/** Fewer where others keep the machine busy: it has to start a server in ten seconds beside them. */
const PEOPLE = Number(process.env.DOORSTEP_BENCH_PEOPLE ?? 50)
const EVERY_MS = 2_000
const FOR_MS = Number(process.env.DOORSTEP_BENCH_MS ?? 120_000)
const KILL_EVERY_MS = 10_000
/** Folder of a later version, built. */
const NEXT_VERSION = process.env.DOORSTEP_BENCH_NEXT_VERSION
/** As the app retries a read (src/app/api/retry.ts). */
const ATTEMPTS = 3
const FIRST_PAUSE_MS = 500

/** Failed requests that a retry does not cure. */
export const threeServers: Bench = {
  name: 'three-servers',
  async run() {
    requireBuilt()
    const folder = await mkdtemp(join(tmpdir(), 'doorstep-bench-three-'))
    const postgres = await startPostgres(join(folder, 'postgres'))
    Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' })
    const s3 = await startFakeS3()
    const port = await freePort()
    const settings = {
      DATABASE_URL: `${postgres.url}/postgres`,
      S3_BUCKET: 'doorstep',
      S3_ENDPOINT: s3.endpoint,
      SOFFICE_PATH: 'none',
      DOORSTEP_DEMO: '0',
      LOG_LEVEL: 'error',
      HOST: '127.0.0.1',
      DOORSTEP_URL: `http://127.0.0.1:${port}`,
    }
    const servers = await Promise.all(
      [1, 2, 3].map(async (number) => {
        const own = { DOORSTEP_DATA: join(folder, String(number)), PORT: String(await freePort()) }
        await mkdir(own.DOORSTEP_DATA)
        return createBuiltServer({ ...settings, ...own })
      }),
    )
    const balancer = await balance(servers, port)
    try {
      const { viewers } = await fillRecords({ ...settings, DOORSTEP_DATA: join(folder, 'import') })
      for (const server of servers) server.start()
      while (servers.some(({ isReady }) => !isReady())) await sleep(100)
      const end = performance.now() + FOR_MS
      const [kills, seen] = await Promise.all([
        NEXT_VERSION ? upgradeInTurn(servers, NEXT_VERSION, end) : killInTurn(servers, end),
        watchPeople(callerOf(settings.DOORSTEP_URL), viewers.slice(0, PEOPLE), end),
      ])
      return figuresOf(kills, seen)
    } finally {
      balancer.close()
      await Promise.all(servers.map((server) => server.end()))
      s3.close()
      await postgres.server.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
}

/** Round robin among those that are ready. What a server refused to take goes to the next; what it broke off is a 502. */
async function balance(servers: readonly BuiltServer[], port: number): Promise<Server> {
  let turn = 0
  const send = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const body = Buffer.concat(await incoming.toArray())
    const order = servers.map((_, index) => servers[(turn + index) % servers.length])
    turn++
    for (const server of order) {
      if (!server?.isReady()) continue
      const { method, url: path, headers } = incoming
      const passed = ask({ host: '127.0.0.1', port: server.port, method, path, headers })
      passed.end(body)
      try {
        const [answer] = (await once(passed, 'response')) as [IncomingMessage]
        const content = Buffer.concat(await answer.toArray())
        return outgoing.writeHead(answer.statusCode ?? 502, answer.headers).end(content)
      } catch (error) {
        server.refused()
        if (!(error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'))
          return outgoing.writeHead(502).end('broken off')
      }
    }
    return outgoing.writeHead(503).end('no server is ready')
  }
  const balancer = createServer((incoming, outgoing) => {
    void send(incoming, outgoing).catch(() => outgoing.destroy())
  }).listen(port, '127.0.0.1')
  await once(balancer, 'listening')
  return balancer
}

/** The next one every ten seconds, once another one is ready. @returns how many */
async function killInTurn(servers: readonly BuiltServer[], end: number): Promise<number> {
  let kills = 0
  for (;;) {
    await sleep(KILL_EVERY_MS)
    const next = servers[kills % servers.length]
    while (!servers.some((server) => server !== next && server.isReady())) await sleep(100)
    if (!next || performance.now() > end) return kills
    await next.end()
    next.start()
    kills++
  }
}

/** Each once, the next when the one before is ready. @returns how many by the end */
async function upgradeInTurn(servers: readonly BuiltServer[], version: string, end: number): Promise<number> {
  let upgraded = 0
  for (const server of servers) {
    await sleep(KILL_EVERY_MS)
    if (performance.now() > end) break
    await server.end('SIGTERM')
    // Its last look found it ready.
    server.refused()
    server.start(version)
    while (!server.isReady() && performance.now() < end) await sleep(100)
    if (server.isReady()) upgraded++
  }
  return upgraded
}

interface Seen {
  /** Milliseconds, retries included. */
  readonly took: number[]
  readonly retried: string[]
  readonly failed: string[]
}

async function watchPeople(call: Call, sessions: readonly string[], end: number): Promise<Seen> {
  const seen: Seen = { took: [], retried: [], failed: [] }
  let change = 0
  const lookAt = async (one: Parameters<Call>[0]) => {
    const start = performance.now()
    for (let failures = 0; ; failures++) {
      try {
        await call(one)
        return seen.took.push(performance.now() - start)
      } catch (error) {
        if (failures === ATTEMPTS - 1) return seen.failed.push(String(error))
        seen.retried.push(String(error))
        await sleep(FIRST_PAUSE_MS * 2 ** failures * (0.75 + Math.random() / 2))
      }
    }
  }
  await Promise.all(
    sessions.map(async (session, person) => {
      await sleep((person / sessions.length) * EVERY_MS)
      while (performance.now() < end) {
        const start = performance.now()
        const body = CHANGES[change++ % CHANGES.length]
        const map = person % 2 ? at(streetviewWardData) : { ...at(streetviewHouseholdData), accept: ARROW_MEDIA_TYPE }
        await lookAt({ session, body, ...map })
        await sleep(Math.max(0, EVERY_MS - (performance.now() - start)))
      }
    }),
  )
  return seen
}

function figuresOf(kills: number, { took, retried, failed }: Seen): Figure[] {
  const what = `3 servers, ${kills} ${NEXT_VERSION ? 'upgraded' : 'kills'} in ${FOR_MS / 1_000} s, ${PEOPLE} people on ${HOUSEHOLDS.toLocaleString('en-GB')} households`
  const kinds = new Map<string, number>()
  for (const words of retried) kinds.set(words.slice(0, 120), (kinds.get(words.slice(0, 120)) ?? 0) + 1)
  return [
    {
      what: `${what}: failed requests that a retry does not cure`,
      measured: `${failed.length} of ${took.length + failed.length}${failed[0] ? ` (${failed[0]})` : ''}`,
      floor: '0',
      holds: failed.length === 0,
    },
    {
      what: 'the same: retries',
      measured: [...kinds].map(([words, count]) => `${count} × ${words}`).join('; ') || 'none',
      floor: '',
    },
    {
      what: 'the same, retries included: p50 / p95 / slowest',
      measured: [50, 95, 100].map((percent) => milliseconds(percentile(took, percent))).join(' / '),
      floor: '',
    },
  ]
}
