/** Series of kill -9, on the built server and the built command line: a few for a test, many for a bench. */
import { spawn, type ChildProcess } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { contacts, filterTemplates, snapshots } from '../../../src/server/db/schema'
import {
  contactsCsv,
  exampleHouseholds,
  householdsCsv,
  wardsGeoJson,
  writeExample,
} from '../../../src/server/modules/households/imports/testing/exampleFiles'
import { EVERY_HOUSEHOLD } from '../../../src/server/modules/households/snapshots/predicate'
import { packageRoot } from '../../../src/server/lib/root'
import { freePort } from './freePort'
import { withServices } from './process'
import { seed } from './seed'
import { importHouseholds } from './snapshot'

const WRITERS = 4
const ATTEMPTS_TO_START = 600

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'doorstep-kills-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Runs what was built, on the embedded database of a folder. */
function launch(
  program: 'main' | 'cli',
  folder: string,
  words: readonly string[] = [],
  port = 0,
  preload: readonly string[] = [],
): ChildProcess {
  return spawn(process.execPath, [...preload, join(packageRoot, `dist/server/${program}.js`), ...words], {
    cwd: packageRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      DATABASE_URL: '',
      DOORSTEP_DEMO: '0',
      NODE_ENV: 'test',
      LOG_LEVEL: 'fatal',
      SOFFICE_PATH: 'none',
      DOORSTEP_DATA: folder,
      PORT: String(port),
    },
  })
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

export interface WritesKept {
  readonly kills: number
  readonly acknowledged: number
  /** Acknowledged, and not there afterwards. */
  readonly lost: number
  /** There more than once, though asked for with one key. */
  readonly twice: number
  /** With which code each server ended, and its log: of the severity `fatal`. */
  readonly ends: readonly { readonly code: number | null; readonly said: string }[]
}

/** What dies: the process, or the thread of its embedded database, after which the server ends itself. */
type Victim = 'process' | 'database thread'

/** Makes filter templates over HTTP, each with a key, and lets each victim die in the middle of it, in turn. */
export const killWhileWriting = (victims: readonly Victim[]): Promise<WritesKept> =>
  inFolder(async (folder) => {
    const ends: WritesKept['ends'][number][] = []
    const environment = { DOORSTEP_DATA: folder, SOFFICE_PATH: 'none' }
    const session = { id: '' }
    await withServices(environment, {}, async (services) => {
      const seeded = await seed(services.database)
      await importHouseholds({ services, seed: seeded }, 'ashford', [{}])
      session.id = (
        await services.sessions.begin({ personId: seeded.people.admin.id, organisationId: seeded.ashford.id })
      ).id
    })
    const acknowledged = new Set<string>()
    // What was asked and not answered is asked again with its key, as the app does.
    const open = new Set<string>()
    for (const victim of victims) {
      const preload = victim === 'process' ? [] : ['--import', join(import.meta.dirname, 'killThread.mjs')]
      const port = await freePort()
      const url = `http://localhost:${port}`
      const server = launch('main', folder, [], port, preload)
      let complaint = ''
      let said = ''
      server.stderr?.on('data', (data: Buffer) => (complaint += data.toString()))
      server.stdout?.on('data', (data: Buffer) => (said += data.toString()))
      try {
        await untilHealthy(url, server, () => complaint)
        const before = acknowledged.size
        const write = async (name: string) => {
          open.add(name)
          const answer = await fetch(`${url}/api/create-filter-template`, {
            method: 'POST',
            headers: {
              'content-type': 'application/json',
              origin: url,
              cookie: `doorstep=${session.id}`,
              'idempotency-key': name,
            },
            body: JSON.stringify({
              template_name: name,
              filter_template_details: [{ filter_name: 'tenure', filter_value_names: ['private_rent'] }],
            }),
          })
          // Nothing was acknowledged: it is asked again.
          if (answer.status === 503) return
          if (!answer.ok) throw new Error(`The server refused a template: ${answer.status} ${await answer.text()}`)
          open.delete(name)
          acknowledged.add(name)
        }
        const again = [...open]
        const writers = Array.from({ length: WRITERS }, async () => {
          while (server.signalCode === null && server.exitCode === null) await write(again.pop() ?? randomUUID())
        })
        const done = Promise.allSettled(writers)
        // Killed while it writes, not before.
        while (acknowledged.size < before + WRITERS && server.exitCode === null) await setTimeout(5)
        await setTimeout(randomInt(300))
        if (victim === 'process') await kill(server)
        else {
          const ended = once(server, 'close')
          server.kill('SIGUSR2')
          await ended
        }
        ends.push({ code: server.exitCode, said })
        for (const outcome of await done) {
          const reason: unknown = outcome.status === 'rejected' ? outcome.reason : undefined
          // A line that broke is what this is about; a refusal is not.
          if (reason instanceof Error && !(reason instanceof TypeError)) throw reason
        }
      } finally {
        await kill(server)
      }
    }
    let kept: WritesKept = { kills: victims.length, ends, acknowledged: acknowledged.size, lost: 0, twice: 0 }
    await withServices(environment, {}, async ({ database }) => {
      const rows = await database.asSystem((tx) => tx.select({ name: filterTemplates.name }).from(filterTemplates))
      const names = new Set(rows.map(({ name }) => name))
      const lost = [...acknowledged].filter((name) => !names.has(name)).length
      kept = { ...kept, lost, twice: rows.length - names.size }
    })
    return kept
  })

