import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { Database } from '../../../db/database'
import { EVERY_HOUSEHOLD } from './predicate'
import { createSnapshotsService, type LoadedSnapshot } from './service'
import { exampleHouseholds } from '../imports/testing/exampleFiles'
import { benchForEachTest } from '../imports/testing/importBench'

const bench = benchForEachTest()

const count = (snapshot: LoadedSnapshot) => snapshot.count(EVERY_HOUSEHOLD)

test('gives the latest month, or the one that is asked for', async () => {
  const { organisation } = await bench().importExample(exampleHouseholds(3), { month: '2026-10-01' })
  await bench().importExample(exampleHouseholds(5), { month: '2026-11-01' })
  await bench().importExample(exampleHouseholds(4), { month: '2026-09-01' })
  const latest = await bench().service.latest(organisation.id)
  expect(latest).toMatchObject({ month: '2026-11-01', householdCount: 5 })
  expect(latest.wards.map((ward) => ward.name)).toEqual(['Harbour', 'Mill & Bridge'])
  expect(await count(latest)).toBe(5)
  expect(await count(await bench().service.at(organisation.id, '2026-09-01'))).toBe(4)
  expect(await bench().service.months.findLatest(organisation.id)).toBe('2026-11-01')
})

test.each([
  ['a word processor', ['HH-0001\u00A0', '\u200BHH-0002', 'HH\u20110003', 'hh\u20130004.']],
  ['a list', ['• HH-0001', '12) HH-0002', 'o HH\u22120003', '“HH\u00AD-0004”,']],
  ['a chat', ['\u202AHH-0001\u202C', 'ＨＨ－０００２', 'H\uFE0FH-0003\uFEFF', 'HH - 0004']],
])('finds references as %s writes them, and nothing that is not there', async (_, pasted) => {
  const households = exampleHouseholds(4).map((one, at) => ({ ...one, household_reference: `HH-000${at + 1}` }))
  const { organisation } = await bench().importExample(households)
  const latest = await bench().service.latest(organisation.id)
  const found = await latest.existing('household_reference', [...pasted, 'HH-9999', '•', 'HH0001'])
  expect(found).toEqual(pasted.map((wanted, at) => ({ wanted, value: `HH-000${at + 1}` })))
  expect(await latest.existing('postcode', ['zz2\u00A02aa', 'ZZ22AA\u200B'])).toHaveLength(2)
})

test('answers 404 where nothing has been imported, or not that month', async () => {
  const nobody = '00000000-0000-4000-8000-000000000000'
  const missing = {
    status: 404,
    message: 'No month has been published yet. Administrators publish one in Settings, under Data.',
  }
  await expect(bench().service.latest(nobody)).rejects.toMatchObject(missing)
  await expect(bench().service.months.findLatest(nobody)).rejects.toMatchObject(missing)
  const { organisation } = await bench().importExample(exampleHouseholds(1))
  await expect(bench().service.at(organisation.id, '2025-01-01')).rejects.toMatchObject({ status: 404 })
})

test('an organisation never gets the snapshot of another', async () => {
  const first = await bench().importExample(exampleHouseholds(3))
  const organisation = { slug: 'otherby', name: 'Otherby', domain: null }
  const second = await bench().importExample(exampleHouseholds(4), { organisation })
  expect(await count(await bench().service.latest(first.organisation.id))).toBe(3)
  expect(await count(await bench().service.latest(second.organisation.id))).toBe(4)
})

test('takes up a new month and a re-import without a restart, while the old one is still being read', async () => {
  const { organisation } = await bench().importExample(exampleHouseholds(3))
  const old = await bench().service.latest(organisation.id)
  const reading = await old.rows(EVERY_HOUSEHOLD, {
    select: ['household_reference'],
    encode: ([references = []]) => references.join(),
  })
  await bench().importExample(exampleHouseholds(6))
  const again = await bench().service.latest(organisation.id)
  expect(again.version).not.toBe(old.version)
  const counts = [(await text(reading)).split(',').length, await count(again)]
  expect(counts).toEqual([3, 6])
})

