/** A program that is told to stop in the middle, and two that start at once: nothing half done stays, and all is free again. */
import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import {
  exampleHouseholds,
  householdsCsv,
  wardsGeoJson,
  writeExample,
} from '../../src/server/modules/households/imports/testing/exampleFiles'
import { ensureOrganisation } from '../../src/server/modules/organisations/organisations/service'
import { packageRoot } from '../../src/server/lib/root'
import { freePort } from './harness/freePort'
import { withServices } from './harness/process'
import { createPrograms } from './harness/programs'

let folder: string
const dataFolder = () => join(folder, 'data')
const { launch, says, startServer, killAll } = createPrograms(dataFolder)
const environment = () => ({ DOORSTEP_DATA: dataFolder(), SOFFICE_PATH: 'none' })
const left = (name: string) => readdir(join(dataFolder(), name), { recursive: true }).catch(() => [])

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doorstep-stops-'))
})
afterEach(async () => {
  await killAll()
  await rm(folder, { recursive: true, force: true })
})

test('an import that is told to stop changes nothing, leaves nothing, and says so', async () => {
  const wards = await writeExample(join(folder, 'wards.geojson'), wardsGeoJson())
  const importOf = async (households: number) => [
    'import',
    ...['--organisation', 'exampleshire', '--name', 'Exampleshire', '--domain', 'exampleshire.example'],
    ...['--snapshot', '2026-10-01', '--wards', wards],
    '--households',
    await writeExample(join(folder, `${households}.csv`), householdsCsv(exampleHouseholds(households))),
  ]
  const served = async () => {
    let count = 0
    await withServices(environment(), {}, async ({ organisations, snapshots }) => {
      const organisation = await organisations.findBySlug('exampleshire')
      count = (await snapshots.latest(organisation?.id ?? '')).householdCount
    })
    return count
  }
  expect(await launch('cli', await importOf(1_500)).ended).toBe(0)
  const large = await importOf(20_000)
  for (const [step, signal] of [
    ['Reading the households', 'SIGTERM'],
    ['Checking the households', 'SIGINT'],
  ] as const) {
    const stopped = launch('cli', large)
    await says(stopped, step)
    stopped.child.kill(signal)
    expect([await stopped.ended, stopped.output().trim().split('\n').at(-1)]).toEqual([
      1,
      `The import was stopped by ${signal}. Nothing was changed; run it again.`,
    ])
    expect(await left('snapshots')).toEqual([expect.stringMatching(/^[\w-]+\.parquet$/)])
  }
  expect(await served()).toBe(1_500)
})

test('a server that is told to stop during an upload cuts it off, keeps nothing of it, and frees port and folder', async () => {
  let address = ''
  await withServices(environment(), {}, async ({ database, files, uploads }) => {
    const key = 'tests/1/a.pdf'
    const limits = { expiresInSeconds: 600, maxBytes: 10_000, contentType: 'application/pdf' }
    await database.asSystem(async (tx) => {
      const { organisation } = await ensureOrganisation(tx, { slug: 'ashford', name: 'Ashford', domain: null })
      await uploads.expect(tx, organisation.id, [{ key, bytes: limits.maxBytes }])
    })
    address = await files.putUrl(key, limits)
  })
  const server = await startServer({ SOFFICE_PATH: 'none' })
  const upload = connect({ port: server.port, host: 'localhost' })
  upload.on('error', () => {})
  upload.write(
    `PUT ${address} HTTP/1.1\r\nhost: a\r\ncontent-type: application/pdf\r\ncontent-length: 5000\r\n\r\n%PDF`,
  )
  await vi.waitFor(async () => expect(await left('scratch')).toHaveLength(1))
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(server.output()).toContain('Stopping on SIGTERM')
  expect(server.output()).toContain('Requests that had not ended were cut off')
  expect([await left('scratch'), await left('files')]).toEqual([[], ['tests', 'tests/1']])
  upload.destroy()
  const port = createServer().listen(server.port, 'localhost')
  await once(port, 'listening')
  port.close()
  await withServices(environment(), {}, async () => {})
})

test('of two servers that start at once on one folder one runs, and the other says why it does not', async () => {
  const both = await Promise.allSettled([startServer(), startServer()])
  const running = both.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  const reasons = both.flatMap((start) => (start.status === 'rejected' ? [String(start.reason)] : []))
  expect([running.length, reasons]).toEqual([
    1,
    [
      expect.stringMatching(
        `Another Doorstep process \\(process ${running[0]?.child.pid}\\) is using the data folder ${dataFolder()}\\. Stop it first, or set DATABASE_URL`,
      ),
    ],
  ])
  expect((await fetch(`${running[0]?.url}/health`)).status).toBe(200)
})

test('of processes that lock a new folder in the same instant exactly one gets it', async () => {
  const folders = 20
  const words = [join(packageRoot, 'tests/server/harness/lockFolders.ts'), folder, String(folders)]
  const children = Array.from({ length: 4 }, () => {
    const { stdin, stdout } = spawn(process.execPath, ['--import', 'tsx', ...words], {
      cwd: packageRoot,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    return { stdin, lines: createInterface(stdout)[Symbol.asyncIterator]() }
  })
  for (const { lines } of children) expect(await lines.next()).toMatchObject({ value: 'ready' })
  const startsAt = String(Date.now() + 500)
  for (const { stdin } of children) stdin.write(startsAt)
  const each = await Promise.all(
    children.map(async ({ lines }) => {
      const { value } = z.object({ value: z.string() }).parse(await lines.next())
      return z.array(z.string()).parse(JSON.parse(value))
    }),
  )
  for (const { stdin } of children) stdin.end()
  const outcomes = Array.from({ length: folders }, (_, index) => each.map((said) => said[index]).sort())
  expect(outcomes.filter((said) => said.join() !== 'DataFolderInUse,DataFolderInUse,DataFolderInUse,locked')).toEqual(
    [],
  )
})

test('the end of npm start stops the server, and frees port and folder', async () => {
  const port = await freePort()
  const npm = spawn('npm', ['start'], {
    cwd: packageRoot,
    // With npm a group of its own, so that what it leaves behind can be ended.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment(), DATABASE_URL: '', DOORSTEP_DEMO: '0', PORT: String(port) },
  })
  try {
    for await (const data of npm.stdout) if (String(data).includes('is running at')) break
    npm.kill('SIGTERM')
    await vi.waitFor(() => expect(fetch(`http://localhost:${port}/health`)).rejects.toThrow(), { interval: 100 })
    await vi.waitFor(() => withServices(environment(), {}, async () => {}), { interval: 500 })
  } finally {
    try {
      if (npm.pid) process.kill(-npm.pid, 'SIGKILL')
    } catch {
      // It left nothing behind.
    }
  }
})
