import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { startTracing, traceRequests } from '../../src/server/clients/tracing'
import type { JobKind } from '../../src/server/jobs/queue'
import { BUILD } from '../../src/server/lib/build'
import { buildMetrics } from '../../src/server/app'
import { onEngine, startServer } from './harness/server'
import { importHouseholds } from './harness/snapshot'

onEngine('embedded', 'The server', {}, (server) => {
  const metrics = async () => (await buildMetrics(server().services).inject('/metrics')).body

  test('is ready, on records that are up to date', async () => {
    const answer = await server().app.inject('/health/ready')
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { status: 'ready', checks: { database: 'ok', migrations: 'ok', files: 'ok', queue: 'ok' } },
    ])
  })

  test('is not ready for a version whose migrations it has not had', async () => {
    const { database } = server().services
    const last = 'select max(created_at) as last from drizzle.__drizzle_migrations'
    await database.executeSql(
      `update drizzle.__drizzle_migrations set created_at = created_at - 1 where created_at = (${last})`,
    )
    expect(await database.pendingMigrations()).toBe(1)
    // Who asked a moment ago still shares the answer.
    await vi.waitFor(async () => expect((await server().app.inject('/health/ready')).statusCode).toBe(503), {
      interval: 200,
    })
    await database.executeSql(
      `update drizzle.__drizzle_migrations set created_at = created_at + 1 where created_at = (${last})`,
    )
    expect(await database.pendingMigrations()).toBe(0)
  })

  test('says which Doorstep it is, with the commit of its build', async () => {
    const { version, commit } = BUILD
    expect(commit).toMatch(/^(?:[0-9a-f]{7,}|unknown)$/)
    expect((await server().app.inject('/health')).json()).toMatchObject({ status: 'ready', version, commit })
    expect(await metrics()).toContain(`doorstep_build_info{version="${version}",commit="${commit}"} 1`)
  })

  test('counts requests by route and status, with no address in it', async () => {
    await server().app.inject('/api/filter-values?query=Edna')
    await server().app.inject({ url: '/somewhere/Edna', headers: { accept: '*/*' } })
    const text = await metrics()
    expect(text).toContain('doorstep_http_request_duration_seconds_count{method="GET",route="unknown",status="404"} ')
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds ')
    expect(text).not.toContain('Edna')
  })

  test('tells how many snapshots are in memory', async () => {
    expect(await metrics()).toContain('doorstep_snapshots_in_memory 0')
    const { services, seed } = server()
    await importHouseholds(server(), 'ashford', [{}])
    await services.snapshots.latest(seed.ashford.id)
    expect(await metrics()).toContain('doorstep_snapshots_in_memory 1')
  })
})

const WRITE: JobKind<{ n: number }> = { name: 'write', data: z.object({ n: z.number() }) }

test('jobs that wait, how long the oldest has been due, and runs that failed are told by kind', async () => {
  const server = await startServer('embedded')
  onTestFinished(() => server.close())
  const { queue, database } = server.services
  const metrics = async () => (await buildMetrics(server.services).inject('/metrics')).body
  await queue.stop()
  queue.work(WRITE, () => Promise.reject(new Error('no ink')))
  await queue.start()
  await database.asSystem((tx) => queue.send(tx, WRITE, { n: 1 }, { afterSeconds: 3_600 }))
  expect(await metrics()).toMatch(
    /doorstep_queue_jobs\{kind="write",state="waiting"\} 1\n[^]*overdue_seconds\{kind="write"\} 0\n/,
  )
  await database.executeSql(
    "update pgboss.job set start_after = now() - interval '1 hour', state = 'failed' where name = 'write'",
  )
  expect(await metrics()).toContain('doorstep_queue_jobs{kind="write",state="failed"} 1')
  await database.executeSql("update pgboss.job set state = 'retry' where name = 'write'")
  await vi.waitFor(async () => expect(await metrics()).toContain('doorstep_job_failures_total{kind="write"} 1'))
})

test('requests are traced under their route where OpenTelemetry has an endpoint', async () => {
  const bodies: Buffer[] = []
  const collector = createServer((request, response) => {
    request.on('data', (piece: Buffer) => bodies.push(piece)).on('end', () => response.end())
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}` // it listens on a port
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', endpoint)
  vi.stubEnv('OTEL_SERVICE_NAME', 'doorstep-ashford')
  onTestFinished(() => {
    vi.unstubAllEnvs()
    collector.close()
  })
  const stop = await startTracing(endpoint)
  const app = Fastify()
  traceRequests(app)
  app.get('/letters/:name', async () => 'done')
  await app.inject('/letters/Edna')
  await stop()
  const sent = Buffer.concat(bodies).toString('latin1')
  expect(sent).toContain('GET /letters/:name')
  expect(sent).toContain('doorstep-ashford')
  expect(sent).not.toContain('Edna')
})
