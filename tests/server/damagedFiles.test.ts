import { readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { snapshots } from '../../src/server/db/schema'
import { loadKeys } from '../../src/server/demo/identity-provider/keys'
import { snapshotPath, snapshotsFolder } from '../../src/server/modules/households/snapshots/files'
import { callAs, selected } from './harness/caller'
import { startServer, type TestServer } from './harness/server'
import { importHouseholds } from './harness/snapshot'

// What is damaged lies beside the records: one engine says all there is to say.
let server: TestServer
beforeAll(async () => {
  server = await startServer('embedded')
})
afterAll(() => server.close())

const dataFolder = () => server.services.config.dataFolder

test('a snapshot file that was cut off stops its own month alone, is named in the log, and heals by an import', async () => {
  await importHouseholds(server, 'ashford', [{}], '2026-09-01')
  await importHouseholds(server, 'ashford', [{}, { household_reference: 'TST-0002' }])
  await importHouseholds(server, 'brynmor', [{}])
  const organisation = server.seed.ashford.id
  const other = await callAs(server, 'other')
  const [row] = await server.services.database.asSystem((tx) =>
    tx
      .select({ fileKey: snapshots.fileKey })
      .from(snapshots)
      .where(and(eq(snapshots.organisationId, organisation), eq(snapshots.month, '2026-10-01'))),
  )
  const file = snapshotPath(snapshotsFolder(dataFolder()), row?.fileKey ?? '')
  await truncate(file, 2_000)

  const admin = await callAs(server, 'admin')
  const map = () => admin.post('/api/streetview-ward-data', selected())
  const answer = await map()
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([503, 'needs_operator'])
  expect(server.log.map((line) => JSON.parse(line) as { msg: string }).map(({ msg }) => msg)).toContainEqual(
    `The snapshot file ${file} cannot be read. Copy it back from a backup, or import that organisation's month again; ` +
      'other months and organisations are not affected.',
  )
  expect((await other.post('/api/streetview-ward-data', selected())).statusCode).toBe(200)
  expect((await server.services.snapshots.at(organisation, '2026-09-01')).householdCount).toBe(1)
  async function* contacted() {
    yield ['TST-0001']
  }
  const takeUp = server.services.snapshots.comparisons.takeUp(
    organisation,
    { from: '2026-09-01', sent: '2026-09-02', toldFrom: '2026-09-30', to: '2026-10-01' },
    contacted,
  )
  await expect(takeUp).rejects.toThrow(`The snapshot file ${file} cannot be read.`)

  await importHouseholds(server, 'ashford', [{}, { household_reference: 'TST-0002' }])
  expect((await map()).statusCode).toBe(200)
})

test('damaged secrets are named with the cure, and deleting them is the whole of it', async () => {
  await writeFile(join(dataFolder(), 'files.secret'), 'short')
  const address = () => server.services.files.getUrl('tests/1/a.pdf', { expiresInSeconds: 60 })
  await expect(address()).rejects.toThrow(
    `${join(dataFolder(), 'files.secret')} is not a secret of Doorstep's. Remove it and start again.`,
  )

  const keys = join(dataFolder(), 'identity-provider.json')
  await writeFile(keys, (await readFile(keys, 'utf8')).slice(0, 100))
  await expect(loadKeys(dataFolder())).rejects.toThrow(
    `${keys} cannot be read. Delete the file, and new ones are made.`,
  )
})
