/** What an operator reads when the server does not start: one JSON line, with what is wrong and its cure. */
import { once } from 'node:events'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { examine } from '../../src/server/cli/commands/doctor'
import { createProgram } from '../../src/server/cli/commands/program'
import { createWithServices } from '../../src/server/cli/withServices'
import { reachOutBy } from '../../src/server/clients/outbound'
import { readConfig } from '../../src/server/config'
import { lockDataFolder } from '../../src/server/db/dataFolderLock'
import { startServer } from '../../src/server/start'
import { freePort } from './harness/freePort'
import { administer } from './harness/postgres'
import { createPrograms } from './harness/programs'
import { withSmallDisk } from './harness/tmpfs'

const FATAL = 60
const lineSchema = z.object({ level: z.number(), msg: z.string(), details: z.array(z.string()).default([]) })

let folder: string
const data = () => join(folder, 'data')
const { launch, killAll } = createPrograms(data)

const complete = (environment: Record<string, string>) => ({
  NODE_ENV: 'test',
  DOORSTEP_DEMO: '0',
  DOORSTEP_DATA: data(),
  ...environment,
})

/** As the program does. @returns why it did not start, a sentence each */
async function start(environment: Record<string, string>): Promise<string[]> {
  try {
    const config = readConfig(complete(environment))
    await reachOutBy(config.outbound)
    const { app, services } = await startServer(config, { announce: () => {} })
    await app.close()
    await services.close()
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).split('\n')
  }
  throw new Error('It started.')
}

/** Runs a command as the command line does. @returns what it printed @throws Error with what it says */
async function command(words: readonly string[], environment: Record<string, string>): Promise<string> {
  const lines: string[] = []
  const printed = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  try {
    await createProgram(createWithServices(complete(environment))).parseAsync(words, { from: 'user' })
  } finally {
    printed.mockRestore()
  }
  return lines.join('\n')
}

/** As a program of its own. @returns what it says at the end, a sentence each */
async function startProgram(environment: Record<string, string>): Promise<string[]> {
  const server = launch('main', [], environment)
  expect(await server.ended, server.output()).toBe(1)
  const last = server.output().trimEnd().split('\n').at(-1) ?? ''
  const { level, msg, details } = lineSchema.parse(JSON.parse(last))
  expect(level).toBe(FATAL)
  return [msg, ...details]
}

const postgres = (database: string, login = 'postgres:postgres') => {
  const url = new URL(`${inject('postgresUrl')}/${database}`)
  ;[url.username = '', url.password = ''] = login.split(':')
  return url.href
}

/** A database of its owner's, on which another login serves. */
const RECORDS = 'broken_starts'
const LOGINS = ['broken_owner', 'broken_server', 'broken_stranger']

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doorstep-broken-'))
  for (const login of LOGINS)
    await administer(inject('postgresUrl'), `create role ${login} login bypassrls password 'secret'`)
  await administer(inject('postgresUrl'), 'alter role broken_owner nobypassrls')
  await administer(
    inject('postgresUrl'),
    'do $$ begin create role doorstep_app nologin; exception when duplicate_object then null; end $$',
  )
  await administer(inject('postgresUrl'), 'grant doorstep_app to broken_owner, broken_server')
  await administer(inject('postgresUrl'), `create database ${RECORDS} owner broken_owner`)
  const owner = { DATABASE_URL: postgres(RECORDS, 'broken_owner:secret') }
  await command(['migrate', '--serve-as', 'broken_server'], owner)
})
afterAll(async () => {
  await killAll()
  await administer(inject('postgresUrl'), `drop database ${RECORDS} with (force)`)
  for (const login of LOGINS) await administer(inject('postgresUrl'), `drop role ${login}`)
  await rm(folder, { recursive: true, force: true })
})