test('looks the row up again when the file was deleted between reading the row and the file', async () => {
  const { organisation } = await bench().importExample(exampleHouseholds(3))
  let imported = false
  const overtaken: Database = {
    ...bench().database,
    async forOrganisation(organisationId, work) {
      const result = await bench().database.forOrganisation(organisationId, work)
      if (!imported) {
        imported = true
        // What was replaced before the last import is deleted.
        await bench().importExample(exampleHouseholds(7))
        await bench().importExample(exampleHouseholds(8))
      }
      return result
    },
  }
  const service = createSnapshotsService({ database: overtaken, dataFolder: bench().folder, memoryMegabytes: 128 })
  try {
    expect((await service.latest(organisation.id)).householdCount).toBe(8)
  } finally {
    await service.close()
  }
})

test('loads a snapshot again that was evicted', async () => {
  const { organisation } = await bench().importExample(exampleHouseholds(20), { month: '2026-09-01' })
  await bench().importExample(exampleHouseholds(30), { month: '2026-10-01' })
  // Too little for even one of them beside the other.
  const service = createSnapshotsService({
    database: bench().database,
    dataFolder: bench().folder,
    memoryMegabytes: 64,
    snapshotBytes: 1,
  })
  try {
    const [september, october] = [
      await service.at(organisation.id, '2026-09-01'),
      await service.latest(organisation.id),
    ]
    expect([await count(september), await count(october), await count(september)]).toEqual([20, 30, 20])
  } finally {
    await service.close()
  }
})

test('says what is wrong when the file is gone for good', async () => {
  const { organisation } = await bench().importExample(exampleHouseholds(1))
  await rm(join(bench().folder, 'snapshots'), { recursive: true })
  await expect(bench().service.latest(organisation.id)).rejects.toThrow(/^The snapshot file .* cannot be read\./)
})

test('compares months in order, and starts again when one was deleted meanwhile', async () => {
  const claiming = (count: number) =>
    exampleHouseholds(count).map((household) => ({ ...household, pension_credit: 'claiming' }))
  const { organisation } = await bench().importExample(exampleHouseholds(9), { month: '2026-09-01' })
  await bench().importExample(claiming(4), { month: '2026-10-01' })
  await bench().importExample(claiming(9), { month: '2026-12-01' })
  await bench().importExample(claiming(6), { month: '2026-11-01' })
  let attempts = 0
  async function* contacted() {
    attempts += 1
    // What was replaced before the last import is deleted.
    for (const count of attempts === 1 ? [3, 5] : [])
      await bench().importExample(claiming(count), { month: '2026-10-01' })
    yield exampleHouseholds(9).map((household) => household.household_reference)
  }
  const { months } = await bench().service.comparisons.takeUp(
    organisation.id,
    { from: '2026-09-01', sent: '2026-09-02', toldFrom: '2026-09-30', to: '2026-11-30' },
    contacted,
  )
  expect(attempts).toBe(2)
  expect(months.map(({ month, claiming, newClaims }) => [month, claiming, newClaims])).toEqual([
    ['2026-10-01', 5, 5],
    ['2026-11-01', 6, 1],
  ])
})

test('says from 6 April on that its estimates are at the rates of the year before', async () => {
  const { organisation } = await bench().importExample(exampleHouseholds(1))
  let now = new Date('2027-04-05')
  const service = createSnapshotsService({
    database: bench().database,
    dataFolder: bench().folder,
    memoryMegabytes: 100,
    now: () => now,
  })
  try {
    expect((await service.latest(organisation.id)).basis.warning).toBeNull()
    now = new Date('2027-04-06')
    expect((await service.latest(organisation.id)).basis.warning).toContain('Last year’s rates')
  } finally {
    await service.close()
  }
})
