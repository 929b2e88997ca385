import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { examine } from '../../src/server/commands/doctor'
import { createProgram } from '../../src/server/commands/program'
import { readConfig } from '../../src/server/config'
import { openDatabase } from '../../src/server/db/database'
import { createServices } from '../../src/server/services'
import { freshPostgres } from './harness/engines'
import { startFakeS3, type FakeS3 } from './harness/s3'

// Which rights a login may lack: roles.test.ts.

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
    allowedOrigin: undefined,
    behindSeconds: undefined,
  })
})

/** What the doctor finds on a machine that lacks nothing but what these settings say. */
async function found(settings: Record<string, string> = {}, enoughBytes = 0) {
  const findings = await examine(
    readConfig({ DOORSTEP_DATA: dataFolder, SOFFICE_PATH: 'none', ...settings }),
    enoughBytes,
  )
  for (const { cure } of findings) expect(cure).not.toBe('')
  return findings.map(({ what }) => what)
}

const inBucket = () => found({ S3_BUCKET: 'doorstep', S3_ENDPOINT: s3.endpoint })

test('nothing is found where nothing is wrong, and nothing is left behind', async () => {
  expect(await found({ DATABASE_URL: postgres.url, S3_BUCKET: 'doorstep', S3_ENDPOINT: s3.endpoint })).toEqual([])
  expect([...s3.objects.keys()]).toEqual([])
})

test('a full disk', async () => {
  expect(await found({}, Number.MAX_SAFE_INTEGER)).toEqual([
    expect.stringMatching(/^Only \d+ MB are left on the disk of /),
  ])
})

test('a bucket that is gone', async () => {
  s3.faults.noBucket = true
  expect(await inBucket()).toEqual(['The bucket does not exist.'])
})

test('a bucket into which browsers may not upload', async () => {
  s3.faults.allowedOrigin = 'https://elsewhere.example'
  expect(await inBucket()).toEqual(['Browsers may not upload letter templates into the bucket.'])
})

test('a store that ignores If-None-Match', async () => {
  s3.faults.ignoresIfNoneMatch = true
  expect(await inBucket()).toEqual([expect.stringContaining('The store ignores If-None-Match')])
})

test('clocks that differ', async () => {
  s3.faults.behindSeconds = 120
  expect(await inBucket()).toEqual(['The clocks of this machine and of the store differ.'])
})

test.each([401, 403])('a key that GOV.UK Notify refuses with %i', async (status) => {
  const notify = createServer((_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        status_code: status,
        errors: [{ error: 'AuthError', message: 'Invalid token: API key not found' }],
      }),
    ),
  ).listen(0, '127.0.0.1')
  await once(notify, 'listening')
  onTestFinished(() => void notify.close())
  const { port } = notify.address() as AddressInfo // it listens on a port
  const id = '00000000-0000-4000-8000-000000000000'
  expect(
    await found({
      NOTIFY_API_KEY: `k-${id}-${id}`,
      NOTIFY_SMS_TEMPLATE_ID: id,
      NOTIFY_URL: `http://127.0.0.1:${port}`,
    }),
  ).toEqual(['GOV.UK Notify refuses the key (Invalid token: API key not found).'])
})

test('LibreOffice that is missing', async () => {
  expect(await found({ SOFFICE_PATH: '/nowhere/soffice' })).toEqual([
    'LibreOffice is not installed, so that no letter can be made.',
  ])
})

test('records that cannot be reached, told without their password', async () => {
  const [what] = await found({ DATABASE_URL: 'postgresql://doorstep:secret@127.0.0.1:1/doorstep' })
  expect(what).toMatch(/^The records cannot be reached \(/)
  expect(what).not.toContain('secret')
})

test('migrations that are pending, and a queue that is stuck', async () => {
  const database = await openDatabase({ url: postgres.url })
  onTestFinished(() => database.close())
  await database.executeSql(
    "insert into pgboss.job (name, data, start_after) select name, '{}', now() - interval '1 hour' from pgboss.queue where name = 'calculator'",
  )
  expect(await found({ DATABASE_URL: postgres.url })).toEqual([
    'Queued work of the kind calculator has waited for 60 minutes.',
  ])
  await database.executeSql('delete from pgboss.job')
  const last = 'select max(created_at) from drizzle.__drizzle_migrations'
  await database.executeSql(`delete from drizzle.__drizzle_migrations where created_at = (${last})`)
  expect(await found({ DATABASE_URL: postgres.url })).toEqual(['1 migrations of this version have not been run.'])
})

test('the command ends with an error where something is wrong, and says each with its cure', async () => {
  const lines: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  vi.stubEnv('DOORSTEP_DATA', dataFolder)
  vi.stubEnv('DATABASE_URL', '')
  vi.stubEnv('SOFFICE_PATH', '/nowhere/soffice')
  const doctor = () => createProgram(async () => {}).parseAsync(['doctor'], { from: 'user' })
  await expect(doctor()).rejects.toThrow(/^Found \d/)
  expect(lines.join('\n')).toContain('✗ LibreOffice is not installed, so that no letter can be made.\n  apt install ')
})
