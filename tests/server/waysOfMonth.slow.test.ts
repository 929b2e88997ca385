import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { EMPTY_FILE } from '../../src/contract/households/imports'
import {
  contactsCsv,
  EXAMPLE_WARDS,
  exampleHousehold,
  exampleHouseholds,
  exampleWardFeature,
  householdsCsv,
  wardsGeoJson,
} from '../../src/server/modules/households/imports/testing/exampleFiles'
import type { MonthInput } from './harness/months'
import { onEngine } from './harness/server'
import { foldMonth, waysOfMonth } from './harness/waysOfMonth'

/* One input, one answer: plain and gzipped, by the command line and in Settings. One of each kind of fault. */

const households = householdsCsv(exampleHouseholds(20))
const wards = wardsGeoJson()
const contactOf = (reference: string) => `${reference},Ms,Ada,Lord,1 High Street,,Ashford,ZZ1 1AA,07700900123,en,false`
const contacts = contactsCsv(...exampleHouseholds(20).map(({ household_reference: reference }) => contactOf(reference)))
const cellsOf = (cells: Parameters<typeof exampleHousehold>[1]) =>
  householdsCsv([exampleHousehold(1, cells), exampleHousehold(2)])
const [harbour, mill] = EXAMPLE_WARDS
const properties = { ward_code: harbour.code, ward_name: harbour.name, LAD25CD: 'E07999999', LAD25NM: 'Exampleshire' }
const millProperties = { ...properties, ward_code: mill.code, ward_name: mill.name }
const millFeature = exampleWardFeature(mill, millProperties)
const wardsOf = (features: unknown[], members: object = {}) =>
  JSON.stringify({ type: 'FeatureCollection', ...members, features })
const shapedWards = (type: string, coordinates: unknown) =>
  wardsOf([millFeature, { type: 'Feature', properties, geometry: { type, coordinates } }])
const bowTie = [[-1.5, 54], [-1.49, 54.01], [-1.49, 54], [-1.5, 54.01], [-1.5, 54]] // prettier-ignore

const HOUSEHOLDS: Record<string, string | Buffer> = {
  'in UTF-16': Buffer.from(`\ufeff${households}`, 'utf16le'),
  'with bad values': cellsOf({ heating: 'coal', savings: 'lots', household_size: '-1' }),
  'of a header alone': householdsCsv([]),
  'as a ZIP file': Buffer.from('PK\x03\x04 nothing'),
}

const CONTACTS: Record<string, string | Buffer> = {
  'of a header alone': contactsCsv(),
  'of other households': contacts.replaceAll('EX-0000', 'EX-'),
}

const WARDS: Record<string, string | Buffer> = {
  'with a bow-tie': shapedWards('Polygon', [bowTie]),
  'that break off': wards.slice(0, -20),
}

const casesOf = (files: Record<string, string | Buffer>, name: keyof MonthInput) =>
  Object.entries(files).map(([words, content]): [string, MonthInput] => [
    `${name} ${words}`,
    { households, wards, ...(name === 'contacts' ? {} : { contacts }), [name]: content },
  ])

const SOUND: MonthInput = { households, contacts, wards }
const FAULTY: [string, MonthInput][] = [
  ...casesOf(HOUSEHOLDS, 'households'),
  ...casesOf(CONTACTS, 'contacts'),
  ...casesOf(WARDS, 'wards'),
]

const folded = gzipSync(households)
const FOLDED: [string, MonthInput][] = [
  ['households whose gzip breaks off', { households: folded.subarray(0, -10), wards }],
  ['households with zeros after their gzip', { households: Buffer.concat([folded, Buffer.alloc(512)]), wards }],
  ['wards whose gzip breaks off', { households, wards: gzipSync(wards).subarray(0, -10) }],
]

onEngine('embedded', 'A month handed over in several ways', {}, (server) => {
  const { byCommand, inSettings, refusedInSettings } = waysOfMonth(server)

  test('has one answer, by each way with plain files and with gzipped ones', async () => {
    const answer = await byCommand(SOUND)
    expect(answer).not.toEqual([])
    expect(await byCommand(foldMonth(SOUND))).toEqual(answer)
    expect(await inSettings(SOUND)).toEqual(answer)
    expect(await inSettings(foldMonth(SOUND))).toEqual(answer)
  })

  // Gzipped by the other way: an answer that depends on the way, or on gzip, is another one here.
  test.each(FAULTY)('has one answer: %s', async (_, files) => {
    const answer = await byCommand(files)
    expect(answer).not.toEqual([])
    expect(await inSettings(foldMonth(files))).toEqual(answer)
  })

  test.each(FOLDED)('has one answer: %s', async (_, files) => {
    const answer = await byCommand(files)
    expect(answer).not.toEqual([])
    expect(await inSettings(files)).toEqual(answer)
  })

  // Settings refuse it before it is sent.
  test.each(['households', 'contacts', 'wards'] as const)('has one answer: %s without a byte', async (name) => {
    const files = { ...SOUND, [name]: '' }
    const answer = await byCommand(files)
    expect(answer.filter((line) => line.includes(EMPTY_FILE[name]))).toHaveLength(1)
    expect(await refusedInSettings(files)).toEqual({ [name]: EMPTY_FILE[name] })
    expect(await inSettings(foldMonth(files))).toEqual(answer)
  })
})
