import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { buildApp } from '../../src/server/app'
import { readConfig } from '../../src/server/config'
import { backUp } from '../../src/server/cli/backup/backup'
import { exampleHousehold } from '../../src/server/modules/households/imports/testing/exampleFiles'
import { findLastBackup } from '../../src/server/modules/platform/files/lastBackup'
import { createServices } from '../../src/server/services'
import { runCommand } from './harness/command'
import { freshDatabase } from './harness/engines'
import { startFakeS3, type FakeS3 } from './harness/s3'
import { startServer, type TestServer } from './harness/server'
import { importHouseholds } from './harness/snapshot'

const EVERYTHING = { filter_request_list: [], dynamic_filter_value_request_list: [] }

let s3: FakeS3
let one: TestServer
const settings = () => ({
  S3_BUCKET: 'doorstep',
  S3_ENDPOINT: s3.endpoint,
  SOFFICE_PATH: 'none',
  DOORSTEP_SECRET_KEY: Buffer.alloc(32, 3).toString('base64'),
})

beforeAll(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
  s3 = await startFakeS3()
  one = await startServer('postgresql', settings())
})
afterAll(async () => {
  await one.close()
  s3.close()
  vi.unstubAllEnvs()
})

const emptyFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'doorstep-second-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Another server on the same records and bucket, whose own folder is empty. */
async function secondServer() {
  const folder = await emptyFolder()
  const config = readConfig({ ...settings(), DOORSTEP_DATA: folder, PORT: '3102' })
  // The first closes the records.
  const services = await createServices(config, { ...one.services.database, close: async () => {} })
  const app = await buildApp(services, { logTo: { write: () => {} } })
  onTestFinished(async () => {
    await app.close()
    await services.close()
  })
  return { app, services, folder }
}

const snapshotsInBucket = () => [...s3.objects.keys()].filter((path) => path.startsWith('/doorstep/snapshots/'))

const MINUTE = 60_000

test('a server with an empty folder answers the map from the bucket, a new month without a restart, and forgets the old', async () => {
  await importHouseholds(one, 'ashford', [{}, {}, {}])
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const two = await secondServer()
  const headers = await one.signedIn('viewer')
  const households = async () => {
    const answer = await two.app.inject({
      method: 'POST',
      url: '/api/streetview-household-data',
      payload: EVERYTHING,
      headers,
    })
    expect(answer.statusCode).toBe(200)
    return answer.json<{ household_coordinates: unknown[] }>().household_coordinates.length
  }
  expect(await households()).toBe(3)
  // The same month twice more: what was replaced last stays in the bucket, and nothing else.
  await importHouseholds(one, 'ashford', [{}])
  await importHouseholds(one, 'ashford', [{}, {}])
  expect(await households()).toBe(2)
  expect(snapshotsInBucket()).toHaveLength(2)
  // A copy of a month that went before it was ever loaded, once no query has opened it for ten minutes.
  const folder = join(two.folder, 'snapshots')
  await writeFile(join(folder, `${crypto.randomUUID()}.parquet`), '')
  const then = new Date(Date.now() - 11 * MINUTE)
  for (const name of await readdir(folder)) await utimes(join(folder, name), then, then)
  vi.advanceTimersByTime(MINUTE)
  const { version } = await two.services.snapshots.latest(one.seed.ashford.id)
  await vi.waitFor(async () => expect(await readdir(folder)).toEqual([`${version}.parquet`]))
})

test('a month whose file in the bucket is another is neither shown nor backed up', async () => {
  const { id } = one.seed.ashford
  // What an erasure wrote again is the one that was stored.
  const { household_reference: erased } = exampleHousehold(1)
  await one.services.snapshots.files.erase(id, (reference) => reference === erased)
  const whole = await secondServer()
  const { version, householdCount } = await whole.services.snapshots.latest(id)
  expect(householdCount).toBe(1)
  const path = `/doorstep/snapshots/${version}.parquet`
  const stored = s3.objects.get(path)
  const before = s3.objects.get(snapshotsInBucket().find((other) => other !== path) ?? '')
  if (!stored || !before) throw new Error('The bucket lacks a month.')
  s3.objects.set(path, before)
  onTestFinished(() => void s3.objects.set(path, stored))
  const refusal = `snapshots/${version}.parquet in the bucket is not the one that was stored.`
  const two = await secondServer()
  await expect(two.services.snapshots.latest(id)).rejects.toThrow(refusal)
  const { secrets, snapshotStore: bucket } = two.services
  const place = { database: one.services.database, dataFolder: two.folder, secrets, bucket }
  await expect(backUp(place, join(await emptyFolder(), 'backup'))).rejects.toThrow(refusal)
})

