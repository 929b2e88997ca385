import { and, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { findReplying } from '../../src/contract/campaigns/replies'
import { findHouseholds } from '../../src/contract/data-protection/householdRights'
import { recipients } from '../../src/server/db/schema'
import { campaignTools } from './harness/campaigns'
import { addContacts, exampleContact } from './harness/contacts'
import { onEachEngine } from './harness/server'
import { hiding, setRules } from './needToKnowAnswers'

type Cells = Parameters<typeof exampleContact>[1]

/** Who calls: reference, contact, and what they or the officer may say or type. */
const CALLERS: readonly (readonly [string, Cells, readonly string[]])[] = [
  [
    'HH-0008',
    { title: 'Ms', firstName: 'Siân', lastName: 'Llŷr', addressLine1: '1 Heol y Gogledd', mobile: '+44 7700 900801' },
    ['Llyr', 'llyr', 'Llŷr'.normalize('NFD'), 'Sian', 'sian llyr', 'LLYR SIAN', '07700 900801', '1 heol y gogledd'],
  ],
  [
    'HH-0012',
    { firstName: 'Seán', lastName: 'O’Brien', addressLine1: 'Flat 3, Rose Court', postcode: 'M33 2AB' },
    ['obrien', "O'Brien", 'o brien', 'sean obrien', '3 rose court', 'm332ab', 'M33 2AB', 'rose ct'],
  ],
  [
    'HH-0120',
    { firstName: 'José', lastName: 'García-Núñez', addressLine1: '12 Saint Mary’s Road', mobile: '(07700) 900-803' },
    [
      'garcia nunez',
      'garcianunez',
      'jose',
      '12 st marys rd',
      '12 st. mary road',
      '+44 (0)7700 900803',
      '00447700900803',
    ],
  ],
  [
    'HH-0121',
    { firstName: 'Zoë', lastName: 'Mc Donald', addressLine1: '12A Ørsted Gardens', addressLine2: 'Straße' },
    ['mcdonald', 'zoe mc', '12a orsted', '12 a orsted gdns', 'strasse', 'HH0121', 'hh 0121'],
  ],
  [
    'HH-0122',
    { firstName: 'Łukasz', lastName: 'Þórsson', addressLine1: '4/6 Mill-Bank', mobile: '447700900805' },
    ['lukasz', 'thorsson', '4 mill bank', 'millbank', '07700900805', '7700 900805', '07700 9008 05'],
  ],
  [
    'hh-0123',
    { firstName: 'Anne-Marie', lastName: "D'Arcy", addressLine1: '100 Church Lane', postcode: 'M33 7ZZ' },
    ['annemarie darcy', 'anne marie', '100 church ln'],
  ],
  [
    'HH-0124',
    { firstName: 'Rui', lastName: 'D’Sa', addressLine1: '7 Quay', town: 'Ashford', postcode: 'M33 9QZ' },
    [
      'dsa',
      "D'Sa",
      'd sa',
      'Rui D’Sa, 7 Quay, Ashford, M33 9QZ',
      '\u200BHH\u22120124',
      'HH\u2011\uFEFF0124',
      'ＨＨ－０１２４',
    ],
  ],
  ['HH-0125', { firstName: 'Mei', lastName: 'Ng', addressLine1: '9 Quay' }, ['Ng', 'mei ng']],
]
const DESCRIPTIONS = CALLERS.flatMap(([reference, , said]) => said.map((words) => [words, reference] as const))

/** People who are somebody else, in the same streets. */
const OTHERS = Array.from({ length: 120 }, (_, index) =>
  exampleContact(`ZZ-${index}`, {
    firstName: ['Edna', 'Ian', 'Nga', 'Omar'][index % 4] ?? '',
    lastName: ['Ashworth', 'Miller', 'Brown'][index % 3] ?? '',
    addressLine1: `${200 + index} ${['Church Lane', 'Harbour Street', 'Mill Lane'][index % 3]}`,
    postcode: `M41 ${index % 9}QQ`,
    mobile: `07700 901${String(index).padStart(3, '0')}`,
  }),
)

/* docs/product.md#searching-for-a-household */
onEachEngine('Searching for a household', {}, (server) => {
  const tools = campaignTools(server)
  const { as, prepared } = tools
  beforeAll(async () => {
    await tools.prepareHouseholds()
    await tools.reset()
    const callers = CALLERS.map(([reference, cells]) => exampleContact(reference, cells))
    await addContacts(server(), 'ashford', [...callers, ...OTHERS])
  })
  const reply = async (written: string) =>
    findReplying.reply.parse((await (await as('viewer')).post('/api/find-replying', { written })).json())
  const atRightsDesk = async (words: string) =>
    findHouseholds.reply.parse((await (await as('admin')).post('/api/find-households', { words })).json())

  test('finds 49 callers of 49 by what they say, at both desks alike, among few', async () => {
    expect(DESCRIPTIONS).toHaveLength(49)
    for (const [words, reference] of DESCRIPTIONS) {
      const found = (await reply(words)).households.map((one) => one.household_reference)
      expect(found, words).toContain(reference)
      expect(found.length, words).toBeLessThanOrEqual(3)
      const { households } = await atRightsDesk(words)
      expect(
        households.map((one) => one.household_reference),
        words,
      ).toEqual(found)
    }
    const log = server().log.join('')
    for (const words of ['Llyr', 'obrien', '900803']) expect(log).not.toContain(words)
  })

  test('finds nobody else: house 12 is not house 120, and signs are no words', async () => {
    const references = async (words: string) => (await reply(words)).households.map((one) => one.household_reference)
    expect(await references('10 church lane')).toEqual([])
    expect(await references('100 church lane')).toEqual(['hh-0123'])
    // Nor is house 1 everybody at a postcode such as M41 1QQ.
    expect(await references('1 harbour street')).not.toContain('ZZ-10')
    expect(await references('1 heol y gogledd')).toEqual(['HH-0008'])
    // Many may have one number: a name beside it narrows them.
    expect(await references('07700 900801 llyr')).toEqual(['HH-0008'])
    expect(await references('darcy +44 7700 900801')).toEqual([])
    // Mrs Ian is not Sian.
    expect(await references('sian')).toEqual(['HH-0008'])
    expect(await references('%%%')).toEqual([])
    expect((await (await as('viewer')).post('/api/find-replying', { written: ' a ' })).statusCode).toBe(422)
  })

  test('has those first that were written to, twenty at most, and says that there are more', async () => {
    const campaign = await prepared()
    await server().services.database.asSystem((tx) =>
      tx
        .update(recipients)
        .set({ state: 'delivered', sentAt: new Date('2026-11-02T09:30:00Z'), householdReference: 'ZZ-99' })
        .where(and(eq(recipients.campaignId, campaign), eq(recipients.householdReference, 'A-1'))),
    )
    const { households, has_more } = await reply('church lane')
    expect([households.length, has_more]).toEqual([20, true])
    expect(households[0]).toMatchObject({ household_reference: 'ZZ-99', messages: [{ campaign: 'Autumn' }] })
    expect(households[1]?.messages).toEqual([])
  })

  test('names no street and no campaign to a role that does not see exact places, nor searches by street', async () => {
    await setRules(server(), hiding('Viewer', 'place'))
    const { households } = await reply('Llyr')
    expect(households).toMatchObject([{ name: 'Ms Siân Llŷr', address: 'ZE9 1AA', messages: null, help: null }])
    expect((await reply('heol y gogledd')).households).toEqual([])
    expect((await reply('church lane')).households.map((one) => one.household_reference)).not.toContain('ZZ-99')
  })
})
