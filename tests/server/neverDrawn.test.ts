import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { getNeverDrawnSettings, setNeverDrawnSettings } from '../../src/contract/campaigns/neverDrawn'
import { pensionCreditReportSchema } from '../../src/contract/results/reports'
import { campaigns, neverDrawnSettings, recipients } from '../../src/server/db/schema'
import { campaignTools } from './harness/campaigns'
import { addContacts, exampleContact } from './harness/contacts'
import { onEngine } from './harness/server'
import { importHouseholds } from './harness/snapshot'

/* 40 households: rent from the council, A-11 to A-20 have a carer. */
const REFERENCES = Array.from({ length: 40 }, (_, index) => `A-${index + 1}`)
const NAMED = {
  filter_request_list: [
    { filter_name: 'tenure', filter_value_list: ['council_rent'] },
    { filter_name: 'carer', filter_value_list: ['true'] },
  ],
}

// In production without a key nothing is ever sent, so that a campaign stays where a move put it.
onEngine('embedded', 'Filter values that are never drawn', { NODE_ENV: 'production' }, (server) => {
  const tools = campaignTools(server)
  const { as, prepared, move, rowsOf, detail } = tools

  beforeAll(async () => {
    await tools.prepareHouseholds()
    await importHouseholds(
      server(),
      'ashford',
      REFERENCES.map((household_reference, index) => ({
        household_reference,
        pension_credit: 'eligible_not_claiming',
        tenure: index < 10 ? 'council_rent' : 'private_rent',
        carer: index >= 10 && index < 20 ? 'true' : 'false',
      })),
    )
  })
  beforeEach(async () => {
    await tools.reset()
    await server().services.database.asSystem(async (tx) => {
      await tx.delete(campaigns)
      await tx.delete(neverDrawnSettings)
    })
    await server().services.database.executeSql('delete from contacts')
    await addContacts(
      server(),
      'ashford',
      REFERENCES.map((reference) => exampleContact(reference)),
    )
  })

  const name = async (settings: object) => (await as('admin')).post(setNeverDrawnSettings.path, settings)
  const isNamed = (reference: string) => Number(reference.slice(2)) <= 20

  test('no household that has one of them is held out, and none of them is compared', async () => {
    expect((await name(NAMED)).json()).toEqual(NAMED)
    const rows = await rowsOf(await prepared({ hold_out_percentage: 50 }))
    expect(rows.filter((row) => row.heldOut)).toHaveLength(10)
    expect(rows.filter((row) => isNamed(row.householdReference)).map((row) => [row.state, row.isCompared])).toEqual(
      Array(20).fill(['prepared', false]),
    )
    expect(rows.filter((row) => !isNamed(row.householdReference)).every((row) => row.isCompared)).toBe(true)
  })

  test('neither is who would be drawn together with such a household', async () => {
    await name(NAMED)
    await server().services.database.executeSql(
      `update contacts set mobile = '07700 900999' where household_reference in ('A-20', 'A-21')`,
    )
    for (const draw of ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']) {
      const rows = await rowsOf(await prepared({ hold_out_percentage: 50, campaign_name: draw }))
      expect(rows.find((row) => row.householdReference === 'A-21')).toMatchObject({ heldOut: false, isCompared: false })
    }
  })

  test('they are a part of the fingerprint, and the report says that they are not compared', async () => {
    await name(NAMED)
    const id = await prepared({ hold_out_percentage: 50 })
    await move('review-campaign', id)
    const set = (neverDrawn: boolean) =>
      server().services.database.asSystem((tx) =>
        tx.update(recipients).set({ neverDrawn }).where(eq(recipients.householdReference, 'A-1')),
      )
    await set(false)
    expect((await move('run-reviewed-campaign', id)).json()).toMatchObject({ code: 'list_changed' })
    await set(true)
    await name({ filter_request_list: [] })
    expect((await move('run-reviewed-campaign', id)).json()).toMatchObject({ number_of_recipients: 30 })
    expect((await detail(id)).hold_out).toMatchObject({ households: 10 })
    const { impact } = pensionCreditReportSchema.parse(
      (await (await as('viewer')).post('/api/pension-credit-campaign-summary', { id })).json(),
    )
    expect(impact?.planned).toEqual({ contacted: 10, held_out: 10 })
    expect(impact?.method).toContain('Households that your organisation always contacts are in neither arm.')
  })

  test('are set by administrators, with values that the data have', async () => {
    const unknown = { filter_request_list: [{ filter_name: 'tenure', filter_value_list: ['a castle'] }] }
    expect((await name(unknown)).statusCode).toBe(422)
    expect((await (await as('viewer')).post(setNeverDrawnSettings.path, NAMED)).statusCode).toBe(403)
    await name(NAMED)
    expect((await (await as('viewer')).get(getNeverDrawnSettings.path)).json()).toEqual(NAMED)
    expect((await (await as('other', 'brynmor')).get(getNeverDrawnSettings.path)).json()).toEqual({
      filter_request_list: [],
    })
    expect(await tools.audited('never_drawn')).toMatchObject({ subject: 'tenure: council_rent; carer: true' })
  })
})
