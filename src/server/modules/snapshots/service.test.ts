import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Database } from '../../db/database'
import { createSnapshotsService, type LoadedSnapshot } from './service'
import { exampleHousehold, exampleHouseholds } from './testing/exampleFiles'
import { benchForEachTest } from './testing/importBench'

const bench = benchForEachTest()

const count = (snapshot: LoadedSnapshot) =>
  snapshot.use(async (connection, table) => {
    const reader = await connection.runAndReadAll(`select count(*)::integer from ${table}`)
    return reader.value(0, 0)
  })

test('gives the latest month, or the one that is asked for', async () => {
  const { organisation } = await bench().importExample(exampleHouseholds(3), { month: '2026-10-01' })
  await bench().importExample(exampleHouseholds(5), { month: '2026-11-01' })
  await bench().importExample(exampleHouseholds(4), { month: '2026-09-01' })
  const latest = await bench().service.latest(organisation.id)
  expect(latest).toMatchObject({ month: '2026-11-01', householdCount: 5 })
  expect(latest.wards.map((ward) => ward.name)).toEqual(['Harbour', 'Mill & Bridge'])
  expect(await count(latest)).toBe(5)
  expect(await count(await bench().service.at(organisation.id, '2026-09-01'))).toBe(4)
  expect(await bench().service.latestMonth(organisation.id)).toBe('2026-11-01')
})

test('answers 404 where nothing has been imported, or not that month', async () => {
  const nobody = '00000000-0000-4000-8000-000000000000'
  const missing = { status: 404, message: 'No snapshot has been imported yet.' }
  await expect(bench().service.latest(nobody)).rejects.toMatchObject(missing)
  await expect(bench().service.latestMonth(nobody)).rejects.toMatchObject(missing)
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
  const counts = await old.use(async (connection, table) => {
    await bench().importExample(exampleHouseholds(6))
    const again = await bench().service.latest(organisation.id)
    expect(again.version).not.toBe(old.version)
    const reader = await connection.runAndReadAll(`select count(*)::integer from ${table}`)
    return [reader.value(0, 0), await count(again)]
  })
  expect(counts).toEqual([3, 6])
})

test('looks the row up again when the file was replaced between reading the row and the file', async () => {
  const { organisation } = await bench().importExample(exampleHouseholds(3))
  let imported = false
  const overtaken: Database = {
    ...bench().database,
    async forOrganisation(organisationId, work) {
      const result = await bench().database.forOrganisation(organisationId, work)
      if (!imported) {
        imported = true
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

test('first requests at the same time share one load', async () => {
  const { organisation } = await bench().importExample(exampleHouseholds(200))
  const snapshots = await Promise.all(Array.from({ length: 10 }, () => bench().service.latest(organisation.id)))
  // One table, however many asked: its name carries the number of the load.
  const tables = await Promise.all(snapshots.map((each) => each.use(async (_, table) => table)))
  expect(new Set(tables).size).toBe(1)
})

test('reads a snapshot anew that was dropped to make room', async () => {
  const { organisation } = await bench().importExample(exampleHouseholds(20), { month: '2026-09-01' })
  await bench().importExample(exampleHouseholds(30), { month: '2026-10-01' })
  // Too little for even one of them beside the other.
  const service = createSnapshotsService({ database: bench().database, dataFolder: bench().folder, memoryMegabytes: 64, snapshotBytes: 1 })
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

test('rows are in the order of the Parquet file, wards and risks in the order of their enums', async () => {
  const households = [
    exampleHousehold(4, { food_poverty_risk: 'high' }),
    exampleHousehold(1, { food_poverty_risk: 'medium' }),
    exampleHousehold(2),
    exampleHousehold(3),
  ]
  const { organisation } = await bench().importExample(households)
  const snapshot = await bench().service.latest(organisation.id)
  const rows = await snapshot.use(async (connection, table) =>
    (
      await connection.runAndReadAll(
        `select rowid::integer, household_reference, enum_code(ward_code)::integer, enum_code(food_poverty_risk)::integer ` +
          `from ${table} order by rowid`,
      )
    ).getRows(),
  )
  expect(rows).toEqual([
    [0, 'EX-000002', 0, 0],
    [1, 'EX-000004', 0, 2],
    [2, 'EX-000001', 1, 1],
    [3, 'EX-000003', 1, 0],
  ])
})

test('a query reads no file and sets nothing, whatever it says', async () => {
  const { organisation } = await bench().importExample(exampleHouseholds(1))
  const snapshot = await bench().service.latest(organisation.id)
  const outside = await bench().write('outside.csv', 'a\n1\n')
  const run = (sql: string) => snapshot.use((connection) => connection.run(sql))
  await expect(run(`select * from read_csv('${outside}')`)).rejects.toThrow(/disabled|not allowed|Permission/i)
  await expect(run('set enable_external_access = true')).rejects.toThrow()
  await expect(run('install spatial')).rejects.toThrow()
  expect(await count(snapshot)).toBe(1)
})

test('says what is wrong when the file is gone for good', async () => {
  const { organisation } = await bench().importExample(exampleHouseholds(1))
  await rm(join(bench().folder, 'snapshots'), { recursive: true })
  await expect(bench().service.latest(organisation.id)).rejects.toThrow(/No files found|No such file/)
})

test('lends the months of a range in order, and begins again when one was replaced meanwhile', async () => {
  const { organisation } = await bench().importExample(exampleHouseholds(3), { month: '2026-09-01' })
  await bench().importExample(exampleHouseholds(4), { month: '2026-10-01' })
  await bench().importExample(exampleHouseholds(9), { month: '2026-11-01' })
  let attempts = 0
  const range = { from: '2026-09-01', to: '2026-10-31' }
  const counts = await bench().service.acrossMonths(organisation.id, range, async (connection, months) => {
    attempts += 1
    if (attempts === 1) await bench().importExample(exampleHouseholds(5), { month: '2026-10-01' })
    const found: unknown[] = []
    for (const { month, from } of months) {
      const reader = await connection.runAndReadAll(`select count(*)::integer from ${from}`)
      found.push([month, reader.value(0, 0)])
    }
    return found
  })
  expect([attempts, counts]).toEqual([2, [['2026-09-01', 3], ['2026-10-01', 5]]])
})
