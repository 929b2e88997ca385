import { expect, test } from 'vitest'
import { z } from 'zod'
import { CONTACT_COLUMNS } from './checkedColumn'
import { isGarbledText } from './garbledText'
import { contactsCsv, exampleHouseholds } from './testing/exampleFiles'
import { benchForEachTest } from './testing/importBench'

/* What programs make of contacts is read or warned of with its place, and stops no month. */

const bench = benchForEachTest()

type Cells = Readonly<Record<string, string>>

/** Contacts of the first households. */
const contactsOf = (rows: readonly Cells[]) =>
  contactsCsv(
    ...rows.map((cells, index) => {
      const all: Cells = {
        household_reference: `EX-${String(index + 1).padStart(6, '0')}`,
        do_not_contact: 'false',
        ...cells,
      }
      return CONTACT_COLUMNS.map(({ name }) => `"${(all[name] ?? '').replaceAll('"', '""')}"`).join(',')
    }),
  )

async function importContacts(rows: readonly Cells[], count = rows.length) {
  const contactsFile = await bench().write('contacts.csv', contactsOf(rows))
  const { warnings } = await bench().importExample(exampleHouseholds(count), { contactsFile })
  const stored = await bench().database.executeSql('select * from contacts order by household_reference')
  return { warnings, contacts: z.array(z.record(z.string(), z.unknown())).parse(stored.rows) }
}

test('reads words that stand for nothing as empty, says where they are, and leaves people their names', async () => {
  const words = ['NULL', 'null', 'NA', 'N/A', '\\N', 'None', 'nan', 'NaN', '<NA>', '#N/A', '#REF!', '(null)', '####']
  const { warnings, contacts } = await importContacts([
    ...words.map((word) => ({ first_name: word, address_line_2: word, postcode: word, mobile: word })),
    { title: '-', address_line_1: '--', town: '.', preferred_language: 'NULL' },
    { first_name: 'Nan', last_name: 'Null', town: 'Nantwich' },
    { first_name: 'Na', last_name: 'Blank', address_line_1: '1 None Street' },
  ])
  const column = (name: string) => contacts.map((one) => one[name])
  for (const name of ['address_line_2', 'postcode', 'mobile', 'title'])
    expect(new Set(column(name))).toEqual(new Set(['']))
  expect(column('first_name').slice(0, -2)).toEqual(words.map(() => '').concat(''))
  expect(contacts.slice(-2)).toMatchObject([
    { first_name: 'Nan', last_name: 'Null', town: 'Nantwich' },
    { first_name: 'Na', last_name: 'Blank', address_line_1: '1 None Street' },
  ])
  expect(warnings).toMatchObject([{ kind: 'word for nothing', count: 4 * words.length + 1 }])
  expect(warnings[0]?.hint).toContain('first_name 13, address_line_2 13, postcode 13, mobile 13, preferred_language 1')
  expect(warnings[0]?.listed[0]).toMatchObject({ file: 'contacts.csv', row: 2, column: 'first_name', value: null })
})

const GARBLED = [
  'Oâ€™Neill', 'SiÃ¢n', 'SIÃ¢N', 'Siã¢n', 'O\u0092Neill', 'M\uFFFDller', 'LlÅ·r', 'Åµyn', 'ZoÃ«', 'JosÃ©', 'Ã–stlund',
  'SiÃƒÂ¢n', 'Å\u0081ukasz', 'RenÃ\u0083Â©', 'Si√¢n', 'O‚ÄôNeill', 'Si├ón', 'OΓÇÖNeill', 'OÕNeill', 'Ren‚', 'O?Neill',
  'O&#39;Neill', 'O&rsquo;Neill', 'Siân\uF0B7', 'O%27Neill', 'O\\u2019Neill', 'Jos=C3=A9', 'Â\u00A0Smith', 'voilÃ', 'FlatÂ 3', 'MaÄ‡kowiak', 'Mï¿½ller',
] // prettier-ignore
const TRUE_NAMES = [
  'O’Neill', "O'Neill", 'Siân', 'SIÂN', 'Llŷr', 'Ŵyn', 'JOÃO', 'João', 'Ã', 'Å', 'Ångström', 'ÅSA', 'Müller', 'Łukasz', 'Ñ',
  'Núñez', 'Õunapuu', 'İbrahim', 'Đorđe', 'Žižek', 'Ó Súilleabháin', 'Smith & Sons', 'ÉAMON', 'ÂNGELA', 'CONCEIÇÃO', 'Ä',
  'Straße', 'Flat 3; 2nd floor', '50% share', 'What?', '山田', 'Ѓорѓи', 'Λ', 'أحمد', 'St Mary´s', 'ANDRÉ’S', 'Ll·l', '1½ High St',
] // prettier-ignore

test.each(GARBLED)('%j was read in another character set', (text) => expect(isGarbledText(text)).toBe(true))
test.each(TRUE_NAMES)('%j was not', (text) => expect(isGarbledText(text)).toBe(false))

test('warns of names and addresses that were read in another character set by row and column, and of no true name', async () => {
  const rows = [...GARBLED, ...TRUE_NAMES].map((last_name) => ({ last_name, address_line_1: 'Tŷ Gwyn' }))
  const { warnings, contacts } = await importContacts([...rows, { town: 'CaerdyddÂ£' }])
  expect(warnings).toMatchObject([{ kind: 'garbled text', count: GARBLED.length + 1 }])
  expect(warnings[0]?.hint).toContain(`last_name ${GARBLED.length}, town 1`)
  expect(warnings[0]?.listed.map(({ row, value }) => [row, value])).toEqual(
    GARBLED.slice(0, 20).map((_, index) => [index + 2, null]),
  )
  expect(contacts).toHaveLength(rows.length + 1)
})

test('reads mobile numbers of which one reading is possible, and counts those that texts cannot go to', async () => {
  const { warnings, contacts } = await importContacts([
    { mobile: '07700 900123' },
    { mobile: '4.47700900123E+11' },
    { mobile: '\u202A+44\u00A07700\u00AD900123\u202C' },
    { mobile: 'Mob: 07700.900.123 (home)' },
    { mobile: '4.479E+11' },
    { mobile: '0161 496 0123' },
    { mobile: '07700 900123 is her daughter, please do not ring her after six o’clock' },
  ])
  expect(contacts.map((one) => one.mobile).slice(0, 5)).toEqual([
    '07700 900123',
    ...Array.from({ length: 3 }, () => '+447700900123'),
    '4.479E+11',
  ])
  expect(warnings).toMatchObject([{ kind: 'number for no text', count: 3 }])
  expect(warnings[0]?.hint).toBe(
    'Texts cannot go to 3 of 7 numbers. 1 looks like 4.479E+11, which a spreadsheet makes of a number: format the column ' +
      'as text. 1 is a landline or from abroad.',
  )
  expect(warnings[0]?.listed.map(({ row, column, value }) => [row, column, value])).toEqual(
    [6, 7, 8].map((row) => [row, 'mobile', null]),
  )
})

test('warns where far fewer contacts can be reached than in the month before, by text or by letter', async () => {
  const whole = { mobile: '07700900123', postcode: 'M4 1AA', address_line_1: '1 High Street' }
  const of = (count: number) => Array.from({ length: 5 }, (_, index): Cells => (index < count ? whole : {}))
  await importContacts(of(5))
  expect((await importContacts(of(4))).warnings).toEqual([])
  const { warnings } = await importContacts(of(1))
  expect(warnings[0]?.listed.map(({ expected }) => expected)).toEqual([
    '1 contact can be reached by text, 4 in the month before',
    '1 contact can be reached by letter, 4 in the month before',
  ])
})
