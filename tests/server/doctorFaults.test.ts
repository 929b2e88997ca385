/** What doctor finds of machine, programs, settings and services; each cure is carried out as worded. */
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer, request as ask, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { examine } from '../../src/server/cli/commands/doctor'
import { createProgram } from '../../src/server/cli/commands/program'
import type { Machine } from '../../src/server/cli/doctor/machine'
import { readConfig } from '../../src/server/config'
import { noteBackup } from '../../src/server/modules/platform/files/lastBackup'
import { runCommand } from './harness/command'
import { freshPostgres } from './harness/engines'
import { freePort } from './harness/freePort'
import { withLibreOffice } from './harness/libreOffice'
import { administer, startPostgres } from './harness/postgres'
import { withServices } from './harness/process'
import { startServer } from './harness/server'

// What it finds of records, bucket, GOV.UK Notify and queue: doctor.test.ts; of issuers: identityFaults.test.ts.

let folder: string
const at = (name: string) => join(folder, name)
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doorstep-doctor-faults-'))
})
afterAll(() => rm(folder, { recursive: true }))

type Settings = Record<string, string>

const LACKING: Settings = { SOFFICE_PATH: 'none', BWRAP_PATH: 'none' }
const examined = (settings: Settings, machine: Partial<Machine> = {}) =>
  examine(readConfig({ DOORSTEP_DATA: at('data'), ...LACKING, ...settings }), {
    enoughBytes: 0,
    memoryBytes: 8e9,
    ...machine,
  })

/** A program in LibreOffice's place, whose PDF has these fonts. */
async function fakeOffice(...fonts: string[]): Promise<string> {
  const file = at('soffice')
  const pdf = `%PDF-1.7 ${fonts.map((font) => `/BaseFont/BAAAAA+${font}`).join(' ')} %%EOF`
  await writeFile(file, `#!/bin/sh\nmkdir -p pdf && echo '${pdf}' > pdf/1.pdf\n`)
  await chmod(file, 0o755)
  return file
}

/** Answers at this port. @param models that a language model's server has, for those with the key */
async function serveAt(port: number, models: readonly string[] = []): Promise<void> {
  const server = createServer((request, response) => {
    const isOpen = request.method === 'HEAD' || request.headers.authorization === 'Bearer right'
    const data = models.map((id) => ({ id }))
    response.writeHead(request.method === 'HEAD' ? 405 : isOpen ? 200 : 401).end(JSON.stringify({ data }, null, 1))
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
}

interface Case {
  readonly fault: string
  readonly what: RegExp
  readonly settings: () => Settings | Promise<Settings>
  readonly machine?: Partial<Machine>
  /** Does what the cure says. @returns the settings then */
  readonly cure: (settings: Settings, cure: string) => Settings | Promise<Settings>
}

const without = (settings: Settings, left: string): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => name !== left))

