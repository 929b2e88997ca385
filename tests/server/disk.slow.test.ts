import { cp, mkdir, mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildApp } from '../../src/server/app'
import { readConfig } from '../../src/server/config'
import { openDatabase } from '../../src/server/db/database'
import { explainStart } from '../../src/server/lib/explain'
import { backUp } from '../../src/server/cli/backup/backup'
import { NOTIFY_LIMITS } from '../../src/server/modules/campaigns/sending/rateLimiter'
import { createServices } from '../../src/server/services'
import { keyHeaderFor } from './harness/idempotencyKey'
import { seed } from './harness/seed'
import { createRunningCampaign, KEY, listeningSimulator, SMS_TEMPLATE, statesOf } from './harness/sending'
import { importHouseholds } from './harness/snapshot'
import { withSmallDisk } from './harness/tmpfs'

const MB = 1024 * 1024
const DETAILS = [{ filter_name: 'tenure', filter_value_names: ['private_rent'] }]

withSmallDisk('a full disk under the data folder', 200, (disk) => {
  test('refuses what is new in one sentence, keeps what is there readable, and takes writes again once there is room', async () => {
    const dataFolder = join(disk.folder, 'data')
    const services = await createServices(
      readConfig({ DOORSTEP_DATA: dataFolder, SOFFICE_PATH: 'none', LOG_LEVEL: 'silent' }),
    )
    const app = await buildApp(services)
    try {
      const seeded = await seed(services.database)
      await importHouseholds({ services, seed: seeded }, 'ashford', [{}])
      const { id } = await services.sessions.begin({
        personId: seeded.people.admin.id,
        organisationId: seeded.ashford.id,
      })
      const headers = {
        cookie: `doorstep=${id}`,
        origin: services.config.publicUrl,
        'content-type': 'application/json',
      }
      // Each with a name of its own: the server looks at the disk twice a second, so that the first may still be saved.
      let tries = 0
      const create = () => {
        const payload = { template_name: `Renting ${++tries}`, filter_template_details: DETAILS }
        const url = '/api/create-filter-template'
        return app.inject({ method: 'POST', url, headers: { ...headers, ...keyHeaderFor(url) }, payload })
      }
      const list = () => app.inject({ method: 'GET', url: '/api/user-filter-templates', headers })
      const key = 'tests/1/a.pdf'
      const content = Buffer.from('%PDF')
      await services.database.asSystem((tx) =>
        services.uploads.expect(tx, seeded.ashford.id, [{ key, bytes: content.length }]),
      )
      const address = await services.files.putUrl(key, {
        expiresInSeconds: 600,
        maxBytes: MB,
        contentType: 'application/pdf',
      })
      const upload = () =>
        app.inject({
          method: 'PUT',
          url: address,
          payload: content,
          headers: { 'content-type': 'application/pdf' },
        })

      await disk.fill(10 * MB)
      const full = {
        code: 'no_room',
        detail: expect.stringContaining('Our server has no room left, so nothing was saved.') as string,
      }
      await vi.waitFor(async () => expect((await create()).json()).toMatchObject(full))
      expect((await upload()).json()).toMatchObject(full)
      await expect(
        importHouseholds({ services, seed: seeded }, 'ashford', [{}, { household_reference: 'TST-0002' }]),
      ).rejects.toThrow(`There is no room left on the disk of ${dataFolder}.`)
      // What is there is there, for everybody.
      expect((await app.inject('/health')).statusCode).toBe(200)
      expect((await list()).statusCode).toBe(200)
      expect((await services.snapshots.latest(seeded.ashford.id)).householdCount).toBe(1)

      await disk.empty()
      await vi.waitFor(async () => expect((await create()).statusCode).toBe(200))
      expect((await upload()).statusCode).toBe(200)
      await importHouseholds({ services, seed: seeded }, 'ashford', [{}, { household_reference: 'TST-0002' }])
      expect((await services.snapshots.latest(seeded.ashford.id)).householdCount).toBe(2)
      // The one that was replaced can be brought back.
      expect(await readdir(join(dataFolder, 'snapshots'))).toHaveLength(2)

      // A backup onto this disk, full in earnest.
      const target = join(disk.folder, 'backup')
      await disk.fill(4_096)
      const { database, secrets } = services
      await expect(backUp({ database, dataFolder, secrets }, target)).rejects.toThrow(
        `There is no room left on the disk of ${target}.`,
      )
      expect((await readdir(disk.folder)).sort()).toEqual(['data', 'filling'])
      await disk.empty()
    } finally {
      await app.close()
      await services.close()
    }
  })
})

