import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { examine } from '../../src/server/cli/commands/doctor'
import type { Machine } from '../../src/server/cli/doctor/machine'
import { createProgram } from '../../src/server/cli/commands/program'
import { readConfig } from '../../src/server/config'
import { openDatabase } from '../../src/server/db/database'
import { organisations } from '../../src/server/db/schema'
import { COMMAND_LINE } from '../../src/server/modules/organisations/audit/service'
import { createServices } from '../../src/server/services'
import { runCommand } from './harness/command'
import { freshPostgres } from './harness/engines'
import { startFakeS3, type FakeS3 } from './harness/s3'

// Which rights a login may lack: roles.test.ts.

const KEY = Buffer.alloc(32, 1).toString('base64')

let s3: FakeS3
let dataFolder: string
let postgres: Awaited<ReturnType<typeof freshPostgres>>

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'doorstep-doctor-'))
  s3 = await startFakeS3()
  postgres = await freshPostgres()
  const services = await createServices(
    readConfig({ DATABASE_URL: postgres.url, DOORSTEP_DATA: dataFolder, SOFFICE_PATH: 'none' }),
  )
  await services.queue.prepare()
  await services.close()
})
afterAll(async () => {
  s3.close()
  await postgres.drop()
  await rm(dataFolder, { recursive: true, force: true })
})
beforeEach(() => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
})
afterEach(() => {
  vi.unstubAllEnvs()
  Object.assign(s3.faults, {
    noBucket: undefined,
    ignoresIfNoneMatch: undefined,
    listsLate: undefined,
    allowedOrigin: undefined,
    behindSeconds: undefined,
    rules: undefined,
    hidesRules: undefined,
  })
})

/** What the doctor finds on a machine that lacks nothing but what these settings say. */
const examined = (settings: Record<string, string> = {}, machine: Partial<Machine> = {}) => {
  const lacking = { SOFFICE_PATH: 'none', BWRAP_PATH: 'none' }
  const config = readConfig({ DOORSTEP_DATA: dataFolder, DOORSTEP_SECRET_KEY: KEY, ...lacking, ...settings })
  return examine(config, { enoughBytes: 0, memoryBytes: 8e9, ...machine })
}
async function found(...about: Parameters<typeof examined>) {
  const findings = await examined(...about)
  for (const { cure } of findings) expect(cure).not.toBe('')
  return findings.map(({ what }) => what)
}

const inBucket = () => found({ S3_BUCKET: 'doorstep', S3_ENDPOINT: s3.endpoint })

test('nothing is found where nothing is wrong, and nothing is left behind', async () => {
  expect(await found({ DATABASE_URL: postgres.url, S3_BUCKET: 'doorstep', S3_ENDPOINT: s3.endpoint })).toEqual([])
  expect([...s3.objects.keys()]).toEqual([])
})

test('a full disk', async () => {
  expect(await found({}, { enoughBytes: Number.MAX_SAFE_INTEGER })).toEqual([
    expect.stringMatching(/^Only \d+ MB are left on the disk of /),
  ])
})

test('a bucket that is gone', async () => {
  s3.faults.noBucket = true
  expect(await inBucket()).toEqual(['The bucket does not exist.'])
})

test('a bucket into which browsers may not upload', async () => {
  s3.faults.allowedOrigin = 'https://elsewhere.example'
  expect(await inBucket()).toEqual(['Browsers may not upload into the bucket and read from it.'])
  s3.faults.allowedOrigin = 'http://localhost:3000'
  expect(await inBucket()).toEqual([])
})

test('a store that ignores If-None-Match', async () => {
  s3.faults.ignoresIfNoneMatch = true
  expect(await inBucket()).toEqual([expect.stringContaining('The store ignores If-None-Match')])
})

test('a store whose lists come late', async () => {
  s3.faults.listsLate = true
  expect(await inBucket()).toEqual([expect.stringContaining('lists lack what was just stored')])
})

