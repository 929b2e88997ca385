import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { Database } from '../../../db/database'
import { parseRows } from '../../../db/rows'
import { snapshots } from '../../../db/schema'
import { countContacts } from '../contacts/replaceContacts'
import { firstOfMonth } from './importSnapshot'
import { EVERY_HOUSEHOLD } from '../snapshots/predicate'
import {
  EXAMPLE_WARDS,
  contactsCsv,
  exampleHousehold,
  exampleHouseholds,
  householdsCsv,
  wardsGeoJson,
  writeExample,
} from './testing/exampleFiles'
import { benchForEachTest } from './testing/importBench'
import { withTable } from '../snapshots/testing/withTable'

const bench = benchForEachTest()

test('makes the data folder where it is missing', async () => {
  const into = { database: bench().database, dataFolder: join(bench().folder, 'not', 'there') }
  expect((await bench().importExample(exampleHouseholds(2), { into })).householdCount).toBe(2)
})

/** As spreadsheets write numbers, and sums in floating point that come to nothing. */
const SHORTENED = {
  longitude: '\u2212149.5E-02',
  weekly_rent: '.5',
  monthly_cash_balance: '\u2212.25',
  savings: '5.55e-17',
  rent_arrears: '0.00E+00',
}

test('takes the households, in order of ward and reference, every value as it was', async () => {
  const cells = { weekly_income: '310.1', monthly_cash_balance: '-0.5', youngest_child_age: '3.0', savings: '1000000' }
  const report = await bench().importExample([
    exampleHousehold(3, cells),
    exampleHousehold(2, SHORTENED),
    exampleHousehold(1),
  ])
  expect(report).toMatchObject({ householdCount: 3, wardCount: 2, contactCount: null, replaced: false, warnings: [] })
  expect(report.organisation).toMatchObject({ slug: 'exampleshire', isNew: true })
  const snapshot = await bench().service.latest(report.organisation.id)
  const rows = await withTable(bench().folder, snapshot, (use) =>
    use(async (connection, table) =>
      (await connection.runAndReadAll(`select * from ${table} order by rowid`)).getRowObjectsJson(),
    ),
  )
  expect(rows.map((row) => row.household_reference)).toEqual(['EX-000002', 'EX-000001', 'EX-000003'])
  expect(rows[2]).toMatchObject({
    ward_code: 'E05999002',
    weekly_income: '310.10',
    monthly_cash_balance: '-0.50',
    youngest_child_age: 3,
    savings: '1000000.00',
    council_tax_band: 'B',
    carer: false,
  })
  expect(rows[0]).toMatchObject({
    youngest_child_age: null,
    longitude: -1.495,
    weekly_rent: '0.50',
    monthly_cash_balance: '-0.25',
    savings: '0.00',
  })
})

const numbered = (csv: string, name: string) =>
  csv.trimEnd().split('\n').map((line, row) => `${row === 0 ? name : `"${row * 3}"`},${line}`).join('\n') // prettier-ignore

test.each<[string, (csv: string) => string | Uint8Array]>([
  ['gzip', (csv) => gzipSync(csv)],
  ['gzip in two members', (csv) => Buffer.concat([gzipSync(csv.slice(0, 700)), gzipSync(csv.slice(700))])],
  ['a byte order mark and CRLF', (csv) => `\ufeff${csv.replaceAll('\n', '\r\n')}`],
  ['empty lines at the end', (csv) => `${csv}\n\n`],
  ['no line end at the end', (csv) => csv.trimEnd()],
  ['spaces around values', (csv) => csv.replaceAll(',', ' , ')],
  ['invisible signs around values', (csv) => csv.replaceAll(',', '\u00a0\u200b,\u200e')],
  ["Excel's line about the separator", (csv) => `sep=,\r\n${csv}`],
  ['that line of another program', (csv) => `"sep=;" \n${csv}`],
  ['rows of nothing above the header', (csv) => `\n${','.repeat(43)}\n${csv}`],
  [
    'a header in other case and spacing',
    (csv) => csv.replace(/^.*/, (header) => header.toUpperCase().replaceAll('_', ' ')),
  ],
  [
    'a header in camel case',
    (csv) =>
      csv.replace(/^.*/, (header) => header.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())),
  ],
  [
    'columns of nothing at the right, in some rows',
    (csv) => csv.replace(/^.*\n.*\n/, (two) => two.replaceAll('\n', ',,\n')),
  ],
  ['the numbers that R writes before its rows', (csv) => numbered(csv, '""')],
  ['those of pandas, read and written again', (csv) => numbered(csv, 'Unnamed: 0')],
  ['rows of nothing but separators at the end', (csv) => csv + `${','.repeat(43)}\n`.repeat(200_000)],
])('takes a file with %s', async (_, form) => {
  const report = await bench().importExample(form(householdsCsv(exampleHouseholds(5))))
  expect(report.householdCount).toBe(5)
})

