import { expect, test } from 'vitest'
import { exampleHousehold, exampleHouseholds } from '../../imports/testing/exampleFiles'
import { benchForEachTest } from '../../imports/testing/importBench'
import { withTable } from '../testing/withTable'

const bench = benchForEachTest()

async function latestOf(households: Parameters<ReturnType<typeof bench>['importExample']>[0]) {
  const { organisation } = await bench().importExample(households)
  return bench().service.latest(organisation.id)
}

test('concurrent first uses share one load', async () => {
  const snapshot = await latestOf(exampleHouseholds(200))
  // A table's name carries the number of its load.
  const tables = await withTable(bench().folder, snapshot, (use) =>
    Promise.all(Array.from({ length: 10 }, () => use(async (_, table) => table))),
  )
  expect(new Set(tables).size).toBe(1)
})

test('rows are in the order of the Parquet file, wards and risks in the order of their enums', async () => {
  const snapshot = await latestOf([
    exampleHousehold(4, { food_poverty_risk: 'high' }),
    exampleHousehold(1, { food_poverty_risk: 'medium' }),
    exampleHousehold(2),
    exampleHousehold(3),
  ])
  const rows = await withTable(bench().folder, snapshot, (use) =>
    use(async (connection, table) =>
      connection.runAndReadAll(
        `select rowid::integer, household_reference, enum_code(ward_code)::integer, enum_code(food_poverty_risk)::integer ` +
          `from ${table} order by rowid`,
      ),
    ),
  )
  expect(rows.getRows()).toEqual([
    [0, 'EX-000002', 0, 0],
    [1, 'EX-000004', 0, 2],
    [2, 'EX-000001', 1, 1],
    [3, 'EX-000003', 1, 0],
  ])
})

test('a query reads no file and sets nothing, whatever it says', async () => {
  const snapshot = await latestOf(exampleHouseholds(1))
  const outside = await bench().write('outside.csv', 'a\n1\n')
  await withTable(bench().folder, snapshot, async (use) => {
    const run = (sql: string) => use((connection) => connection.run(sql))
    await expect(run(`select * from read_csv('${outside}')`)).rejects.toThrow(/disabled|not allowed|Permission/i)
    await expect(run('set enable_external_access = true')).rejects.toThrow()
    await expect(run('install spatial')).rejects.toThrow()
    expect((await use((connection, table) => connection.runAndReadAll(`from ${table}`))).currentRowCount).toBe(1)
  })
})