test('a bucket whose versions outlive an erasure, which the command cures, and leaves other rules', async () => {
  const archive =
    '<Rule><ID>archive</ID><Status>Enabled</Status><Filter><Prefix>x/</Prefix></Filter><NoncurrentVersionExpiration><NoncurrentDays>1</NoncurrentDays></NoncurrentVersionExpiration></Rule>'
  const rules = {
    versioning: '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>',
    lifecycle: `<LifecycleConfiguration>${archive}</LifecycleConfiguration>`,
    cors: undefined,
  }
  s3.faults.rules = rules
  const [finding, ...others] = await examined({ S3_BUCKET: 'doorstep', S3_ENDPOINT: s3.endpoint })
  expect([finding?.what, others]).toEqual([
    'The bucket keeps versions of what was deleted for longer than 30 days, so that an erased household stays in them.',
    [],
  ])
  for (const [name, value] of [
    ['S3_BUCKET', 'doorstep'],
    ['S3_ENDPOINT', s3.endpoint],
    ['DOORSTEP_URL', 'https://doorstep.example'],
  ] as const)
    vi.stubEnv(name, value)
  const said: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line))
  const bucket = () => createProgram(async () => {}).parseAsync(['bucket'], { from: 'user' })
  await bucket()
  expect(said.join()).toMatch(/^Browsers at https:\/\/doorstep\.example may .+ after 30 days\.$/)
  expect(await inBucket()).toEqual([])
  const once = { ...rules }
  expect(once.lifecycle).toContain('<ID>archive</ID>')
  expect(once.cors).toContain('<AllowedOrigin>https://doorstep.example</AllowedOrigin>')
  await bucket()
  expect(rules).toEqual(once)

  rules.lifecycle = once.lifecycle.replace(
    '<ID>archive</ID>',
    '<ID>archive</ID><Expiration><Days>90</Days></Expiration>',
  )
  expect(await inBucket()).toEqual(['A rule of the bucket removes current files after a time.'])
})

test('a bucket without versions needs no rule, and one that hides its rules is said to', async () => {
  s3.faults.rules = { versioning: undefined, lifecycle: undefined, cors: undefined }
  expect(await inBucket()).toEqual([])
  s3.faults.hidesRules = true
  expect(await inBucket()).toEqual(['Whether the bucket keeps versions of what was deleted cannot be seen.'])
})

test('clocks that differ', async () => {
  s3.faults.behindSeconds = 120
  expect(await inBucket()).toEqual(['The clocks of this machine and of the store differ.'])
})

/** A GOV.UK Notify that takes keys of {@link ids} 1. */
async function startNotify(status: number): Promise<string> {
  const notify = createServer((request, response) => {
    const claims = Buffer.from(request.headers.authorization?.split('.')[1] ?? '', 'base64url').toString()
    const isGood = claims.includes(ids(1))
    response
      .writeHead(isGood ? 200 : status, { 'content-type': 'application/json' })
      .end(
        JSON.stringify(
          isGood
            ? { type: 'sms', body: '((message))', notifications: [] }
            : { status_code: status, errors: [{ error: 'AuthError', message: 'Invalid token: API key not found' }] },
        ),
      )
  }).listen(0, '127.0.0.1')
  await once(notify, 'listening')
  onTestFinished(() => void notify.close())
  const { port } = notify.address() as AddressInfo // it listens on a port
  return `http://127.0.0.1:${port}`
}
const ids = (digit: number) => `0000000${digit}-0000-4000-8000-000000000000`

test.each([401, 403])('a key that GOV.UK Notify refuses with %i', async (status) => {
  const settings = { NOTIFY_SMS_TEMPLATE_ID: ids(0), NOTIFY_URL: await startNotify(status) }
  expect(await found({ ...settings, NOTIFY_API_KEY: `k-${ids(2)}-${ids(2)}` })).toEqual([
    'GOV.UK Notify refuses the key (Invalid token: API key not found).',
  ])
  expect(await found({ ...settings, NOTIFY_API_KEY: `k-${ids(1)}-${ids(1)}` })).toEqual([])
})

test('each organisation’s account at GOV.UK Notify that does not work', async () => {
  const settings = {
    DATABASE_URL: postgres.url,
    DOORSTEP_DATA: dataFolder,
    DOORSTEP_SECRET_KEY: KEY,
    NOTIFY_URL: await startNotify(403),
    SOFFICE_PATH: 'none',
  }
  const services = await createServices(readConfig(settings))
  const { notifyAccounts, database, close } = services
  onTestFinished(async () => {
    await database.asSystem((tx) => tx.delete(organisations))
    await close()
  })
  for (const [slug, digit] of [
    ['good', 1],
    ['bad', 2],
  ] as const) {
    const [row] = await database.asSystem((tx) =>
      tx.insert(organisations).values({ slug, name: slug }).returning({ organisationId: organisations.id }),
    )
    const key = { notify_key: `k-${ids(digit)}-${ids(digit)}`, sms_template_id: ids(0) }
    const limits = { sms_sender_id: null, messages_a_minute: null, texts_a_day: null, letters_a_day: null }
    await notifyAccounts.set({ ...COMMAND_LINE, organisationId: row?.organisationId ?? '' }, { ...key, ...limits })
  }
  const [bad, ...others] = await examined(settings)
  expect([bad?.what, others]).toEqual([
    'The account of bad at GOV.UK Notify does not work. GOV.UK Notify does not take the key: Invalid token: API key not found',
    [],
  ])
  const otherKey = Buffer.alloc(32, 2).toString('base64')
  expect(await found({ ...settings, DOORSTEP_SECRET_KEY: otherKey })).toEqual(
    ['bad', 'good'].map(
      (slug) => `The account of ${slug} at GOV.UK Notify does not work. The key can no longer be read. Write it again.`,
    ),
  )
  const silent = await examined({ ...settings, NOTIFY_URL: 'http://127.0.0.1:1' })
  expect(silent.map(({ cure }) => cure)).toEqual(
    Array(2).fill(expect.stringMatching(/^If it stays silent, .*NOTIFY_URL/)),
  )

  const keyFile = join(dataFolder, 'key')
  await writeFile(keyFile, `k-${ids(1)}-${ids(1)}`)
  const [, command = ''] = bad?.cure.split('npm run doorstep -- ') ?? []
  await runCommand(services, ...command.replace('<file>', keyFile).replace('<id>', ids(0)).split(' '))
  expect(await found(settings)).toEqual([])
})