test('takes columns in any order, quoted values and TRUE for true', async () => {
  const households = [exampleHousehold(1, { postcode: 'ZZ1 1AA', carer: 'TRUE' })]
  const columns = Object.entries(households[0] ?? {}).reverse()
  const lines = [columns.map(([name]) => name), columns.map(([, cell]) => `"${cell}"`)]
  const report = await bench().importExample(lines.map((line) => line.join(',')).join('\r\n'))
  expect(report.householdCount).toBe(1)
})

test('a file with faults changes nothing: the snapshot that was there goes on serving', async () => {
  const { organisation } = await bench().importExample(exampleHouseholds(4))
  const [before, files] = [await bench().service.latest(organisation.id), await bench().snapshotFiles()]
  await bench().faultsOf([exampleHousehold(1, { heating: 'coal' })])
  expect((await bench().service.latest(organisation.id)).version).toBe(before.version)
  expect(await bench().snapshotFiles()).toEqual(files)
})

test('a file with faults makes no organisation', async () => {
  await bench().faultsOf('')
  const { rows } = await bench().database.executeSql('select 1 from organisations')
  expect(rows).toEqual([])
})

test('when the database does not take it, no file stays behind', async () => {
  const failing: Database = { ...bench().database, asSystem: () => Promise.reject(new Error('The database is away.')) }
  await expect(
    bench().importExample(exampleHouseholds(2), { into: { database: failing, dataFolder: bench().folder } }),
  ).rejects.toThrow('away')
  expect(await bench().snapshotFiles()).toEqual([])
})

test('importing a month again puts it in the place of the old one, also by another day of the month', async () => {
  const first = await bench().importExample(exampleHouseholds(4))
  const second = await bench().importExample(exampleHouseholds(7), { month: '2026-10-15' })
  expect(second).toMatchObject({
    replaced: true,
    month: '2026-10-01',
    organisation: { id: first.organisation.id, isNew: false },
  })
  await bench().importExample(exampleHouseholds(5))
  const rows = await bench().database.asSystem((tx) => tx.select().from(snapshots).orderBy(snapshots.importedAt))
  // What was replaced last can come back.
  expect(rows.map(({ householdCount, replacedAt }) => [householdCount, replacedAt !== null])).toEqual([
    [7, true],
    [5, false],
  ])
  expect((await bench().snapshotFiles()).toSorted()).toEqual(rows.map((row) => `${row.fileKey}.parquet`).toSorted())
})

test('removes what an import that died left over, and nothing else', async () => {
  const { organisation } = await bench().importExample(exampleHouseholds(2))
  const { version } = await bench().service.latest(organisation.id)
  const dead = '11111111-1111-4111-8111-111111111111'
  await writeExample(join(bench().folder, `snapshots/.importing-${dead}/households.csv`), 'personal')
  await writeExample(join(bench().folder, `snapshots/${dead}.parquet`), 'never taken')
  await writeExample(join(bench().folder, `snapshots/.importing-${version}/households.csv`), 'died after it was taken')
  const replaced = '22222222-2222-4222-8222-222222222222'
  await writeExample(join(bench().folder, `snapshots/.importing-${version}/replaced`), replaced)
  await writeExample(join(bench().folder, `snapshots/${replaced}.parquet`), 'replaced by it')
  await bench().importExample(exampleHouseholds(2), { month: '2026-11-01' })
  const left = await bench().snapshotFiles()
  expect(left).toHaveLength(2)
  expect(left).toContain(`${version}.parquet`)
})

