import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import type { JobKind } from '../../src/server/jobs/queue'
import { BUILD } from '../../src/server/lib/build'
import { buildMetrics } from '../../src/server/app'
import { noteBackup } from '../../src/server/modules/platform/files/lastBackup'
import { callAs } from './harness/caller'
import { onEngine, startServer } from './harness/server'

/* What docs/operating.md, "Seeing it run", says of metrics and the log, and the files that others load from docs/operating. */

const docs = (path: string) => readFileSync(join(import.meta.dirname, '../../docs', path), 'utf8')

const rulesSchema = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          for: z.string().optional(),
          labels: z.object({ severity: z.enum(['page', 'ticket']) }),
          annotations: z.object({ summary: z.string(), cure: z.string() }),
        }),
      ),
    }),
  ),
})
const dashboardSchema = z.object({
  panels: z.array(z.object({ id: z.number(), title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
})

const rules = rulesSchema.parse(parse(docs('operating/alerts.yaml'))).groups.flatMap((group) => group.rules)
const { panels } = dashboardSchema.parse(JSON.parse(docs('operating/dashboard.json')))
const alerted = rules.map(({ expr }) => expr)
const shown = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))

const namesIn = (expressions: readonly string[]) =>
  new Set(expressions.flatMap((text) => text.match(/\b(?:doorstep|nodejs|process)_\w+/g) ?? []))

onEngine('embedded', 'What is measured', {}, (server) => {
  const metrics = async () => (await buildMetrics(server().services).inject('/metrics')).body

  /** Of every series; a histogram has three. */
  const seriesNames = async () =>
    new Set((await metrics()).split('\n').flatMap((line) => /^(\w+)(?:\{| )/.exec(line)?.[1] ?? []))
  const ours = async () =>
    [...(await metrics()).matchAll(/^# TYPE (doorstep_\w+) /gm)].map(([, name = '']) => name).toSorted()

  test('is what the alerts and the dashboard ask for, from the first answer on', async () => {
    const measured = await seriesNames()
    await server().app.inject('/health')
    const all = new Set([...measured, ...(await seriesNames())])
    expect([...namesIn([...alerted, ...shown])].filter((name) => !all.has(name))).toEqual([])
    // A counter that appears with its first event shows no increase.
    const counters = [...(await metrics()).matchAll(/^# TYPE (doorstep_\w+) counter$/gm)].map(([, name = '']) => name)
    expect(counters.length).toBeGreaterThan(1)
    expect(counters.filter((name) => !measured.has(name))).toEqual([])
  })

  test('is shown on the dashboard or alerted on, and explained in the docs', async () => {
    const series = [...namesIn([...alerted, ...shown])]
    const isUsed = (name: string) => series.some((one) => one.replace(/_(?:count|sum|bucket)$/, '') === name)
    expect((await ours()).filter((name) => !isUsed(name))).toEqual([])
    const list = (docs('operating.md').split('\nMetrics:\n\n')[1] ?? '').split('\n\n')[0] ?? ''
    expect([...namesIn([list])].filter((name) => name.startsWith('doorstep_')).toSorted()).toEqual(await ours())
  })

  test('tells the connections to the database, and when the last backup was made', async () => {
    expect(await metrics()).toContain('doorstep_backup_last_success_timestamp_seconds 0\n')
    await noteBackup(server().services.files, new Date(1_700_000_000_000))
    const text = await metrics()
    expect(text).toContain('doorstep_backup_last_success_timestamp_seconds 1700000000\n')
    expect(text).toContain('doorstep_database_connections_max 1\n')
    expect(text).toMatch(/doorstep_database_connections\{state="idle"\} [01]\n/)
    expect(text).toMatch(/doorstep_database_waiting \d+\n/)
  })

  test('alerts have names of their own, and panels ids', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  })
})

test('a line of the log says which server, version, organisation and job, in the fields of the docs alone', async () => {
  const FAILS: JobKind<{ organisationId: string }> = { name: 'fails', data: z.object({ organisationId: z.uuid() }) }
  const server = await startServer('embedded')
  onTestFinished(() => server.close())
  const { queue, database } = server.services
  const { id: organisation } = server.seed.ashford
  await (await callAs(server, 'viewer')).get('/api/own-access')
  await queue.stop()
  queue.work(FAILS, () => Promise.reject(new Error('no ink')))
  await queue.start()
  await database.asSystem((tx) => queue.send(tx, FAILS, { organisationId: organisation }))
  const failed = () => server.log.find((line) => line.includes('Queued work failed'))
  await vi.waitFor(() => expect(failed()).toBeDefined())

  const lines = server.log.map((line) => z.record(z.string(), z.unknown()).parse(JSON.parse(line)))
  for (const line of lines) {
    expect(line).toMatchObject({ pid: process.pid, version: BUILD.version })
    expect(typeof line.server).toBe('string')
  }
  const { level, job } = z
    .object({ level: z.number(), job: z.object({ kind: z.string(), id: z.uuid(), organisation: z.string() }) })
    .parse(JSON.parse(failed() ?? '{}'))
  expect([level, job.kind, job.organisation]).toEqual([50, 'fails', organisation])
  expect(lines.find((line) => JSON.stringify(line).includes('/api/own-access'))).toMatchObject({ organisation })

  const list = (docs('operating.md').split(' Its fields:\n\n')[1] ?? '').split('\n\n')[0] ?? ''
  const names = list.split('\n').map((line) => /^- (`.*?`): /.exec(line)?.[1] ?? '')
  const documented = names.flatMap((each) => [...each.matchAll(/`(\w+)/g)].map(([, name]) => name))
  const written = new Set(lines.flatMap((line) => Object.keys(line)))
  expect([...written].filter((name) => !documented.includes(name))).toEqual([])
})
