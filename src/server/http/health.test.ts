import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { expect, test, vi } from 'vitest'
import { noDatabase } from '../modules/assistant/testing/noDatabase'
import { healthPlugin } from './health'

type Watched = Parameters<typeof healthPlugin>[1]
const refuse = () => Promise.reject(new Error('away'))

/** A server with these in place of what works. */
function serverWith(broken: { [Part in keyof Watched]?: Partial<Watched[Part]> }) {
  const app = Fastify().setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler)
  const works = {
    database: { ...noDatabase, asSystem: vi.fn(), pendingMigrations: async () => 0 },
    files: { probe: async () => {} },
    queue: { backlog: async () => [] },
  }
  const services = {
    database: { ...works.database, ...broken.database },
    files: { ...works.files, ...broken.files },
    queue: { ...works.queue, ...broken.queue },
  } as unknown as Watched // of files and queue only what is asked
  healthPlugin(app, services, 20)
  return app
}

/** What `/health/ready` answers. */
async function readiness(broken: Parameters<typeof serverWith>[0]) {
  const app = serverWith(broken)
  const [ready, live] = [await app.inject('/health/ready'), await app.inject('/health/live')]
  expect(live.statusCode).toBe(200)
  const { checks } = ready.json<{ checks: Record<string, string> }>()
  return [ready.statusCode, Object.keys(checks).filter((name) => checks[name] !== 'ok')]
}

test('a server is ready when all that it needs answers, and otherwise says which part does not', async () => {
  expect(await readiness({})).toEqual([200, []])
  expect(await readiness({ database: { asSystem: refuse } })).toEqual([503, ['database']])
  expect(await readiness({ database: { pendingMigrations: async () => 1 } })).toEqual([503, ['migrations']])
  expect(await readiness({ files: { probe: refuse } })).toEqual([503, ['files']])
  expect(await readiness({ queue: { backlog: refuse } })).toEqual([503, ['queue']])
  expect(await readiness({ files: { probe: () => new Promise(() => {}) } })).toEqual([503, ['files']])
})

test('two hundred that ask for readiness at once, or within a second, make one examination', async () => {
  const probe = vi.fn(async () => {})
  const app = serverWith({ files: { probe } })
  const ask = async () => (await app.inject('/health/ready')).statusCode
  const now = vi.spyOn(performance, 'now').mockReturnValue(5_000)
  expect(new Set(await Promise.all(Array.from({ length: 200 }, ask)))).toEqual(new Set([200]))
  now.mockReturnValue(5_999)
  expect(await ask()).toBe(200)
  expect(probe).toHaveBeenCalledTimes(1)
  now.mockReturnValue(6_000)
  expect(await ask()).toBe(200)
  expect(probe).toHaveBeenCalledTimes(2)
})