test('an import that begins while another one works leaves its files alone', async () => {
  const householdsFile = await bench().write('both.csv', householdsCsv(exampleHouseholds(3)))
  const wardsFile = await bench().write('wards-of-both.geojson', wardsGeoJson())
  const into = (month: string) => ({ householdsFile, wardsFile, month })
  let second: Promise<unknown> | undefined
  await bench().importExample([], into('2026-10-01'), () => {
    second ??= bench().importExample([], into('2026-11-01'))
  })
  await second
  expect(await bench().snapshotFiles()).toHaveLength(2)
})

test('reads Parquet whatever its column types, gzipped or not, and counts its rows from 1', async () => {
  const { organisation } = await bench().importExample(exampleHouseholds(5))
  const { version } = await bench().service.latest(organisation.id)
  const parquet = join(bench().folder, `snapshots/${version}.parquet`)
  const report = await bench().importExample([], { householdsFile: parquet, month: '2026-11-01' })
  expect(report.householdCount).toBe(5)
  const folded = await bench().write('folded', gzipSync(await readFile(parquet)))
  expect((await bench().importExample([], { householdsFile: folded, month: '2026-11-01' })).householdCount).toBe(5)
  const wardsFile = await bench().write('one.geojson', wardsGeoJson(EXAMPLE_WARDS.slice(0, 1)))
  const [fault] = await bench().faultsOf([], { householdsFile: parquet, wardsFile })
  // Sorted by ward: the two households of the first ward, then three of the second.
  expect(fault?.listed.map((each) => each.row)).toEqual([3, 4, 5])
})

test('takes postcodes, addresses and numbers of contacts as other systems write them', async () => {
  const lines = [
    'EX-000001,,A,B,"Flat 2,\r\n5 High St",,Town,M4  1AA,7700900123.0,,false',
    'EX-000002,,A,B,,,,SW1A\u00a0\u200b1AA,"=""07700900123""",,false',
    '"=""EX-000003""",,JOÃO Â,Null,,,,,\'07700900123,,false',
  ]
  const contactsFile = await bench().write('contacts.csv', contactsCsv(...lines))
  expect((await bench().importExample(exampleHouseholds(3), { contactsFile })).contactCount).toBe(3)
  const { rows } = await bench().database.executeSql('select * from contacts order by household_reference')
  expect(rows).toMatchObject([
    { address_line_1: 'Flat 2, 5 High St', postcode: 'M4 1AA', mobile: '7700900123' },
    { postcode: 'SW1A 1AA', mobile: '07700900123' },
    { household_reference: 'EX-000003', first_name: 'JOÃO Â', last_name: 'Null', mobile: '07700900123' },
  ])
})

test('replaces all contacts, warns of those without a household and leaves them out', async () => {
  const before = await bench().write('old.csv', contactsCsv('EX-000003,Mx,Old,Entry,,,,,,,false'))
  await bench().importExample(exampleHouseholds(3), { contactsFile: before })
  const lines = [
    'EX-000001,Ms,Siân,"O\'Neill, née Ŵyn",1 High Street,,Town,zz1 1aa,07700 900123,cy,true',
    'EX-000002,,,,,,,,,,false',
    'EX-000099,Mr,A,B,,,,,,,false',
  ]
  const after = await bench().write('contacts.csv', contactsCsv(...lines))
  const report = await bench().importExample(exampleHouseholds(3), { contactsFile: after })
  expect(report.contactCount).toBe(2)
  expect(report.warnings).toMatchObject([
    { kind: 'contact without a household', count: 1, listed: [{ file: 'contacts.csv', row: 4, value: 'EX-000099' }] },
  ])
  const { rows } = await bench().database.executeSql('select * from contacts order by household_reference')
  expect(rows).toMatchObject([
    {
      household_reference: 'EX-000001',
      first_name: 'Siân',
      last_name: "O'Neill, née Ŵyn",
      address_line_2: '',
      mobile: '07700 900123',
      preferred_language: 'cy',
      do_not_contact: true,
    },
    { household_reference: 'EX-000002', last_name: '', do_not_contact: false },
  ])
  // The planner knows how many there are: see db/statistics.ts.
  const known = await bench().database.executeSql(
    `select reltuples::int as known from pg_class where relname = 'contacts'`,
  )
  expect(known.rows).toEqual([{ known: 2 }])
})