test('every setting that is wrong is named at once, with its cure', async () => {
  const faults = await startProgram({
    PORT: '99999',
    DOORSTEP_URL: 'doorstep',
    DOORSTEP_SECRET_KEY: 'c2hvcnQ=',
    DATABASE_URL_FILE: '/nowhere/url',
    NOTIFY_API_KEY: 'a key',
    POLICY_LLM_URL: 'http://localhost:1',
    TRUST_PROXY: 'proxy',
    LOG_LEVEL: 'loud',
  })
  for (const cure of [
    /^The setting PORT is not valid: must be a port number/,
    /^The setting DOORSTEP_URL .* must be an http or https address/,
    /^The setting DOORSTEP_SECRET_KEY .*: make one with openssl rand -base64 32/,
    /^DATABASE_URL_FILE names \/nowhere\/url, which this user cannot read: correct its path or its rights/,
    /^The setting NOTIFY_API_KEY .* must be a whole key of GOV\.UK Notify/,
    /^NOTIFY_API_KEY is set without NOTIFY_SMS_TEMPLATE_ID: make a text message template/,
    /^POLICY_LLM_URL is set without POLICY_LLM_MODEL: set the name of the model/,
    /^The setting TRUST_PROXY .*: write how many proxies/,
    /^The setting LOG_LEVEL is not valid/,
  ])
    expect(faults).toContainEqual(expect.stringMatching(cure))
})

const serving = () => ({ DATABASE_URL: postgres(RECORDS, 'broken_server:secret') })

test.each<[string, Record<string, string>, RegExp]>([
  ['a host that is not known', { HOST: 'doorstep.invalid' }, /^The host doorstep\.invalid is not known.*Set HOST/],
  ['a host of another machine', { HOST: '192.0.2.1' }, /^192\.0\.2\.1 is not an address of this machine\. Set HOST/],
  ['another kind of database', { DATABASE_URL: 'mysql://a' }, /DATABASE_URL .* must be a postgresql:\/\/ address/],
  [
    'PostgreSQL that is not there, on two addresses',
    { DATABASE_URL: 'postgresql://a:b@localhost:1/doorstep' },
    /^PostgreSQL does not answer at localhost:1 \(ECONNREFUSED\)\. Start it/,
  ],
  [
    'PostgreSQL on a host that is not known',
    { DATABASE_URL: 'postgresql://a:b@records.invalid/doorstep' },
    /^The host records\.invalid of DATABASE_URL is not known on this machine\. Correct it/,
  ],
  ['notes that are not there', { POLICY_NOTES: '/nowhere' }, /Check POLICY_NOTES/],
])('%s', async (_, environment, expected) => {
  expect((await start({ ...serving(), ...environment })).join('\n')).toMatch(expected)
})

test('a port that another program has', async () => {
  const other = createServer().listen(0, 'localhost')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  expect(await startProgram({ PORT: port })).toEqual([
    expect.stringContaining(`Port ${port} is in use by another program.`),
  ])
})

test.each([
  ['a wrong password', RECORDS, 'broken_server:wrong', /does not let the login broken_server in\. Correct login/],
  ['a database that is not there', 'nowhere', 'broken_server:secret', /has no database nowhere\. Make it/],
  ['the owner’s login', RECORDS, 'broken_owner:secret', /broken_owner sees no records.* Set DATABASE_URL/],
  ['a login without rights', RECORDS, 'broken_stranger:secret', /login broken_stranger may not .* Grant it/],
])('PostgreSQL with %s', async (_, database, login, expected) => {
  expect((await start({ DATABASE_URL: postgres(database, login) })).join('\n')).toMatch(expected)
})

/** A database of its own. @param how it differs, as `create database` and `alter database` say it */
async function makeDatabase(name: string, created = '', altered?: string): Promise<string> {
  const server = inject('postgresUrl')
  await administer(server, `create database ${name} ${created}`)
  onTestFinished(() => administer(server, `drop database ${name} with (force)`))
  if (altered !== undefined) await administer(server, `alter database ${name} ${altered}`)
  return postgres(name)
}

const inEncoding = (encoding: string) =>
  `encoding '${encoding}' lc_collate 'C' lc_ctype 'C' template template0 owner broken_owner`

test('a database that is not UTF-8', async () => {
  const url = await makeDatabase('broken_latin', inEncoding('LATIN1'))
  expect(await start({ DATABASE_URL: url })).toEqual([expect.stringMatching(/LATIN1.*UTF-8: doorstep doctor says how/)])
})

