import { join } from 'node:path'
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
  { household_reference: '1.23E+11' },
  { household_reference: '1.2345678901E11' },
  { household_reference: '#REF!' },
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

test.each(['NaN', 'NULL', 'NA', 'inf'])('says what writes %s where a number should be', async (savings) => {
  const [fault] = await bench().faultsOf([exampleHousehold(1, { savings })])
  expect(fault).toMatchObject({ kind: 'bad value', count: 1 })
  expect(fault?.hint).toMatch(
    /savings 1\. NaN, NULL and the like are what data frames and query tools write for nothing/,
  )
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
  ['an old Excel workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), 'unreadable file', /\.xls/],
  ['an Access database', Buffer.from('\0\u0001\0\0Standard ACE DB\0'), 'unreadable file', /Access database/],
  ['a web page', '\ufeff\n<!DOCTYPE html><html><body>Sign in</body></html>', 'unreadable file', /web page/],
  ['gzip in gzip', gzipSync(gzipSync(csv)), 'unreadable file', /gzipped twice/],
  ["Excel's line for semicolons", `sep=;\n${csv.replaceAll(',', ';')}`, 'unreadable file', /semicolons/],
  ['a title above the header', `Households of October\n${csv}`, 'missing column', /header/],
  [
    'values in a column without a name',
    csv.replaceAll('\n', ',x\n').replace(',x', ','),
    'unknown column',
    /column 45 holds/,
  ],
  [
    'values in a column that pandas had to name',
    csv.replaceAll('\n', ',7\n').replace(',7', ',Unnamed: 44'),
    'unknown column',
    /column 45 holds/,
  ],
  ['a Parquet start and nothing else', 'PAR1 and then nothing', 'unreadable file', /Parquet/],
])('refuses a households file with %s', async (_, content, kind, expected) => {
  const [fault, ...others] = await bench().faultsOf(content)
  expect(others).toEqual([])
  expect(fault).toMatchObject({ kind, count: 1 })
  expect(fault?.listed[0]?.expected).toMatch(expected)
})

test('shows control characters and halves of characters in a value as signs, which every engine can store', async () => {
  const [broken, value] = await bench().faultsOf([
    exampleHousehold(1, { postcode: 'M1\0' }),
    exampleHousehold(2, { household_reference: 'two\nlines' }),
    exampleHousehold(3, { heating: `${'x'.repeat(59)}😀` }),
  ])
  expect(broken).toMatchObject({ kind: 'not UTF-8', listed: [{ row: 2, column: 'postcode', value: 'M1␀' }] })
  expect(value?.listed.map((one) => one.value)).toEqual(['two␊lines', `${'x'.repeat(59)}\ufffd…`])
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
  const shifted = 'EX-000001,Ms,A,Secret,1 High Street,,Town,ZZ1,1AA,07700 900123,false'
  const contacts = await bench().write('contacts.csv', contactsCsv(shifted))
  const [fault] = await bench().faultsOf(exampleHouseholds(1), { contactsFile: contacts })
  expect(fault?.listed).toMatchObject([
    { column: 'postcode', value: null },
    { column: 'preferred_language', value: null },
  ])
})

test('says of contacts without references what they lack, not that they belong to others', async () => {
  const content = contactsCsv('EX-000001,,A,B,,,,,,,false').replaceAll(/^[^,]*,/gm, '')
  const contactsFile = await bench().write('contacts.csv', content)
  expect(await bench().faultsOf(exampleHouseholds(1), { contactsFile })).toMatchObject([
    { kind: 'missing column', count: 1, listed: [{ column: 'household_reference' }] },
  ])
})

test('numbers the unknown columns of contacts, whose header holds people where line breaks were lost', async () => {
  const line = 'EX-000001,Ms,A,Secret,1 High Street,,Town,ZZ1 1AA,07700 900123,en,false'
  const contactsFile = await bench().write('contacts.csv', contactsCsv(line).replaceAll('\n', ','))
  const faults = await bench().faultsOf(exampleHouseholds(1), { contactsFile })
  expect(faults.flatMap(({ listed }) => listed.map(({ column }) => column))).toContain('column 15')
  expect(JSON.stringify(faults)).not.toContain('Secret')
})

const ofReferences = (count: number, form: (number: number) => string) =>
  contactsCsv(...Array.from({ length: count }, (_, index) => `${form(index + 1)},,A,B,,,,,,,false`))

test.each<[string, (number: number) => string, RegExp]>([
  ['without zeros at the start', (number) => `${number}`, /^0 of 8 contacts have a household .* zeros at their start/],
  ['as decimals', (number) => `${number}.0`, /\.0 at their end/],
  ['in other letters', (number) => `00 00${number}`, /capital letters, spaces or signs/],
  ['as dates', (number) => `0${number}-Oct`, /look like dates/],
  ['of another council', (number) => `ZZ-${number}`, /of the same council and month\?$/],
])('refuses contacts whose references are written %s', async (_, form, problem) => {
  const households = exampleHouseholds(8).map((each, index) => ({ ...each, household_reference: `0000${index + 1}` }))
  const contactsFile = await bench().write('contacts.csv', ofReferences(8, form))
  const [fault, ...others] = await bench().faultsOf(households, { contactsFile })
  expect(others).toEqual([])
  expect(fault).toMatchObject({ kind: 'contacts of other households', count: 1 })
  expect(fault?.listed[0]?.expected).toMatch(problem)
})

test('takes contacts of more households, of as many as had one before, and of fewer than half where that is accepted', async () => {
  const written = (count: number, from: number) =>
    ofReferences(count, (number) => `EX-${String(number + from).padStart(6, '0')}`)
  const most = await bench().write('most.csv', written(16, 0))
  expect((await bench().importExample(exampleHouseholds(8), { contactsFile: most })).contactCount).toBe(8)
  const few = { contactsFile: await bench().write('few.csv', written(2, 0)) }
  await expect(bench().importExample(exampleHouseholds(8), few)).rejects.toThrow(
    '8 households have a contact now, and 2 would have one: campaigns would not reach the others.',
  )
  await bench().importExample(exampleHouseholds(8), { ...few, acceptsLosses: true })
  const asBefore = await bench().write('before.csv', `${written(2, 0)}EX-000091,,A,B,,,,,,,false\n`)
  expect((await bench().importExample(exampleHouseholds(8), { contactsFile: asBefore })).contactCount).toBe(2)
})

test('asks before it takes a file that lacks more than a third of the households of the month before', async () => {
  await bench().importExample(exampleHouseholds(21))
  const [before = ''] = await bench().snapshotFiles()
  const fileBefore = join(bench().folder, 'snapshots', before)
  const next = { month: '2026-11-01', fileBefore }
  await expect(bench().importExample(exampleHouseholds(13), next)).rejects.toThrow(
    '8 of the 21 households of the month before are not in the file: does it break off?',
  )
  expect((await bench().importExample(exampleHouseholds(14), next)).householdCount).toBe(14)
})

test.each([
  { of: '1%', all: 700, faulty: 7 },
  { of: 'five', all: 60, faulty: 5 },
  { of: 'a tenth of fewer than fifty', all: 20, faulty: 2 },
])('leaves out up to $of of the contacts for faults, with a warning, and refuses more', async ({ all, faulty }) => {
  const households = exampleHouseholds(all)
  const contactsFile = (count: number) =>
    bench().write(
      'contacts.csv',
      contactsCsv(
        ...households.map(
          ({ household_reference }, index) =>
            `${household_reference},,A,B,,,,${index < count ? 'NOWHERE' : 'M4 1AA'},,,false`,
        ),
      ),
    )
  const few = await bench().importExample(households, { contactsFile: await contactsFile(faulty) })
  expect(few.contactCount).toBe(all - faulty)
  expect(few.warnings).toMatchObject([
    {
      kind: 'bad value',
      count: faulty,
      hint: `In contacts.csv by column: postcode ${String(faulty)}. These contacts are left out.`,
      listed: [{ row: 2, column: 'postcode' }, { row: 3 }, ...Array.from({ length: faulty - 2 }, () => ({}))],
    },
  ])
  const more = await bench().faultsOf(households, { contactsFile: await contactsFile(faulty + 1) })
  expect(more).toMatchObject([
    {
      kind: 'bad value',
      count: faulty + 1,
      hint: `In contacts.csv by column: postcode ${String(faulty + 1)}. ${String(faulty + 1)} of ${String(all)} contacts are faulty: up to ${String(faulty)} would be left out.`,
    },
  ])
})

test.each<[string, (lines: string[]) => string[]]>([
  ['is never closed, which hides all rows after it', (lines) => lines.with(199, 'EX-000200,"')],
  [
    'is closed in the next row, which would be part of an address',
    (lines) => lines.with(4, 'EX-000005,,A,B,"The Elms,,,,,,false').with(5, 'EX-000006,,A,B,The Oaks",,,,,,false'),
  ],
])('refuses contacts after a quotation mark that %s', async (_, broken) => {
  const lines = exampleHouseholds(200).map(({ household_reference }) => `${household_reference},,A,B,,,,,,,false`)
  const contactsFile = await bench().write('contacts.csv', contactsCsv(...broken(lines)))
  expect(await bench().faultsOf(exampleHouseholds(200), { contactsFile })).toMatchObject([
    { kind: 'broken row', count: 1 },
  ])
})