const CASES: readonly Case[] = [
  {
    fault: 'LibreOffice that makes nothing',
    what: /^LibreOffice makes no PDF/,
    settings: () => ({ SOFFICE_PATH: '/bin/true' }),
    cure: () => ({ SOFFICE_PATH: 'none' }),
  },
  {
    fault: 'missing fonts',
    what: /^There is no font like Arial or Times New Roman,/,
    settings: async () => ({ SOFFICE_PATH: await fakeOffice('DejaVuSans') }),
    cure: async () => ({ SOFFICE_PATH: await fakeOffice('LiberationSans', 'LiberationSerif-Bold') }),
  },
  {
    fault: 'one font that is missing',
    what: /^There is no font like Times New Roman,/,
    settings: async () => ({ SOFFICE_PATH: await fakeOffice('LiberationSans') }),
    cure: async () => ({ SOFFICE_PATH: await fakeOffice('LiberationSans', 'LiberationSerif') }),
  },
  {
    fault: 'bubblewrap that does not work',
    what: /^bubblewrap does not work/,
    settings: () => ({ BWRAP_PATH: '/bin/false' }),
    cure: () => ({ BWRAP_PATH: 'none' }),
  },
  {
    fault: 'bubblewrap that is missing',
    what: /^\/nowhere\/bwrap is no program/,
    settings: () => ({ BWRAP_PATH: '/nowhere/bwrap' }),
    cure: () => ({ BWRAP_PATH: 'none' }),
  },
  {
    fault: 'an outbound proxy that does not answer',
    what: /^The outbound proxy does not answer at 127.0.0.1:\d+ \(ECONNREFUSED\)/,
    settings: async () => ({ OUTBOUND_PROXY: `http://127.0.0.1:${await freePort()}` }),
    async cure(settings) {
      await serveAt(Number(new URL(settings.OUTBOUND_PROXY ?? '').port))
      return settings
    },
  },
  {
    fault: 'a calculator that does not answer',
    what: /^The calculator does not answer at http:\/\/127.0.0.1:\d+\/ \(ECONNREFUSED\)/,
    settings: async () => ({ CALCULATOR_URL: `http://127.0.0.1:${await freePort()}/`, CALCULATOR_SECRET: 'a' }),
    async cure(settings) {
      await serveAt(Number(new URL(settings.CALCULATOR_URL ?? '').port))
      return settings
    },
  },
  {
    fault: 'a language model that does not answer',
    what: /^The language model does not answer at .* \(ECONNREFUSED\)/,
    settings: async () => ({ POLICY_LLM_URL: `http://127.0.0.1:${await freePort()}/v1`, POLICY_LLM_MODEL: 'small' }),
    cure: (settings) => without(settings, 'POLICY_LLM_URL'),
  },
  {
    fault: 'a language model that refuses the key',
    what: /refuses the key \(401\)/,
    async settings() {
      const port = await freePort()
      await serveAt(port, ['small'])
      const url = `http://127.0.0.1:${port}/v1`
      return { POLICY_LLM_URL: url, POLICY_LLM_MODEL: 'small', POLICY_LLM_KEY: 'wrong' }
    },
    cure: (settings) => ({ ...settings, POLICY_LLM_KEY: 'right' }),
  },
  {
    fault: 'a language model that is not there',
    what: /has no language model called large/,
    async settings() {
      const port = await freePort()
      await serveAt(port, ['small'])
      const url = `http://127.0.0.1:${port}/v1`
      return { POLICY_LLM_URL: url, POLICY_LLM_MODEL: 'large', POLICY_LLM_KEY: 'right' }
    },
    cure: (settings) => ({ ...settings, POLICY_LLM_MODEL: 'small' }),
  },
  {
    fault: 'a missing PMTiles archive',
    what: /streets.pmtiles, which the map is drawn from, cannot be read/,
    settings: () => ({ BASEMAP_PMTILES: at('streets.pmtiles') }),
    cure: (settings) => without(settings, 'BASEMAP_PMTILES'),
  },
  {
    fault: 'a file that is no PMTiles archive',
    what: /is no PMTiles archive of version 3/,
    async settings() {
      await writeFile(at('other.pmtiles'), 'PMTiles\u0002 of before')
      return { BASEMAP_PMTILES: at('other.pmtiles') }
    },
    async cure(settings) {
      await writeFile(at('other.pmtiles'), 'PMTiles\u0003 of today')
      return settings
    },
  },
  {
    fault: 'missing notes',
    what: /The folder of policy notes .* cannot be read/,
    settings: () => ({ POLICY_NOTES: at('notes') }),
    cure: (settings) => without(settings, 'POLICY_NOTES'),
  },
  {
    fault: 'a folder without notes',
    what: /^There is no policy note in /,
    async settings() {
      await mkdir(at('empty'))
      return { POLICY_NOTES: at('empty') }
    },
    cure: (settings) => without(settings, 'POLICY_NOTES'),
  },
  {
    fault: 'an address of this machine in production',
    what: /^People are sent to http:\/\/localhost:3000, which is this machine/,
    settings: () => ({ NODE_ENV: 'production' }),
    cure: (settings) => ({ ...settings, DOORSTEP_URL: 'https://doorstep.example.gov.uk' }),
  },
  {
    fault: 'too little memory',
    what: /^There are 2500 MB of memory, and Doorstep may take 3748/,
    settings: () => ({}),
    machine: { memoryBytes: 2_500_000_000 },
    cure: (_, cure) => ({ SNAPSHOT_MEMORY_MB: /SNAPSHOT_MEMORY_MB=(\d+)/.exec(cure)?.[1] ?? '' }),
  },
]