test('writes only those contacts that are not as they are held, which others wait for', async () => {
  const contact = (number: number, town: string, mark = 'false') =>
    `EX-00000${number},,Siân,,1 Road,,${town},,,,${mark}`
  const importContacts = async (...lines: string[]) => {
    const contactsFile = await bench().write('contacts.csv', contactsCsv(...lines))
    await bench().importExample(exampleHouseholds(5), { contactsFile, acceptsLosses: true })
    const { rows } = await bench().database.executeSql(
      'select household_reference as reference, town, do_not_contact as mark, xmin::text as written from contacts order by 1',
    )
    return parseRows(
      { rows },
      z.object({ reference: z.string(), town: z.string(), mark: z.boolean(), written: z.string() }),
    )
  }
  const before = await importContacts(...[1, 2, 3, 4].map((number) => contact(number, 'Łódź')))
  const after = await importContacts(contact(5, 'B'), contact(1, 'Łódź'), contact(2, 'B'), contact(4, 'Łódź', 'true'))
  expect(after.map(({ reference, town, mark }) => [reference.at(-1), town, mark])).toEqual([
    ['1', 'Łódź', false],
    ['2', 'B', false],
    ['4', 'Łódź', true],
    ['5', 'B', false],
  ])
  const written = new Set(before.map((row) => row.written))
  expect(after.filter((row) => written.has(row.written)).map(({ reference }) => reference.at(-1))).toEqual(['1'])
})

test('counts contacts in short statements, between which others are answered', async () => {
  const lines = [
    'EX-000001,Ms,A,B,1 Road,,,ZE9 1AA,07700 900123,,false',
    'EX-000002,Mx,C,D,,,,,+44 20 7946 0001,,false',
  ]
  const contactsFile = await bench().write('contacts.csv', contactsCsv(...lines, 'EX-000003,,,,,,,,,,false'))
  const { organisation } = await bench().importExample(exampleHouseholds(3), { contactsFile })
  const { database } = bench()
  const statements = vi.spyOn(database, 'forOrganisation')
  expect(await countContacts(database, organisation.id, 2)).toEqual({ all: 3, texts: 1, letters: 1 })
  expect(statements).toHaveBeenCalledTimes(3)
  statements.mockRestore()
})

test('progress goes from 0 to 1 and never back', async () => {
  const told: number[] = []
  await bench().importExample(exampleHouseholds(6), {}, ({ fraction }) => told.push(fraction))
  expect(told[0]).toBe(0)
  expect(told.at(-1)).toBe(1)
  expect(told).toEqual([...told].sort((a, b) => a - b))
})

test('says in one sentence that a file is not there', async () => {
  await expect(bench().importExample([], { householdsFile: join(bench().folder, 'nowhere.csv') })).rejects.toThrow(
    /nowhere\.csv cannot be read/,
  )
})

test.each(['2026-02-30', '2026-13-01', '2026-1-1', 'October', ''])('%j is not a day', (day) => {
  expect(() => firstOfMonth(day)).toThrow('is not a date')
})

test('warns of data that contradict themselves, with counts, and leaves them out of the totals', async () => {
  const pensioner = { household_type: 'single_pensioner', age_of_head: '78', pension_age: 'true' }
  const eligible = { pension_credit: 'eligible_not_claiming', pension_credit_weekly_award: '10' }
  const { organisation, warnings } = await bench().importExample([
    exampleHousehold(1, { ...pensioner, ...eligible }),
    exampleHousehold(2, { ...pensioner, ...eligible, pension_credit_weekly_award: '0' }),
    exampleHousehold(3, { ...pensioner, ...eligible, age_of_head: '60' }),
    exampleHousehold(4, { ...eligible, age_of_head: '60' }),
  ])
  expect(warnings).toMatchObject([
    {
      kind: 'contradiction',
      count: 3,
      hint: '1: eligible for Pension Credit, with an award of £0. 2: eligible for Pension Credit, under State Pension age.',
    },
  ])
  expect(warnings[0]?.listed.map(({ row, column, value }) => [row, column, value])).toEqual([
    [3, 'pension_credit_weekly_award', '0.00'],
    [4, 'age_of_head', '60'],
    [5, 'age_of_head', '60'],
  ])
  const totals = await (await bench().service.latest(organisation.id)).totalsByWard(EVERY_HOUSEHOLD)
  expect(totals.reduce((sum, { unclaimed }) => sum + unclaimed, 0)).toBe(520)
})