test('records in a database that is not UTF-8: doctor’s cure takes them along, step by step', async () => {
  const serveIn = (database: string) => ({
    DOORSTEP_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
    DATABASE_URL: postgres(database, 'broken_server:secret'),
    DOORSTEP_DATA: join(folder, 'of-ascii'),
  })
  const migrate = (database: string) =>
    command(['migrate', '--serve-as', 'broken_server'], { DATABASE_URL: postgres(database, 'broken_owner:secret') })
  const findingsOf = async (environment: Record<string, string>) =>
    (await examine(readConfig(complete(environment)))).filter(({ what }) => /database|records/i.test(what))

  await makeDatabase('broken_ascii', inEncoding('SQL_ASCII'))
  await migrate('broken_ascii')
  const old = serveIn('broken_ascii')
  await command(['organisation', 'add', 'first', '--name', 'First', '--domain', 'first.example'], old)
  const [finding, ...others] = await findingsOf(old)
  expect(others).toEqual([])
  const statement = /create database doorstep_utf8 [^;]+/.exec(finding?.cure ?? '')?.[0] ?? ''
  expect(finding?.cure.split('\n  ')).toEqual([
    expect.stringContaining('backup <folder>'),
    expect.stringContaining(`${statement};`),
    expect.stringContaining('DATABASE_URL=<owner, doorstep_utf8> npm run doorstep -- migrate --serve-as broken_server'),
    expect.stringMatching(
      /^Name doorstep_utf8 .* move what is in .* restore <folder> --forgotten <that other folder>$/,
    ),
  ])

  const backup = join(folder, 'backup')
  await command(['backup', backup], old)
  await administer(inject('postgresUrl'), statement)
  onTestFinished(() => administer(inject('postgresUrl'), 'drop database doorstep_utf8 with (force)'))
  await migrate('doorstep_utf8')
  const [later, moved] = [serveIn('doorstep_utf8'), join(folder, 'moved')]
  await rename(later.DOORSTEP_DATA, moved)
  await command(['restore', backup, '--forgotten', moved], later)
  expect(await command(['verify'], later)).toContain('✓ first:')
  expect(await findingsOf(later)).toEqual([])
})

test('a database that takes no writes', async () => {
  const url = await makeDatabase('broken_standby', '', 'set default_transaction_read_only = on')
  expect(await start({ DATABASE_URL: url })).toEqual([expect.stringMatching(/takes no writes.* Name the primary in/)])
})

test('PostgreSQL that offers no TLS', async () => {
  const url = `${postgres(RECORDS)}?sslmode=verify-full`
  expect(await start({ DATABASE_URL: url })).toEqual([expect.stringMatching(/offers no TLS.* Switch it on/)])
})

test('a login without its password', async () => {
  const url = postgres(RECORDS, 'broken_server:')
  expect(await start({ DATABASE_URL: url })).toEqual([expect.stringMatching(/broken_server in\. Correct login/)])
})

test('records that a newer version migrated', async () => {
  const later = 9_999_999_999_999
  const insert = `insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', ${later})`
  const client = new pg.Client({ connectionString: postgres(RECORDS) })
  await client.connect()
  await client.query(insert)
  onTestFinished(async () => {
    await client.query(`delete from drizzle.__drizzle_migrations where created_at = ${later}`)
    await client.end()
  })
  expect(await start(serving())).toEqual([
    expect.stringMatching(/were migrated by a newer version of Doorstep\. .*Start that version/),
  ])
})

test('a file of authorities that is none', async () => {
  const file = join(folder, 'authority.pem')
  await writeFile(file, 'garbage')
  expect(await start({ DOORSTEP_CA_FILE: file })).toEqual([
    expect.stringContaining(`${file}, which holds no certificate: it must be a PEM file`),
  ])
})

test('ports of metrics that are taken', async () => {
  const other = createServer().listen(0, 'localhost')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const address = other.address()
  const taken = typeof address === 'object' ? String(address?.port) : ''
  const PORT = String(await freePort())
  expect(await start({ ...serving(), PORT, DOORSTEP_METRICS_PORT: taken })).toEqual([
    expect.stringMatching(/is in use by another program\. .*choose another DOORSTEP_METRICS_PORT/),
  ])
  expect(await start({ ...serving(), PORT, DOORSTEP_METRICS_PORT: PORT })).toEqual([
    `PORT and DOORSTEP_METRICS_PORT are both ${PORT}. Choose another for one of them.`,
  ])
})

