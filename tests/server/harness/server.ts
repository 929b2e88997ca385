import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe } from 'vitest'
import { z } from 'zod'
import { buildApp } from '../../../src/server/app'
import { readConfig } from '../../../src/server/config'
import type { Timeouts } from '../../../src/server/http/connections'
import type { Database } from '../../../src/server/db/database'
import { createServices, type Services } from '../../../src/server/services'
import { Browser } from './browser'
import { freshDatabase, type EngineName } from './engines'
import { PASSWORD, seed, type Seed, type SeededPerson } from './seed'

export interface TestServer {
  readonly engine: EngineName
  readonly app: FastifyInstance
  readonly services: Services
  readonly seed: Seed
  readonly origin: string
  /** The log so far, a JSON object a line. */
  readonly log: string[]
  /** Every route, as 'GET /api/session/user'. */
  readonly routes: readonly string[]
  /** Signs somebody in without the issuer's pages. @returns the headers that carry the session. */
  signedIn(person: SeededPerson, organisation?: 'ashford' | 'brynmor'): Promise<{ cookie: string; origin: string }>
  browser(): Browser
  close(): Promise<void>
}

/** Builds the server on a fresh database with the tests' people in it. Nothing listens: tests inject. */
export async function startServer(
  engine: EngineName,
  environment: Record<string, string> = {},
  timeouts?: Timeouts,
  // Longer than in the product: a busy machine takes many times as long for a document.
  documentTimes = { answerMs: 60_000, workMs: 45_000 },
): Promise<TestServer> {
  return serve(await freshDatabase(engine), { engine, environment, timeouts, documentTimes, prepare: seedServices })
}

const seedServices = ({ database }: Services): Promise<Seed> => seed(database)

interface Serving {
  readonly engine: EngineName
  readonly environment: Record<string, string>
  readonly timeouts?: Timeouts | undefined
  readonly documentTimes?: { readonly answerMs: number; readonly workMs: number }
  /** Puts the tests' people into the records, or finds them there. */
  readonly prepare: (services: Services) => Promise<Seed>
}

/** Builds the server on a database. */
export async function serve(
  database: Database,
  { engine, environment, timeouts, documentTimes, prepare }: Serving,
): Promise<TestServer> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'doorstep-data-'))
  const config = readConfig({ DOORSTEP_DATA: dataFolder, PORT: '3102', ...environment })
  const services = await createServices(config, database, documentTimes ? { documentTimes } : {})
  const seeded = await prepare(services)
  const log: string[] = []
  const routes: string[] = []
  const app = await buildApp(services, {
    logTo: { write: (line) => void log.push(line) },
    seeRoute: (method, url) => void routes.push(`${method} ${url}`),
    ...(timeouts ? { timeouts } : {}),
  })
  await services.queue.start()
  const origin = config.publicUrl
  return {
    engine,
    app,
    services,
    seed: seeded,
    origin,
    log,
    routes,
    async signedIn(person, organisation = person === 'other' ? 'brynmor' : 'ashford') {
      const session = await services.sessions.begin({
        personId: seeded.people[person].id,
        organisationId: seeded[organisation].id,
      })
      return { cookie: `doorstep=${session.id}`, origin }
    },
    browser: () => new Browser(app, origin),
    async close() {
      await app.close()
      await services.close()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

/** The engine on which this run repeats the tests of every engine, and no others; vite.config.ts says it. */
const repeated = z.literal('postgresql').optional().parse(process.env.DOORSTEP_TEST_REPEAT_ON)

/** The engine of tests that run on each: the embedded one in `npm test`, PostgreSQL in `npm run test:slow`. */
export const engineOfRun: EngineName = repeated ?? 'embedded'

/** Runs the tests on one server, whose records lie on this engine: where the records have no part in what is tested. */
export function onEngine(
  engine: EngineName,
  name: string,
  environment: Record<string, string>,
  define: (server: () => TestServer) => void,
): void {
  if (!repeated) describeOn(engine, name, environment, define)
}

function describeOn(
  engine: EngineName,
  name: string,
  environment: Record<string, string>,
  define: (server: () => TestServer) => void,
): void {
  describe(`${name}, on the ${engine} database`, () => {
    let server: TestServer | undefined
    beforeAll(async () => {
      server = await startServer(engine, environment)
    })
    afterAll(async () => {
      await server?.close()
    })
    define(() => {
      if (!server) throw new Error('The server has not been started.')
      return server
    })
  })
}

/** Defines tests that the engine has no part in, beside those of every engine: once, on the embedded one. */
export function notRepeated(define: () => void): void {
  if (!repeated) define()
}

/** Runs the tests on one server of `engineOfRun`. */
export function onEachEngine(
  name: string,
  environment: Record<string, string>,
  define: (server: () => TestServer) => void,
): void {
  describeOn(engineOfRun, name, environment, define)
}

/** Goes through the real sign-in, as far as the return to Doorstep. @returns the address of that return. */
export const signInAtIssuer = (browser: Browser, slug: string, email: string, password = PASSWORD): Promise<URL> =>
  goThroughIssuer(browser, `/backend/auth/login/${slug}`, email, password)

/** The same from an address where it has begun. */
export async function goThroughIssuer(
  browser: Browser,
  from: string,
  email: string,
  password = PASSWORD,
): Promise<URL> {
  const { response, url } = await browser.follow(await browser.get(from), (to) => to.pathname.includes('/interaction/'))
  if (!url) throw new Error(`The issuer showed no sign-in page: ${response.statusCode}`)
  await browser.get(url.href)
  const back = await browser.follow(
    await browser.post(url.href, { email, password }),
    (to) => to.pathname === '/backend/auth/callback',
  )
  if (!back.url)
    throw new Error(`The issuer did not send the browser back: ${back.response.statusCode} ${back.response.body}`)
  return back.url
}