withSmallDisk('a disk that fills while a campaign is sent', 200, (disk) => {
  test('holds the sending up, says why in the log, and lets it go on by itself, each message once', async () => {
    const notify = await listeningSimulator()
    const config = readConfig({
      DOORSTEP_DATA: join(disk.folder, 'data'),
      NOTIFY_API_KEY: KEY,
      NOTIFY_SMS_TEMPLATE_ID: SMS_TEMPLATE,
      NOTIFY_URL: notify.url,
      SOFFICE_PATH: 'none',
    })
    const sender = {
      times: { claimMs: 8_000, callMs: 4_000 },
      limits: { ...NOTIFY_LIMITS, perMinute: 600, burst: 15 },
    }
    const services = await createServices(config, undefined, { sender })
    const log: string[] = []
    const app = await buildApp(services, { logTo: { write: (line) => void log.push(line) } })
    try {
      const { ashford } = await seed(services.database)
      const messages = 90
      const campaign = await createRunningCampaign(services.database, ashford.id, messages)
      await services.queue.start()
      await vi.waitFor(() => expect(notify.ledger.messages.length).toBeGreaterThan(15))
      await disk.fill(10 * MB)
      const words = `There is no room left on the disk of ${config.dataFolder}. Free some and try again; nothing that was there before is lost.`
      await vi.waitFor(() => expect(log.join('')).toContain(words))
      expect((await statesOf(services.database, campaign)).status).toBe('sent to api')
      expect(notify.ledger.messages.length).toBeLessThan(messages)

      await disk.empty()
      const done = { status: 'Complete', counts: { sending: messages } }
      await vi.waitFor(async () => expect(await statesOf(services.database, campaign)).toEqual(done))
      expect([notify.ledger.messages.length, notify.timesTaken()]).toEqual([messages, [1]])
    } finally {
      await app.close()
      await services.close()
      await notify.close()
    }
  })
})

withSmallDisk('a disk that is mounted read-only', 1, (disk) => {
  test('is named with what to do', async () => {
    const dataFolder = join(disk.folder, 'data')
    await mkdir(dataFolder)
    disk.remountReadOnly()
    const error: unknown = await openDatabase({ folder: dataFolder }).catch((thrown: unknown) => thrown)
    expect(explainStart(error, { port: 0, host: '', dataFolder })).toBe(
      `${dataFolder} is on a disk that is mounted read-only. Mount it writable, or use another folder.`,
    )
    const absent = join(disk.folder, 'absent')
    const unmade: unknown = await openDatabase({ folder: absent }).catch((thrown: unknown) => thrown)
    expect(explainStart(unmade, { port: 0, host: '', dataFolder: absent })).toBe(
      `The folder ${absent} cannot be made: its disk is mounted read-only, or a link leads nowhere. Mount the disk writable, or use another folder.`,
    )
  })
})

describe('A damaged database', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'doorstep-damage-'))
    await (await openDatabase({ folder: join(folder, 'whole') })).close()
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const wal = 'database/pg_wal/000000010000000000000001'

  test.each<[string, (at: string) => Promise<unknown>]>([
    ['pg_control that was cut off', (at) => truncate(join(at, 'database/global/pg_control'), 100)],
    ['pg_control full of garbage', (at) => writeFile(join(at, 'database/global/pg_control'), Buffer.alloc(8_192, 7))],
    ['a write-ahead log that was cut off', (at) => truncate(join(at, wal), 0)],
    ['no PG_VERSION, over which PGlite would write a new database', (at) => rm(join(at, 'database/PG_VERSION'))],
  ])('is named, kept as it is, and the cure said: %s', async (what, damage) => {
    const at = join(folder, what)
    await cp(join(folder, 'whole'), at, { recursive: true })
    await damage(at)
    // PostgreSQL notes its process before it looks at the records.
    const records = async () => (await readdir(join(at, 'database'))).filter((name) => name !== 'postmaster.pid')
    const before = await records()
    await expect(openDatabase({ folder: at })).rejects.toThrow(
      `The database in ${join(at, 'database')} is damaged and cannot be opened. Nothing was changed. Keep a copy of that folder, ` +
        'and restore your last backup into a new one: DOORSTEP_DATA=<new folder> npm run doorstep -- restore <backup>',
    )
    expect(await records()).toEqual(before)
  })

  test('that was never finished is made from the beginning', async () => {
    const at = join(folder, 'interrupted')
    await mkdir(join(at, 'database/base'), { recursive: true })
    await writeFile(join(at, 'database.unfinished'), '')
    await (await openDatabase({ folder: at })).close()
    expect(await readdir(at)).not.toContain('database.unfinished')
  })
})
