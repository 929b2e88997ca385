/**
 * What every file of the server's tests starts from, made once a run: a real PostgreSQL (from npm, or
 * the one that DATABASE_URL_TEST names), the databases of both engines as a server's first start leaves them, and the
 * bundles that processes for documents and months run.
 */
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { build } from 'vite'
import type { TestProject } from 'vitest/node'
import { findFirstStart, startFirst } from './firstStart'
import { administer, startPostgres } from './postgres'
import { openDatabase } from '../../../src/server/db/database'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server in which tests may make databases; its address without a database. */
    postgresUrl: string
    /** One there as a server's first start leaves it. */
    postgresTemplate: string
    /** The file of an embedded one. */
    embeddedDump: string
  }
}

/** What a server runs in processes of its own. */
const PROCESSES = [
  'src/server/modules/campaigns/letters/documentProcess.ts',
  'src/server/modules/households/imports/monthProcess.ts',
]
/** Servers that tests kill (process.ts). */
const WORKERS = ['lettersWorker.ts', 'preparingWorker.ts', 'harness/worker.ts'].map((path) => `tests/server/${path}`)

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'doorstep-test-'))
  const root = join(import.meta.dirname, '../../..')
  await mkdir(join(root, 'node_modules/.cache'), { recursive: true })
  // Packages are found from where the bundle lies.
  const bundle = await mkdtemp(join(root, 'node_modules/.cache/doorstep-test-'))
  const [postgres, , embeddedDump] = await Promise.all([
    providePostgres(join(folder, 'postgres')),
    bundleProcesses(root, bundle, project.name === 'slow' ? [...PROCESSES, ...WORKERS] : PROCESSES),
    findFirstStart(),
  ])
  project.provide('postgresUrl', postgres.url)
  project.provide('postgresTemplate', postgres.template)
  project.provide('embeddedDump', embeddedDump)
  return async () => {
    await postgres.stop()
    await Promise.all([folder, bundle].map((path) => rm(path, { recursive: true, force: true })))
  }
}

/** Servers of tests find it by the environment, which processes that tests start inherit. */
async function bundleProcesses(root: string, outDir: string, input: readonly string[]): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      ssr: true,
      rolldownOptions: {
        input: Object.fromEntries(input.map((path) => [basename(path, '.ts'), path])),
      },
      outDir,
      emptyOutDir: false,
      target: 'node20',
      copyPublicDir: false,
    },
  })
  process.env.DOORSTEP_TEST_BUNDLE = outDir
  process.env.DOORSTEP_DOCUMENT_PROCESS = join(outDir, 'documentProcess.js')
  process.env.DOORSTEP_MONTH_PROCESS = join(outDir, 'monthProcess.js')
}

interface Postgres {
  readonly url: string
  readonly template: string
  stop(): Promise<void>
}

async function providePostgres(folder: string): Promise<Postgres> {
  const given = process.env.DATABASE_URL_TEST
  if (given) {
    const url = given.replace(/\/[^/]*$/, '')
    const template = await makeTemplate(url)
    return { url, template, stop: () => administer(url, `drop database ${template}`) }
  }
  const { url, server } = await startPostgres(folder, {
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=200'],
  })
  return { url, template: await makeTemplate(url), stop: () => server.stop() }
}

async function makeTemplate(url: string): Promise<string> {
  const name = `doorstep_test_${randomBytes(6).toString('hex')}`
  await administer(url, `create database ${name}`)
  await startFirst(await openDatabase({ url: `${url}/${name}` }))
  return name
}