test('a bucket whose credentials are wrong: it runs, is not ready, and names who says the cure', async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'wrong')
  onTestFinished(() => void vi.unstubAllEnvs())
  const store = createHttpServer((_, response) =>
    response.writeHead(403).end('<Error><Code>InvalidAccessKeyId</Code></Error>'),
  ).listen(0, '127.0.0.1')
  onTestFinished(() => void store.close())
  await once(store, 'listening')
  const address = store.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  const settings = {
    ...serving(),
    S3_BUCKET: 'doorstep',
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
  }
  const said: string[] = []
  const config = readConfig(complete({ ...settings, PORT: String(await freePort()) }))
  const { app, services } = await startServer(config, {
    announce: () => {},
    logTo: { write: (line: string) => said.push(line) },
  })
  onTestFinished(() => app.close().then(() => services.close()))
  const ready = await app.inject('/health/ready')
  expect([ready.statusCode, ready.json()]).toMatchObject([503, { checks: { database: 'ok', files: 'failed' } }])
  expect(said.join('')).toContain('`doorstep doctor` says what is wrong')
  expect((await examine(config)).map(({ cure }) => cure).join('\n')).toContain(
    'set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  )
})

withSmallDisk('a disk', 8, (disk) => {
  test('that is full', async () => {
    await disk.fill(0)
    onTestFinished(() => disk.empty())
    expect(await start({ DOORSTEP_DATA: join(disk.folder, 'data') })).toEqual([
      expect.stringMatching(/^There is no room left on the disk of .* Free some/),
    ])
  })

  test('that is mounted read-only', async () => {
    disk.remountReadOnly()
    expect(await start({ DOORSTEP_DATA: join(disk.folder, 'data') })).toEqual([
      expect.stringMatching(/mounted read-only.* Mount (it|the disk) writable/),
    ])
  })
})

test('the owner migrates again what it cannot see', async () => {
  const owner = { DATABASE_URL: postgres(RECORDS, 'broken_owner:secret') }
  await expect(command(['migrate', '--serve-as', 'broken_server'], owner)).resolves.toContain('up to this version')
})

test('a data folder that is a file', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  const said: unknown = expect.stringContaining(`${file} is a file`)
  expect(await start({ DOORSTEP_DATA: file })).toEqual([said])
  expect(await start({ ...serving(), DOORSTEP_DATA: file })).toEqual([said])
  const found = await examine(readConfig(complete({ ...serving(), DOORSTEP_DATA: file })))
  expect(found).toContainEqual({ what: `Doorstep cannot keep its files in ${file}.`, cure: said })
})

test('a data folder that another process has', async () => {
  const used = join(folder, 'used')
  const release = await lockDataFolder(used)
  onTestFinished(release)
  expect(await start({ DOORSTEP_DATA: used })).toEqual([expect.stringMatching(/is using the data folder .* Stop it/)])
})

test('a damaged lock of the data folder', async () => {
  const damaged = join(folder, 'damaged')
  await mkdir(damaged)
  await writeFile(join(damaged, 'lock.duckdb'), 'garbage')
  expect(await start({ DOORSTEP_DATA: damaged })).toEqual([expect.stringMatching(/is damaged\. .* delete the file/)])
})

test('another key than the one of the records, until that one is set, moved or given up', async () => {
  const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')
  const [one, two, three] = [key(1), key(2), key(3)] as const
  const under = (keys: string) => ({
    ...serving(),
    DOORSTEP_SECRET_KEY: keys,
  })
  const run = (keys: string, ...words: string[]) => command(words, under(keys))
  await run(one, 'person', 'list')

  for (const keys of [two, '']) {
    expect(await start(under(keys))).toEqual([expect.stringMatching(/sealed with the key [0-9a-f]{8}.* Set that key/)])
    await expect(run(keys, 'verify')).rejects.toThrow('Set that')
  }
  const findings = await examine(readConfig(complete(under(two))))
  expect(findings.map(({ what }) => what).join('\n')).toContain('The key of the records is not set')

  await run(`${two},${one}`, 'reseal-secrets')
  await run(two, 'person', 'list')
  expect(await start(under(one))).toEqual([expect.stringContaining('Set that key')])

  await run(three, 'reseal-secrets', '--key-lost')
  await run(three, 'verify')
})
