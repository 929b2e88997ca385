import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { FaultKind } from '#contract/households/imports'
import {
  contactsCsv,
  exampleHousehold,
  exampleHouseholds,
  householdsCsv,
  type HouseholdCells,
} from './testing/exampleFiles'
import { benchForEachTest } from './testing/importBench'

const bench = benchForEachTest()

const BAD_VALUES: readonly Partial<HouseholdCells>[] = [
  { household_reference: '' },
  { household_reference: 'x'.repeat(41) },
  { household_reference: 'two\nlines' },
  { ward_code: '' },
  { longitude: 'east' },
  { longitude: 'NaN' },
  { latitude: '91' },
  { latitude: '' },
  { household_type: 'castle' },
  { household_size: '-1' },
  { household_size: '0' },
  { household_size: '2.5' },
  { household_size: '1e1' },
  { household_size: '0x10' },
  { age_of_head: '300' },
  { age_of_head: '' },
  { youngest_child_age: 'three' },
  { preferred_language: 'english' },
  { council_tax_band: 'b' },
  { council_tax_band: 'J' },
  { weekly_rent: '-1' },
  { weekly_rent: '£120' },
  { weekly_rent: '1,200' },
  { weekly_income: 'NaN' },
  { savings: '10000000' },
  { monthly_cash_balance: '--1' },
  { carer: 'yes' },
  { carer: '' },
]
/** As many as a fault lists. */
const LISTED = 20

test.each([
  ['first', BAD_VALUES.slice(0, LISTED)],
  ['other', BAD_VALUES.slice(LISTED)],
])('refuses the %s bad values, and says where each stands and what was expected', async (_, bad) => {
  const households = bad.map((cells, index) => exampleHousehold(index + 2, cells))
  const [fault, ...others] = await bench().faultsOf([exampleHousehold(1), ...households])
  expect(others).toEqual([])
  expect(fault).toMatchObject({ kind: 'bad value', count: bad.length })
  expect(fault?.listed.map(({ file, row, column, value }) => [file, row, column, value])).toEqual(
    bad.map((cells, index) => {
      const [column, value] = Object.entries(cells)[0] ?? ['', '']
      return ['households.csv', index + 3, column, value.length > 60 ? `${value.slice(0, 60)}…` : value]
    }),
  )
  expect(fault?.listed.map(({ expected }) => expected)).not.toContain('')
})

test('takes the longest reference, and a month that ends below zero', async () => {
  const cells = { household_reference: 'x'.repeat(40), monthly_cash_balance: '-9999.99' }
  expect((await bench().importExample([exampleHousehold(1, cells)])).householdCount).toBe(1)
})

test('lists the first 20 bad values in the order of the rows, and counts them all by column', async () => {
  const households = exampleHouseholds(30).map((each, index) => ({
    ...each,
    heating: 'coal',
    tenure: index === 4 ? 'owned' : each.tenure,
  }))
  const [fault] = await bench().faultsOf(households)
  expect(fault).toMatchObject({ kind: 'bad value', count: 31 })
  expect(fault?.hint).toContain('tenure 1, heating 30')
  expect(fault?.listed).toHaveLength(20)
  expect(fault?.listed.map((each) => each.row)).toEqual([
    2, 3, 4, 5, 6, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
  ])
})

test('refuses a repeated reference and says which row had it first', async () => {
  const [fault] = await bench().faultsOf([...exampleHouseholds(3), exampleHousehold(2)])
  expect(fault).toMatchObject({ kind: 'repeated reference', count: 1 })
  expect(fault?.listed[0]).toMatchObject({ row: 5, value: 'EX-000002' })
  expect(fault?.listed[0]?.expected).toContain('row 3')
})

test('refuses a household in an unknown ward', async () => {
  const [fault] = await bench().faultsOf([...exampleHouseholds(4), exampleHousehold(5, { ward_code: 'E05999009' })])
  expect(fault).toMatchObject({ kind: 'unknown ward', count: 1 })
  expect(fault?.listed[0]).toMatchObject({ row: 6, column: 'ward_code', value: 'E05999009' })
  expect(fault?.hint).not.toContain('ward years')
})

test('says that the files look like different ward years when the codes do not meet', async () => {
  const households = exampleHouseholds(40).map((each) => ({
    ...each,
    ward_code: each.ward_code.replace('E05999', 'E05111'),
  }))
  const [fault] = await bench().faultsOf(households)
  expect(fault).toMatchObject({ kind: 'unknown ward', count: 40 })
  expect(fault?.hint).toContain('2 of the 2 ward codes')
  expect(fault?.hint).toContain('look like different ward years')
})

test('refuses a place more than 5 km outside the bounds of the wards, and takes one less far away', async () => {
  // The bounds reach from 54 to 54.01 north; 5 km are 0.045 degrees.
  expect((await bench().importExample([exampleHousehold(1, { latitude: '54.054' })])).householdCount).toBe(1)
  const [fault] = await bench().faultsOf([exampleHousehold(1, { latitude: '54.056' })])
  expect(fault).toMatchObject({ kind: 'coordinate outside the wards', count: 1 })
  expect(fault?.listed[0]).toMatchObject({ row: 2 })
  expect(fault?.listed[0]?.value).toContain('54.056')
})