test('an import whose bucket takes nothing changes nothing', async () => {
  const before = await one.services.snapshots.latest(one.seed.ashford.id)
  s3.faults.noBucket = true
  await expect(importHouseholds(one, 'ashford', [{}])).rejects.toThrow()
  s3.faults.noBucket = false
  expect((await one.services.snapshots.latest(one.seed.ashford.id)).version).toBe(before.version)
})

test('a backup from a server without copies holds the snapshots', async () => {
  const two = await secondServer()
  const target = join(await emptyFolder(), 'backup')
  const { secrets, snapshotStore: bucket } = two.services
  const place = { database: one.services.database, dataFolder: two.folder, secrets, bucket }
  expect(await backUp(place, target)).toMatchObject({ snapshots: 2 })
  expect(await readdir(join(target, 'snapshots'))).toHaveLength(2)
})

test('the bucket’s other files are backed up with it, and lie in a bucket again after a restore', async () => {
  const { services } = one
  const content = Buffer.from('%PDF')
  await services.files.put('letters/a b.pdf', content, 'application/pdf')
  await services.files.put('forgotten/x/removed', Buffer.alloc(0), 'text/plain')
  s3.objects.set('/doorstep/of-somebody-else', { content, type: 'text/plain' })
  const target = join(await emptyFolder(), 'backup')
  expect(await runCommand(services, 'backup', target)).toMatch(/, 2 snapshots and 2 other files \(/)
  expect(await readFile(join(target, 'files/letters/a b.pdf'))).toEqual(content)
  expect(await findLastBackup(services.files)).toBeInstanceOf(Date)

  const folder = await emptyFolder()
  const config = readConfig({ ...settings(), S3_BUCKET: 'another', DOORSTEP_DATA: folder })
  const restored = await createServices(config, await freshDatabase('embedded'))
  onTestFinished(() => restored.close())
  const bucket = restored.files
  // One that is there as it was is not sent again, one that differs is.
  await bucket.put('forgotten/x/removed', Buffer.alloc(0), 'text/plain')
  await bucket.put('letters/a b.pdf', Buffer.from('cut'), 'application/pdf')
  s3.seen.length = 0
  expect(await runCommand(restored, 'restore', target)).toMatch(/^Restored \d+ records and 4 files /)
  expect(s3.objects.get('/another/letters/a%20b.pdf')).toEqual({ content, type: 'application/pdf' })
  expect(s3.seen.filter(({ method, url }) => method === 'PUT' && url.pathname.includes('/forgotten/'))).toEqual([])
  expect(await readdir(join(folder, 'files')).catch(() => [])).toEqual([])
})

test('a restore that fails leaves nothing in the bucket that was not there', async () => {
  const target = join(await emptyFolder(), 'backup')
  await runCommand(one.services, 'backup', target)
  const config = readConfig({ ...settings(), S3_BUCKET: 'third', DOORSTEP_DATA: await emptyFolder() })
  const restored = await createServices(config, await freshDatabase('embedded'))
  onTestFinished(() => restored.close())
  const { put } = restored.files
  Object.assign(restored.files, {
    put: (key: string, ...about: [Buffer, string]) =>
      key.startsWith('snapshots/') ? Promise.reject(new Error('no more')) : put(key, ...about),
  })
  await expect(runCommand(restored, 'restore', target)).rejects.toThrow('no more')
  expect([...s3.objects.keys()].filter((path) => path.startsWith('/third/'))).toEqual([])
})