test('warns of households that a rule in force speaks for, by nation and month, and takes what the data say', async () => {
  const pupil = { household_size: '2', number_of_children: '1', youngest_child_age: '12', universal_credit: 'true' }
  const child = { ...pupil, youngest_child_age: '2', weekly_earnings: '94' }
  // 238 + 86.05 − 255 = 69.05 a week, and 17.96 of Savings Credit: 87.01 × 52 = £4,524.52.
  const pensioner = { household_type: 'single_pensioner', age_of_head: '78', pension_age: 'true', weekly_income: '255' }
  const households = [
    exampleHousehold(1, pupil),
    exampleHousehold(2, { ...pupil, free_school_meals: 'claiming' }),
    exampleHousehold(3, { ...pupil, universal_credit: 'false' }),
    exampleHousehold(4, child),
    exampleHousehold(5, { ...child, weekly_earnings: '95' }),
    exampleHousehold(6, { ...pensioner, attendance_allowance: 'claiming', disability_benefit: 'attendance_allowance' }),
    exampleHousehold(7, { ...pensioner, attendance_allowance: 'claiming', weekly_income: '400' }),
    exampleHousehold(8, pensioner),
  ]
  const { organisation, warnings } = await bench().importExample(households, { month: '2026-09-01' })
  const MEALS =
    '1 household in England on Universal Credit with pupils, not eligible for free school meals, which since September 2026 ' +
    'all such pupils get: at least about £496 a year. '
  const OTHERS =
    '1 household on Universal Credit with a child under four and earnings of at most £408 a month, not eligible for Healthy ' +
    'Start: at least about £242 a year. 1 household with Attendance Allowance and no other adult, not eligible for Pension ' +
    'Credit on an income that is below its level with the addition for severe disability: up to about £4,520 a year.'
  expect(warnings).toMatchObject([{ kind: 'rule in force', count: 3, hint: MEALS + OTHERS }])
  expect(warnings[0]?.listed.map(({ row, column }) => [row, column])).toEqual([
    [2, 'free_school_meals'],
    [5, 'healthy_start'],
    [7, 'pension_credit'],
  ])
  const totals = await (await bench().service.latest(organisation.id)).totalsByWard(EVERY_HOUSEHOLD)
  expect(totals.reduce((sum, { unclaimed }) => sum + unclaimed, 0)).toBe(0)
  const before = await bench().importExample(households, { month: '2026-08-01' })
  expect(before.warnings).toMatchObject([{ count: 2, hint: OTHERS }])
})

test('takes the columns that a file may have for narrower estimates, and says what they may hold', async () => {
  const family = {
    household_size: '4',
    number_of_children: '3',
    youngest_child_age: '5',
    free_school_meals: 'eligible_not_claiming',
  }
  const csv = (ages: string, rate: string) =>
    householdsCsv([exampleHousehold(1, family)])
      .replace('\n', ',children_ages,partner_age,attendance_allowance_rate\n')
      .replace(/\n$/, `,${ages},,${rate}\n`)
  const { organisation } = await bench().importExample(csv('5;9;12', ''))
  const totals = await (await bench().service.latest(organisation.id)).totalsByWard(EVERY_HOUSEHOLD)
  expect(totals).toMatchObject([{ unclaimed: 991.8, unclaimedHighest: 991.8 }])
  const [fault] = await bench().faultsOf(csv('five', 'middle'))
  expect(fault?.listed.map(({ column, expected }) => [column, expected])).toEqual([
    ['children_ages', 'the age of each child, such as 3;7;12, or empty'],
    ['attendance_allowance_rate', 'one of lower, higher, or empty'],
  ])
})
