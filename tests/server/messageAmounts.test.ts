import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addCampaign, countEligibleHouseholds } from '../../src/contract/campaigns/campaigns'
import { campaigns, recipients } from '../../src/server/db/schema'
import { exampleDocument, wordParagraph } from '../../src/server/modules/campaigns/letters/testing/documents'
import { selected } from './harness/caller'
import { campaignTools } from './harness/campaigns'
import { addContacts, exampleContact } from './harness/contacts'
import { letterTools } from './harness/letters'
import { onEngine } from './harness/server'
import { importHouseholds } from './harness/snapshot'
import { hiding, setRules } from './needToKnowAnswers'

/* docs/product.md#campaign-preview */

const OPEN = { pension_credit: 'eligible_not_claiming', age_of_head: '78', pension_age: 'true' }
const COUPLE = { household_type: 'couple_pensioner', household_size: '2' }
const LIKELY = { attendance_allowance: 'likely_eligible' }
const SAYING = { name: 'amount', text: 'At least ((amount)) a week.' }
const LETTER = { channel_name: 'print_and_post', sms_template_id: null }
const UNSURE = 'The message needs ((amount)), and the council’s data are not sure of an amount.'

// In production without a key nothing is ever sent, so that recipients stay prepared.
onEngine('embedded', 'The amount that messages say', { NODE_ENV: 'production' }, (server) => {
  const { add, as, count, prepared, rowsOf, detail, move } = campaignTools(server)
  const { offered } = letterTools(server)

  beforeAll(async () => {
    await importHouseholds(server(), 'ashford', [
      { household_reference: 'couple', ...OPEN, ...COUPLE, ...LIKELY, pension_credit_weekly_award: '63.25' },
      { household_reference: 'single', ...OPEN, ...LIKELY, pension_credit_weekly_award: '69' },
      { household_reference: 'unsure', ...OPEN, pension_credit_weekly_award: '0' },
      { household_reference: 'pregnant', healthy_start: 'eligible_not_claiming' },
    ])
    await addContacts(
      server(),
      'ashford',
      ['couple', 'single', 'unsure', 'pregnant'].map((reference) => exampleContact(reference)),
    )
  })
  beforeEach(() => server().services.database.asSystem(async (tx) => void (await tx.delete(campaigns))))

  const messagesOf = async (benefit: 'pension_credit' | 'attendance_allowance' | 'healthy_start') => {
    const sms_template_id = await server().services.templates.texts.save(server().seed.ashford.id, {
      name: benefit,
      text: 'At least ((amount)) a week.',
    })
    const id = await prepared({ benefit_name: benefit, sms_template_id })
    const rows = await rowsOf(id)
    const said = rows.map(({ householdReference, personalisation, reason }) => [
      householdReference,
      personalisation ?? reason,
    ])
    return { said, recipients: (await detail(id)).number_of_recipients }
  }

  test('is the award in the data for Pension Credit; without a sure one no message is made', async () => {
    // The estimate of the couple goes up to £235.35, with the addition for severe disability for both.
    expect(await messagesOf('pension_credit')).toEqual({
      said: [
        ['couple', { amount: '£63.25' }],
        ['single', { amount: '£69' }],
        ['unsure', UNSURE],
      ],
      recipients: 2,
    })
  })

  test('is for one person, at the lower rate, for Attendance Allowance', async () => {
    expect((await messagesOf('attendance_allowance')).said).toEqual([
      ['couple', { amount: '£76.70' }],
      ['single', { amount: '£76.70' }],
    ])
  })

  test('is a week’s also where a benefit is paid for a part of the year', async () => {
    expect((await messagesOf('healthy_start')).said).toEqual([['pregnant', { amount: '£4.65' }]])
  })

  test('is counted beside the eligible households', async () => {
    const reply = countEligibleHouseholds.reply.parse((await count()).json())
    expect([reply.eligible_household_count, reply.with_amount_count]).toEqual([3, 2])
  })

  test.each([
    ['text', (template: number) => ({ sms_template_id: template })],
    ['letter', (_: number, letter: string) => ({ ...LETTER, template_s3_key: letter })],
  ])('in a %s tells a role nothing that is hidden from it', async (_channel, message) => {
    const template = await server().services.templates.texts.save(server().seed.ashford.id, SAYING)
    const { key } = await offered(exampleDocument({ body: wordParagraph(SAYING.text) }))
    const campaign = message(template, key)
    const one = selected({}, { household_references: ['unsure'] })
    await setRules(server(), hiding('Viewer', 'health'))
    // Health adds to Pension Credit: whose amount is sure tells of it.
    expect((await add(campaign, one)).json()).toMatchObject({ code: 'selection_too_narrow' })
    await setRules(server(), { roles: [], purposes: [] })
    const [made] = addCampaign.reply.parse((await add(campaign, one)).json())
    await setRules(server(), hiding('Viewer', 'health'))
    const id = made?.id ?? 0
    for (const path of ['campaign-recipients', 'campaign-certificate']) {
      const refused = await (await as('viewer')).get(`/api/${path}?campaign_id=${id}`)
      expect(refused.json(), path).toMatchObject({ code: 'not_shown_to_role' })
    }
    expect(await detail(id)).toMatchObject({ is_rounded: true, recipients_hash: '' })
  })

  test('is sure for none or for few of a list: a role that gets rounded numbers is told the same', async () => {
    await setRules(server(), { roles: [], purposes: [] })
    const sms_template_id = await server().services.templates.texts.save(server().seed.ashford.id, SAYING)
    const few = await prepared({ sms_template_id }, selected({}, { household_references: ['couple'] }))
    const none = await prepared({ sms_template_id }, selected({}, { household_references: ['unsure'] }))
    const NONE = 'None of its households can be contacted. Cancel it and choose other households.'
    expect([(await detail(few)).problem, (await detail(none)).problem]).toEqual([null, NONE])
    await setRules(server(), hiding(['Viewer', 'SuperAdmin'], 'health'))
    const told = async (id: number): Promise<unknown[]> => [
      { ...(await detail(id)), id: 0, link_id: null, linked: [] },
      (await move('review-campaign', id)).json(),
    ]
    expect(await told(none)).toEqual(await told(few))
    expect(await told(none)).toMatchObject([
      { number_of_recipients: 10, problem: expect.stringMatching(/^Fewer than 10 /) as string },
      { code: 'nobody_left' },
    ])
    await setRules(server(), { roles: [], purposes: [] })
    expect((await move('review-campaign', few)).statusCode).toBe(200)
    await setRules(server(), hiding('SuperAdmin', 'health'))
    expect((await move('run-reviewed-campaign', few)).json()).toMatchObject({ code: 'nobody_left' })

    await setRules(server(), hiding(['Viewer', 'SuperAdmin'], 'health'))
    const change = (id: number, changes: Partial<typeof campaigns.$inferInsert>) =>
      server().services.database.asSystem((tx) => tx.update(campaigns).set(changes).where(eq(campaigns.id, id)))
    await change(few, { runAt: new Date(), pausedAt: new Date(), problem: 'Paused: 15 of 30 messages failed (50%).' })
    expect(await detail(few)).toMatchObject({ phase: 'paused', problem: 'Paused: too many messages failed.' })
    for (const id of [few, none]) await change(id, { status: 'Complete', completedAt: new Date(), pausedAt: null })
    await server().services.database.asSystem((tx) =>
      tx.update(recipients).set({ state: 'temporary_failure' }).where(eq(recipients.campaignId, few)),
    )
    const [ofFew, ofNone] = [await move('send-missed-recipients', few), await move('send-missed-recipients', none)]
    expect([ofFew.statusCode, ofFew.json()]).toEqual([409, ofNone.json()])
  })
})
