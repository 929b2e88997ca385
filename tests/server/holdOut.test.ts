import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { countEligibleHouseholds } from '../../src/contract/campaigns/campaigns'
import { getHoldOutChoices } from '../../src/contract/campaigns/holdOuts'
import { campaigns, recipients } from '../../src/server/db/schema'
import { campaignTools } from './harness/campaigns'
import { addContacts, exampleContact } from './harness/contacts'
import { onEngine } from './harness/server'
import { importHouseholds } from './harness/snapshot'

const REFERENCES = Array.from({ length: 40 }, (_, index) => `A-${index + 1}`)

// In production without a key nothing is ever sent, so that a campaign stays where a move put it.
onEngine('embedded', 'A hold-out', { NODE_ENV: 'production' }, (server) => {
  const tools = campaignTools(server)
  const { as, add, count, detail, prepared, move, changeContact, rowsOf, audited } = tools

  beforeAll(async () => {
    await tools.prepareHouseholds()
    const open = { pension_credit: 'eligible_not_claiming', attendance_allowance: 'likely_eligible' }
    await importHouseholds(
      server(),
      'ashford',
      REFERENCES.map((household_reference) => ({ household_reference, ...open })),
    )
  })
  beforeEach(async () => {
    await tools.reset()
    await server().services.database.asSystem((tx) => tx.delete(campaigns))
    await server().services.database.executeSql('delete from contacts')
    await addContacts(
      server(),
      'ashford',
      REFERENCES.map((reference) => exampleContact(reference)),
    )
  })

  const held = async (id: number) => (await rowsOf(id)).filter((row) => row.heldOut)
  const eligible = async (changes: object = {}) => {
    const { eligible_household_count, held_out_count } = countEligibleHouseholds.reply.parse(
      (await count(changes)).json(),
    )
    return [eligible_household_count, held_out_count]
  }
  const change = (id: number, columns: Partial<typeof campaigns.$inferInsert>) =>
    server().services.database.asSystem((tx) => tx.update(campaigns).set(columns).where(eq(campaigns.id, id)))

  test('keeps a part of the list without a message, and writes to the rest', async () => {
    const id = await prepared({ hold_out_percentage: 20, hold_out_months: 3 })
    expect(await detail(id)).toMatchObject({
      number_of_recipients: 32,
      frozen_count: 40,
      recipients: { prepared: 32, held_out: 8 },
      hold_out: { percentage: 20, months: 3, households: 8, until: null, is_released: false },
    })
    const rows = await held(id)
    expect(rows.map(({ state, destination, personalisation }) => [state, destination, personalisation])).toEqual(
      Array(8).fill(['held_out', null, null]),
    )
    await move('review-campaign', id)
    expect((await move('run-reviewed-campaign', id)).json()).toMatchObject({ number_of_recipients: 32 })
    expect((await detail(id)).recipients).toMatchObject({ prepared: 32, held_out: 8, removed: 0 })
  })

  test('draws households of one mobile number together, however it is written', async () => {
    await server().services.database.executeSql(
      `update contacts set mobile = case when substr(household_reference, 3)::int % 2 = 0 then '07700 9001' else '+44 77009001' end
        || lpad(((substr(household_reference, 3)::int + 1) / 2)::text, 2, '0')`,
    )
    const drawn = await held(await prepared({ hold_out_percentage: 50 }))
    const pairs = drawn.map(({ householdReference }) => Math.ceil(Number(householdReference.slice(2)) / 2))
    expect(pairs).toHaveLength(20)
    expect(new Set(pairs).size).toBe(10)
  })

  test('is refused in other sizes', async () => {
    for (const hold_out_percentage of [5, 100, -10, '20', null]) {
      expect((await add({ hold_out_percentage })).statusCode).toBe(422)
    }
  })

  test('is a part of the fingerprint: who was drawn cannot be changed afterwards', async () => {
    const id = await prepared({ hold_out_percentage: 20 })
    await move('review-campaign', id)
    const [first] = await held(id)
    const set = (heldOut: boolean) =>
      server().services.database.asSystem((tx) =>
        tx
          .update(recipients)
          .set({ heldOut })
          .where(eq(recipients.householdReference, first?.householdReference ?? '')),
      )
    await set(false)
    expect((await move('run-reviewed-campaign', id)).json()).toMatchObject({ code: 'list_changed' })
    await set(true)
    await change(id, { holdOutSeed: 'another' })
    expect((await move('run-reviewed-campaign', id)).json()).toMatchObject({ code: 'list_changed' })
  })

  test('is judged like the rest: who may not be contacted leaves either arm', async () => {
    await changeContact('A-1', { firstName: '' })
    const id = await prepared({ hold_out_percentage: 50 })
    const ofArm = async (heldOut: boolean, state: string) =>
      (await rowsOf(id)).filter((row) => row.heldOut === heldOut && row.state === state)
    expect((await detail(id)).recipients).toMatchObject({ cannot_be_contacted: 1 })
    await move('review-campaign', id)
    const [[inList], [inHoldOut]] = [await ofArm(false, 'prepared'), await ofArm(true, 'held_out')]
    for (const row of [inList, inHoldOut]) await changeContact(row?.householdReference ?? '', { doNotContact: true })
    const before = await detail(id)
    expect(before).toMatchObject({ removed_since_review: 1, removals: [{ households: 1 }] })
    await move('run-reviewed-campaign', id)
    expect(await detail(id)).toMatchObject({
      number_of_recipients: before.number_of_recipients - 1,
      removed_since_review: 1,
      recipients: { removed: 2 },
    })
    const out = (await rowsOf(id)).filter((row) => !row.isCompared)
    expect(out.map(({ householdReference }) => householdReference).toSorted()).toEqual(
      ['A-1', inList?.householdReference, inHoldOut?.householdReference].toSorted(),
    )
  })

  describe('leaves its households out of other campaigns for the benefit', () => {
    test('until it is released by hand, once', async () => {
      const id = await prepared({ hold_out_percentage: 20 })
      expect(await eligible()).toEqual([32, 8])
      expect(await eligible({ stagger: 1 })).toEqual([32, 8])
      expect(await eligible({ benefit_name: 'attendance_allowance' })).toEqual([40, 0])
      const other = await prepared({ campaign_name: 'Another' })
      const drawn = (await held(id)).map(({ householdReference }) => householdReference)
      expect((await rowsOf(other)).filter((row) => drawn.includes(row.householdReference))).toEqual([])

      const viewer = await as('viewer')
      for (let twice = 0; twice < 2; twice++) {
        expect((await viewer.post(`/api/release-hold-out?campaign_id=${id}`, '')).statusCode).toBe(200)
      }
      expect(await audited('hold_out_released')).toMatchObject({ subject: `campaign ${id} (sms)`, quantity: 8 })
      expect((await detail(id)).hold_out).toMatchObject({ is_released: true })
      expect(await eligible()).toEqual([40, 0])
      const refused = await viewer.post(`/api/release-hold-out?campaign_id=${other}`, '')
      expect([refused.statusCode, refused.json()]).toMatchObject([409, { code: 'no_hold_out' }])
    })

    test('until six months after the run, or three where that was chosen, or until it is cancelled', async () => {
      const id = await prepared({ hold_out_percentage: 20 })
      const monthsAgo = (months: number) => {
        const day = new Date()
        day.setUTCDate(1)
        day.setUTCMonth(day.getUTCMonth() - months)
        return day
      }
      await change(id, { runAt: monthsAgo(5) })
      expect(await eligible()).toEqual([32, 8])
      await change(id, { holdOutMonths: 3 })
      expect(await eligible()).toEqual([40, 0])
      await change(id, { runAt: monthsAgo(2) })
      expect(await eligible()).toEqual([32, 8])
      await change(id, { runAt: monthsAgo(7), holdOutMonths: 6 })
      expect(await eligible()).toEqual([40, 0])
      expect((await detail(id)).hold_out).toMatchObject({ is_released: true })
      await change(id, { runAt: null })
      expect(await eligible()).toEqual([32, 8])
      await move('cancel-campaign', id)
      expect(await eligible()).toEqual([40, 0])
    })

    test('also of those whose list was frozen before', async () => {
      const earlier = await prepared()
      const id = await prepared({ hold_out_percentage: 20 })
      await move('review-campaign', earlier)
      const reason = 'Another campaign for Pension Credit holds it out, for comparison.'
      expect((await detail(earlier)).removals).toEqual([{ reason, households: 8 }])
      expect((await move('run-reviewed-campaign', earlier)).json()).toMatchObject({ number_of_recipients: 32 })
      const drawn = (await held(id)).map(({ householdReference }) => householdReference)
      expect(
        (await rowsOf(earlier)).filter(({ state }) => state === 'removed').map((row) => row.householdReference),
      ).toEqual(drawn)
    })
  })

  test('is offered as the last campaign for the benefit chose, which was not cancelled and not small', async () => {
    const last = async (benefit = 'pension_credit') =>
      (await (await as('viewer')).get(`/api/last-campaign-choices?benefit_name=${benefit}`)).json<unknown>()
    const none = { hold_out_percentage: null, lawful_basis: null }
    expect(await last()).toEqual(none)
    const id = await prepared({ hold_out_percentage: 10, lawful_basis: 'consent' })
    expect(await last()).toEqual({ hold_out_percentage: null, lawful_basis: 'consent' })
    await change(id, { frozenCount: 500 })
    expect(await last()).toEqual({ hold_out_percentage: 10, lawful_basis: 'consent' })
    expect(await last('healthy_start')).toEqual(none)
    await change(id, { status: 'cancelled' })
    expect(await last()).toEqual(none)
  })

  test('says before what it could show', async () => {
    const choices = async (households: number) =>
      getHoldOutChoices.reply.parse(
        (
          await (await as('viewer')).get(`/api/hold-out-choices?benefit_name=pension_credit&households=${households}`)
        ).json(),
      )
    // With one snapshot nothing is known, and nothing is named: not 0, and no half either.
    const unknown = await choices(1_000)
    expect([unknown.base_rate, unknown.months_needed]).toEqual([null, 7])
    expect(unknown.choices.map(({ percentage, held_out }) => [percentage, held_out])).toEqual([
      [0, 0],
      [10, 100],
      [20, 200],
      [50, 500],
    ])
    expect(unknown.choices[2]).toMatchObject({ smallest_effect: null, is_too_small_to_measure: false })
    const importMonth = (month: string, claiming: number) =>
      importHouseholds(
        server(),
        'ashford',
        REFERENCES.map((household_reference, index) => ({
          household_reference,
          pension_credit: index < claiming ? 'claiming' : 'eligible_not_claiming',
        })),
        month,
      )
    // Two months say nothing of six.
    await importMonth('2026-08-01', 0)
    expect(await choices(1_000)).toMatchObject({ base_rate: null, months_needed: 7 })
    // 24 of 40 began to claim in six months.
    await importMonth('2026-04-01', 0)
    await importMonth('2026-10-01', 24)
    const known = await choices(1_000)
    expect(known.base_rate).toEqual({ from: '2026-04-01', to: '2026-10-01', households: 40, claiming: 24 })
    expect([known.months_needed, known.choices[2]?.is_too_small_to_measure]).toEqual([null, true])
    expect(known.choices[3]?.smallest_effect).toBeCloseTo(8.46, 2)
    // None of 40: up to 8.8% by Wilson, of which 1.85 points more are seen by 4,000 households in either arm. It is never 0.
    await importMonth('2026-10-01', 0)
    const none = await choices(8_000)
    expect(none.base_rate).toMatchObject({ households: 40, claiming: 0 })
    expect(none.choices[3]?.smallest_effect).toBeCloseTo(1.85, 2)
    expect((await choices(1)).choices[2]).toMatchObject({ smallest_effect: null, is_too_small_to_measure: true })
    expect((await choices(20)).choices[1]).toMatchObject({ is_too_small_to_measure: true })
  })
})