test.each(CASES)('$fault is found, and cured', async ({ what, settings, machine, cure }) => {
  const given = await settings()
  const [finding, ...others] = await examined(given, machine)
  expect(others).toEqual([])
  expect(finding?.what).toMatch(what)
  const cured = await cure(given, finding?.cure ?? '')
  for (const name of Object.keys(given).filter((each) => !(each in cured))) expect(finding?.cure).toContain(name)
  expect(await examined(cured, machine)).toEqual([])
})

describe('what others see', () => {
  /** A proxy that says who calls, before a server with this setting. @returns what doctor finds by the proxy's address */
  async function examinedBehindProxy(settings: Settings) {
    const { app, close } = await startServer('embedded', settings)
    onTestFinished(close)
    const server = await app.listen({ port: 0, host: '127.0.0.1' })
    const pass: RequestListener = ({ url = '' }, response) =>
      ask(`${server}${url}`, { headers: { 'x-forwarded-for': '203.0.113.7' } }, (answer) => answer.pipe(response)).end()
    const proxy = createServer(pass).listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    onTestFinished(() => void proxy.close())
    const { port } = proxy.address() as AddressInfo
    return examined({ DOORSTEP_URL: `http://127.0.0.1:${port}` })
  }

  test('a proxy that is not trusted', async () => {
    const [finding, ...others] = await examinedBehindProxy({})
    expect(others).toEqual([])
    expect(finding?.what).toMatch(/^The proxy at http:\/\/127.0.0.1:\d+ says who calls, but Doorstep does not trust it/)
    expect(finding?.cure).toContain('Set TRUST_PROXY to the proxy’s address, or to loopback')
    expect(await examinedBehindProxy({ TRUST_PROXY: 'loopback' })).toEqual([])
  })
})

describe('backups', () => {
  const HOUR_MS = 60 * 60 * 1_000
  const served = { NODE_ENV: 'production', DOORSTEP_URL: 'https://doorstep.council.invalid' }

  /** A folder that holds a month of this age. */
  async function folderWithMonth(hours: number): Promise<Settings> {
    const data = await mkdtemp(at('served-'))
    await mkdir(join(data, 'snapshots'))
    const month = join(data, 'snapshots', 'month.parquet')
    await writeFile(month, '')
    const time = new Date(Date.now() - hours * HOUR_MS)
    await utimes(month, time, time)
    return { ...served, DOORSTEP_DATA: data }
  }

  test('none, and an old one, which the command cures', async () => {
    const settings = await folderWithMonth(31)
    const words = async () => (await examined(settings)).map(({ what }) => what)
    expect(await words()).toEqual(['No backup was ever made.'])
    await withServices({ ...LACKING, ...settings }, {}, async (services) => {
      await noteBackup(services.files, new Date(Date.now() - 31 * HOUR_MS))
      expect(await words()).toEqual(['The last backup is 31 hours old.'])
      await noteBackup(services.files, new Date(Date.now() - 75 * HOUR_MS))
      expect(await words()).toEqual(['The last backup is 3 days old.'])
      await runCommand(services, 'backup', at('backup'))
    })
    expect(await words()).toEqual([])
  })

  test('none is missed before the first night, nor on a machine that serves nobody else', async () => {
    expect(await examined(await folderWithMonth(1))).toEqual([])
    const { DOORSTEP_DATA = '' } = await folderWithMonth(31)
    expect(await examined({ DOORSTEP_DATA })).toEqual([])
  })
})

withLibreOffice('doctor, with LibreOffice', () => {
  test('finds nothing wrong with one that works', async () => {
    const { SOFFICE_PATH = '' } = process.env
    expect(await examined({ SOFFICE_PATH })).toEqual([])
  })
})