async function untilHealthy(url: string, server: ChildProcess, complaint: () => string): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS_TO_START; attempt++) {
    if (server.exitCode !== null) throw new Error(`The server did not start again: ${complaint()}`)
    const isReady = await fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await setTimeout(100)
  }
  throw new Error('The server did not become ready.')
}

export interface ImportsKept {
  readonly kills: number
  /** Imports that were killed before the records took them, and after. */
  readonly before: number
  readonly after: number
  /** Times that what was found was neither the whole old month nor the whole new one. */
  readonly half: number
  /** Files and folders left over after an import that was not killed. */
  readonly leftOver: number
}

const SIZES = [1_500, 2_500] as const
const ORGANISATION = ['--organisation', 'exampleshire', '--name', 'Exampleshire', '--domain', 'exampleshire.example']

/** Imports a month again, with its contacts, killing the command at each of its steps in turn, so many times. */
export const killWhileImporting = (kills: number): Promise<ImportsKept> =>
  inFolder(async (root) => {
    const folder = join(root, 'data')
    const environment = { DOORSTEP_DATA: folder, SOFFICE_PATH: 'none' }
    const wards = await writeExample(join(root, 'wards.geojson'), wardsGeoJson())
    const files = new Map<number, { households: string; contacts: string }>()
    for (const size of SIZES) {
      const households = exampleHouseholds(size)
      const lines = households.map(
        ({ household_reference }) => `${household_reference},Ms,A,B,1 High Street,,Town,ZZ1 1AA,,en,false`,
      )
      files.set(size, {
        households: await writeExample(join(root, `households-${size}.csv`), householdsCsv(households)),
        contacts: await writeExample(join(root, `contacts-${size}.csv`), contactsCsv(...lines)),
      })
    }
    const start = (size: number) => {
      const { households = '', contacts: people = '' } = files.get(size) ?? {}
      return launch('cli', folder, [
        'import',
        ...ORGANISATION,
        '--snapshot',
        '2026-10-01',
        '--wards',
        wards,
        '--households',
        households,
        '--contacts',
        people,
      ])
    }
    /** How many households are served; undefined when the month is not whole. */
    const served = async (): Promise<number | undefined> => {
      let whole: number | undefined
      await withServices(environment, {}, async ({ database, snapshots: service, organisations }) => {
        const organisation = await organisations.findBySlug('exampleshire')
        if (!organisation) return
        const snapshot = await service.latest(organisation.id)
        const { householdCount } = snapshot
        const rows = await snapshot.count(EVERY_HOUSEHOLD)
        const people = await database.asSystem((tx) => tx.$count(contacts))
        if (rows === householdCount && people === householdCount) whole = householdCount
      })
      return whole
    }
    const complete = async (size: number) => {
      const child = start(size)
      let said = ''
      child.stderr?.on('data', (data: Buffer) => (said += data.toString()))
      await once(child, 'exit')
      if (child.exitCode !== 0) throw new Error(`An import after a kill failed: ${said}`)
    }

    await complete(SIZES[0])
    let current: number = SIZES[0]
    const kept = { kills, before: 0, after: 0, half: 0, leftOver: 0 }
    for (let round = 0; round < kills; round++) {
      const next = SIZES.find((size) => size !== current) ?? SIZES[0]
      const child = start(next)
      // Six steps, each said on a line of its own; in the last one the records are written.
      const steps = (round % 6) + 1
      let said = ''
      await new Promise<void>((resolve) => {
        child.stderr?.on('data', (data: Buffer) => {
          said += data.toString()
          if (said.split('…').length > steps) resolve()
        })
        child.once('exit', () => resolve())
      })
      await setTimeout(randomInt(steps === 6 ? 1_500 : 60))
      await kill(child)
      const found = await served()
      if (found === current) kept.before++
      else if (found === next) kept.after++
      else kept.half++
      current = found ?? current
    }
    await complete(SIZES[1])
    if ((await served()) !== SIZES[1]) kept.half++
    await withServices(environment, {}, async ({ database }) => {
      const rows = await database.asSystem((tx) => tx.select({ fileKey: snapshots.fileKey }).from(snapshots))
      const expected = rows.map(({ fileKey }) => `${fileKey}.parquet`)
      kept.leftOver = (await readdir(join(folder, 'snapshots'))).filter((name) => !expected.includes(name)).length
    })
    return kept
  })
