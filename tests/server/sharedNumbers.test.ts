import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { countEligibleHouseholds } from '../../src/contract/campaigns/campaigns'
import { redraftCampaign } from '../../src/contract/campaigns/campaignMoves'
import { setNeverDrawnSettings } from '../../src/contract/campaigns/neverDrawn'
import { campaigns, neverDrawnSettings } from '../../src/server/db/schema'
import { campaignTools } from './harness/campaigns'
import { addContacts, exampleContact } from './harness/contacts'
import { onEngine } from './harness/server'
import { importHouseholds } from './harness/snapshot'

/* docs/product.md#one-number-several-households, of which A-9 rents from the council. */
const REFERENCES = Array.from({ length: 24 }, (_, index) => `A-${index + 1}`)
const ONE = { one_text_per_number: true }

/** The same number in any of its spellings. */
const spell = (number: number, how: number) => {
  const digits = `7700 900${String(number).padStart(3, '0')}`
  return [`0${digits}`, `+44 ${digits}`, `0044${digits.replace(' ', '')}`, `+44 (0)${digits}`][how % 4] ?? digits
}

// In production without a key nothing is ever sent, so that recipients stay where a test put them.
onEngine('embedded', 'One number of several households', { NODE_ENV: 'production' }, (server) => {
  const tools = campaignTools(server)
  const { as, count, prepared, detail, move, changeContact, rowsOf } = tools

  beforeAll(async () => {
    await tools.prepareHouseholds()
    await importHouseholds(
      server(),
      'ashford',
      REFERENCES.map((household_reference) => ({
        household_reference,
        pension_credit: 'eligible_not_claiming',
        tenure: household_reference === 'A-9' ? 'council_rent' : 'private_rent',
      })),
    )
  })
  beforeEach(async () => {
    await tools.reset()
    await server().services.database.asSystem((tx) => tx.delete(neverDrawnSettings))
    // have one number, each in its own spelling.
    await holdNumbers((index) => ([0, 1, 3].includes(index) ? 111 : index + 200))
  })

  const holdNumbers = async (numberOf: (index: number) => number) => {
    await server().services.database.executeSql('delete from contacts')
    await addContacts(
      server(),
      'ashford',
      REFERENCES.map((reference, index) => exampleContact(reference, { mobile: spell(numberOf(index), index) })),
    )
  }
  const counted = async (changes: object = {}) => countEligibleHouseholds.reply.parse((await count(changes)).json())
  const listed = async (id: number) => (await rowsOf(id)).map(({ householdReference }) => householdReference)

  test('is said before the review, and each household gets its text unless one is asked for', async () => {
    expect(await counted()).toMatchObject({
      eligible_household_count: 24,
      same_number_count: 0,
      shared_numbers: { numbers: 1, households: 3, most: 3 },
    })
    expect(await counted(ONE)).toMatchObject({
      eligible_household_count: 22,
      waterfall: { not_contacted_recently: 24 },
      same_number_count: 2,
      shared_numbers: { numbers: 1, households: 3, most: 3 },
      by_channel: { sms: 22, print_and_post: 24 },
    })
    // Letters have no number.
    expect(await counted({ ...ONE, channel_name: 'print_and_post' })).toMatchObject({
      eligible_household_count: 24,
      shared_numbers: null,
    })
    const id = await prepared()
    expect(await listed(id)).toHaveLength(24)
    expect((await detail(id)).shared_numbers).toEqual({ numbers: 1, households: 3, most: 3 })
  })

  test('gets one text for the first household, and nobody moves up when that one leaves the list', async () => {
    const id = await prepared(ONE)
    expect(await listed(id)).toEqual(REFERENCES.filter((reference) => !['A-2', 'A-4'].includes(reference)).toSorted())
    expect(await detail(id)).toMatchObject({
      number_of_recipients: 22,
      cost: { messages: 22 },
      ...ONE,
      shared_numbers: { numbers: 0 },
    })
    await move('review-campaign', id)
    await changeContact('A-1', { doNotContact: true })
    expect((await move('run-reviewed-campaign', id)).json()).toMatchObject({ number_of_recipients: 21 })
    expect(await listed(id)).not.toContain('A-2')
    // A list that is made now has the first of those who are left.
    expect(await listed(await prepared(ONE))).toEqual(
      REFERENCES.filter((reference) => !['A-1', 'A-4'].includes(reference)).toSorted(),
    )
  })

  test('the choice is a part of the fingerprint, and of what a draft is made of again', async () => {
    const id = await prepared(ONE)
    await move('review-campaign', id)
    const set = (oneTextPerNumber: boolean) =>
      server().services.database.asSystem((tx) =>
        tx.update(campaigns).set({ oneTextPerNumber }).where(eq(campaigns.id, id)),
      )
    await set(false)
    expect((await move('run-reviewed-campaign', id)).json()).toMatchObject({ code: 'list_changed' })
    await set(true)
    await move('cancel-campaign', id)
    const redraft = await (await as('viewer')).post(`${redraftCampaign.path}?campaign_id=${id}`, '')
    expect(redraftCampaign.reply.parse(redraft.json())).toMatchObject(ONE)
  })

  test.each([1, 2, 5, 23])('there are as many texts as numbers, however %i of them are shared', async (numbers) => {
    const numberOf = (index: number) => 300 + ((index * 7 + numbers) % numbers)
    await holdNumbers(numberOf)
    const different = new Set(REFERENCES.map((_, index) => numberOf(index))).size
    const { eligible_household_count, same_number_count, shared_numbers } = await counted(ONE)
    expect([eligible_household_count, same_number_count]).toEqual([different, 24 - different])
    expect(shared_numbers).toMatchObject({ households: 24 - different + (shared_numbers?.numbers ?? 0) })
    const rows = await rowsOf(await prepared(ONE))
    expect([rows.length, new Set(rows.map(({ destination }) => destination)).size]).toEqual([different, different])
  })

  test('is drawn once, and never where it stands for a household that is always contacted', async () => {
    const settings = { filter_request_list: [{ filter_name: 'tenure', filter_value_list: ['council_rent'] }] }
    await (await as('admin')).post(setNeverDrawnSettings.path, settings)
    // have one number; A-9 is left out, but A-1 has its text.
    await holdNumbers((index) => ([0, 8].includes(index) ? 111 : index + 200))
    for (const campaign_name of ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']) {
      const rows = await rowsOf(await prepared({ ...ONE, hold_out_percentage: 50, campaign_name }))
      expect(rows).toHaveLength(23)
      expect(rows.filter((row) => row.heldOut)).toHaveLength(11)
      expect(rows[0]).toMatchObject({ householdReference: 'A-1', heldOut: false, isCompared: false })
      await server().services.database.asSystem((tx) => tx.delete(campaigns))
    }
  })
})