describe('settings that the server does not start with', () => {
  async function said(environment: Settings): Promise<string> {
    const lines: string[] = []
    vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
    for (const [name, value] of Object.entries({
      DATABASE_URL: '',
      DOORSTEP_DATA: at('data'),
      ...LACKING,
      ...environment,
    }))
      vi.stubEnv(name, value)
    onTestFinished(() => void vi.unstubAllEnvs())
    await createProgram(async () => {})
      .parseAsync(['doctor'], { from: 'user' })
      .catch(() => {})
    return lines.join('\n')
  }

  test.each([
    [
      { DOORSTEP_URL: 'http://doorstep.example.gov.uk' },
      '✗ The setting DOORSTEP_URL is not valid: must begin with https',
    ],
    [{ DOORSTEP_URL: 'https://example.gov.uk/doorstep' }, '✗ The setting DOORSTEP_URL is not valid: must have no path'],
    [{ DOORSTEP_ULR: 'https://a.example' }, '✗ DOORSTEP_ULR is no setting of Doorstep’s'],
  ])('%j is found', async (environment, words) => {
    expect(await said(environment)).toContain(words)
  })

  test('a name that is misspelt is told beside what is not valid, with the names that there are', async () => {
    const lines = await said({ DOORSTEP_SECRETKEY: 'a', PORT: 'b' })
    expect(lines).toMatch(/DOORSTEP_SECRETKEY is no setting[^]*DOORSTEP_SECRET_KEY,[^]*The setting PORT is not valid/)
    expect(lines).not.toContain('DOORSTEP_URL is')
  })
})

describe('PostgreSQL', () => {
  const capacityFindings = async (url: string, words = /connections|writes text/) =>
    (await examined({ DATABASE_URL: url, DOORSTEP_SECRET_KEY: Buffer.alloc(32, 1).toString('base64') })).filter(
      ({ what }) => words.test(what),
    )
  /** The statement that a cure has an administrator run. */
  const statementIn = (cure = '') => /run: ([^;]+);/.exec(cure)?.[1] ?? ''

  test('a database that is not UTF-8', async () => {
    const name = `doorstep_latin_${Date.now()}`
    const server = inject('postgresUrl')
    await administer(server, `create database ${name} encoding 'LATIN1' lc_collate 'C' lc_ctype 'C' template template0`)
    onTestFinished(() => administer(server, `drop database ${name}`))
    const [finding, ...others] = await capacityFindings(
      `${server}/${name}`,
      /connections|writes text|migrations|tables/,
    )
    expect(others).toEqual([])
    expect(finding?.what).toBe(`The database ${name} writes text as LATIN1, which lacks letters of people’s names.`)
    await administer(server, statementIn(finding?.cure).replace('doorstep_utf8', `${name}_utf8`))
    onTestFinished(() => administer(server, `drop database ${name}_utf8`))
    expect(await capacityFindings(`${server}/${name}_utf8`)).toEqual([])
  })

  test('a database that takes few connections', async () => {
    const { url, drop } = await freshPostgres()
    onTestFinished(drop)
    const server = inject('postgresUrl')
    await administer(server, `alter database ${new URL(url).pathname.slice(1)} connection limit 12`)
    const [finding, ...others] = await capacityFindings(url)
    expect([finding?.what, others]).toEqual([expect.stringMatching(/^The database .* takes 12 connections/), []])
    await administer(server, statementIn(finding?.cure))
    expect(await capacityFindings(url)).toEqual([])
  })

  test('a server and a login that give few', async () => {
    const { url, server } = await startPostgres(at('postgres'))
    onTestFinished(() => server.stop())
    const restart = async () => {
      await server.stop()
      await server.start()
    }
    await administer(url, 'alter system set max_connections = 15')
    await administer(url, "create role few login password 'few' connection limit 11")
    await restart()
    const login = new URL(`${url}/postgres`)
    login.username = 'few'
    login.password = 'few'
    const [first, second, ...others] = await capacityFindings(login.href)
    expect(others).toEqual([])
    expect([first?.what, second?.what]).toEqual([
      expect.stringMatching(/^PostgreSQL gives 12 connections; each server takes up to 10/),
      expect.stringMatching(/^The login few may have 11 connections/),
    ])
    for (const { cure } of [first, second].filter((each) => each !== undefined))
      await administer(url, statementIn(cure))
    await restart()
    expect(await capacityFindings(login.href)).toEqual([])
  })
})