test('no key that seals secrets', async () => {
  expect(await found({ DATABASE_URL: postgres.url, DOORSTEP_SECRET_KEY: '' })).toContainEqual(
    expect.stringContaining('there is no key to seal them with'),
  )
})

test('LibreOffice that is missing', async () => {
  expect(await found({ SOFFICE_PATH: '/nowhere/soffice' })).toEqual([
    '/nowhere/soffice is no program, so that no letter can be made.',
  ])
})

test('records that cannot be reached, told without their password', async () => {
  const [finding] = await examined({ DATABASE_URL: 'postgresql://doorstep:secret@127.0.0.1:1/doorstep' })
  expect(finding).toEqual({
    what: 'The records cannot be reached.',
    cure: 'PostgreSQL does not answer at 127.0.0.1:1 (ECONNREFUSED). Start it, or correct host and port of DATABASE_URL.',
  })
})

test('a queue that is stuck, which a server on its records cures', async () => {
  const services = await createServices(
    readConfig({ DATABASE_URL: postgres.url, DOORSTEP_DATA: dataFolder, SOFFICE_PATH: 'none' }),
  )
  onTestFinished(() => services.close())
  const data = JSON.stringify({ organisationId: ids(1), campaignId: 1 })
  await services.database.executeSql(
    "insert into pgboss.job (name, data, start_after) select name, $1::jsonb, now() - interval '1 hour' from pgboss.queue where name = 'prepare-campaign'",
    [data],
  )
  const settings = { DATABASE_URL: postgres.url }
  expect(await found(settings)).toEqual(['Queued work of the kind prepare-campaign has waited for 60 minutes.'])
  await services.queue.start()
  await vi.waitFor(async () => expect(await found(settings)).toEqual([]))
})

test('records that this version cannot go on from', async () => {
  const database = await openDatabase({ url: postgres.url })
  onTestFinished(() => database.close())
  await database.executeSql('update drizzle.__drizzle_migrations set created_at = created_at - 1')
  expect(await found({ DATABASE_URL: postgres.url })).toEqual([
    'The records were made by a version of Doorstep that this one cannot go on from.',
  ])
  await database.executeSql('update drizzle.__drizzle_migrations set created_at = created_at + 1')
})

test('records that a newer version has migrated', async () => {
  const database = await openDatabase({ url: postgres.url })
  onTestFinished(() => database.close())
  await database.executeSql("insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9e12)")
  expect(await found({ DATABASE_URL: postgres.url })).toEqual([
    'The records were migrated by a newer version of Doorstep.',
  ])
  await database.executeSql("delete from drizzle.__drizzle_migrations where hash = 'newer'")
})

test('migrations that are pending', async () => {
  const database = await openDatabase({ url: postgres.url })
  onTestFinished(() => database.close())
  const last = 'select max(created_at) from drizzle.__drizzle_migrations'
  await database.executeSql(`delete from drizzle.__drizzle_migrations where created_at = (${last})`)
  expect(await found({ DATABASE_URL: postgres.url })).toEqual(['1 migration of this version has not been run.'])
})

test('the command ends with an error where something is wrong, and says each with its cure', async () => {
  const lines: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  vi.stubEnv('DOORSTEP_DATA', dataFolder)
  vi.stubEnv('DATABASE_URL', '')
  vi.stubEnv('SOFFICE_PATH', '/nowhere/soffice')
  const doctor = () => createProgram(async () => {}).parseAsync(['doctor'], { from: 'user' })
  await expect(doctor()).rejects.toThrow(/^Found \d/)
  expect(lines.join('\n')).toContain(
    '✗ /nowhere/soffice is no program, so that no letter can be made.\n  Correct SOFFICE_PATH',
  )
})