test('says when longitude and latitude look swapped', async () => {
  const swapped = exampleHouseholds(3).map((each) => ({ ...each, longitude: each.latitude, latitude: each.longitude }))
  const [fault] = await bench().faultsOf(swapped)
  expect(fault?.hint).toContain('swapped')
})

const csv = householdsCsv(exampleHouseholds(6))
const withLine = (row: number, change: (line: string) => string) =>
  csv
    .split('\n')
    .map((line, index) => (index === row - 1 ? change(line) : line))
    .join('\n')

test.each<[string, string | Uint8Array, FaultKind, RegExp]>([
  ['nothing in it', '', 'no rows', /empty/],
  ['a header and no rows', `${csv.split('\n')[0]}\n`, 'no rows', /no rows/],
  ['no header', csv.slice(csv.indexOf('\n') + 1), 'missing column', /header/],
  ['semicolons', csv.replaceAll(',', ';'), 'unreadable file', /semicolons/],
  ['tabs', csv.replaceAll(',', '\t'), 'unreadable file', /tabs/],
  ['an Excel workbook', Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), Buffer.alloc(50)]), 'unreadable file', /Excel/],
  ['UTF-16', Buffer.from(`\ufeff${csv}`, 'utf16le'), 'not UTF-8', /UTF-16/],
  ['gzip that breaks off', gzipSync(csv).subarray(0, 300), 'truncated gzip', /breaks off/],
  [
    'gzip with a wrong checksum',
    gzipSync(csv).map((byte, at, all) => (at === all.length - 8 ? byte ^ 1 : byte)),
    'truncated gzip',
    /damaged/,
  ],
  ['a Parquet start and nothing else', 'PAR1 and then nothing', 'unreadable file', /Parquet/],
])('refuses a households file with %s', async (_, content, kind, expected) => {
  const [fault, ...others] = await bench().faultsOf(content)
  expect(others).toEqual([])
  expect(fault).toMatchObject({ kind, count: 1 })
  expect(fault?.listed[0]?.expected).toMatch(expected)
})

test('names the row, the column and the value of Latin 1 text, and goes on to the rows after it', async () => {
  const latin1 = Buffer.from(
    householdsCsv([exampleHousehold(1, { postcode: 'CAFÉ' }), exampleHousehold(2, { heating: 'coal' })]),
    'latin1',
  )
  const [notText, badValue] = await bench().faultsOf(latin1)
  expect(notText).toMatchObject({
    kind: 'not UTF-8',
    count: 1,
    listed: [{ row: 2, column: 'postcode', value: 'CAFÉ' }],
  })
  expect(badValue).toMatchObject({ kind: 'bad value', listed: [{ row: 3, column: 'heating', value: 'coal' }] })
})

test.each<[string, string, RegExp]>([
  ['too many values', withLine(4, (line) => `${line},1`), /45 values, the header 44/],
  ['too few values', withLine(4, (line) => line.slice(0, line.lastIndexOf(','))), /43 values, the header 44/],
  ['an empty row in the middle', withLine(4, (line) => `\n${line}`), /empty/],
  ['an open quotation mark', withLine(4, (line) => `"${line}`), /never closed/],
  ['a stray quotation mark', withLine(4, (line) => `x"${line}`), /quotation mark inside/],
])('refuses %s, by row', async (_, content, expected) => {
  const [fault] = await bench().faultsOf(content)
  expect(fault).toMatchObject({ kind: 'broken row', count: 1 })
  expect(fault?.listed[0]).toMatchObject({ row: 4 })
  expect(fault?.listed[0]?.expected).toMatch(expected)
})

test('names rows rightly after rows that it had to leave out', async () => {
  const broken = withLine(3, (line) => `${line},1`).replace(/gas(?=[^\n]*\n$)/, 'coal')
  const [row, value] = await bench().faultsOf(broken)
  expect(row).toMatchObject({ kind: 'broken row', listed: [{ row: 3 }] })
  expect(value).toMatchObject({ kind: 'bad value', listed: [{ row: 7, column: 'heating', value: 'coal' }] })
})

test('names missing and unknown columns, and checks the others all the same', async () => {
  const faults = await bench().faultsOf(csv.replace('heating', 'fuel').replace('EX-000002', 'EX-000001'))
  expect(faults.map(({ kind, listed }) => [kind, listed[0]?.column])).toEqual([
    ['missing column', 'heating'],
    ['unknown column', 'fuel'],
    ['repeated reference', 'household_reference'],
  ])
})

test('refuses contacts with faults without repeating what they say of a person', async () => {
  const line = 'EX-000001,Ms,A,Secret,1 High Street,,Town,NOWHERE,07700 900123,en,perhaps'
  const contacts = await bench().write('contacts.csv', contactsCsv(line))
  const [fault] = await bench().faultsOf(exampleHouseholds(1), { contactsFile: contacts })
  expect(fault?.listed).toMatchObject([
    { column: 'postcode', value: null },
    { column: 'do_not_contact', value: 'perhaps' },
  ])
})
