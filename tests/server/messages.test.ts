import { asc, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { campaigns as campaignRows, recipients, simulatedMessages } from '../../src/server/db/schema'
import { campaignTools } from './harness/campaigns'
import { onEachEngine } from './harness/server'

onEachEngine('Sending a campaign of texts', {}, (server) => {
  const tools = campaignTools(server)
  const { detail, prepared, move, rowsOf, changeContact } = tools
  beforeAll(tools.prepareHouseholds)
  beforeEach(tools.reset)

  const ledger = () =>
    server().services.database.asSystem((tx) =>
      tx.select().from(simulatedMessages).orderBy(asc(simulatedMessages.createdAt)),
    )
  const run = async (id: number) => {
    await move('review-campaign', id)
    expect((await move('run-reviewed-campaign', id)).json()).toMatchObject({ started: true })
  }
  const until = (id: number, found: object) => vi.waitFor(async () => expect(await detail(id)).toMatchObject(found))

  test('each household gets its message once, in its language, and the campaign is Complete and then knows what became of them', async () => {
    await changeContact('A-2', { preferredLanguage: 'cy' })
    const sms_template_id = await server().services.templates.texts.save(server().seed.ashford.id, {
      name: 'Gwahoddiad',
      text: 'Annwyl ((first_name)), ffoniwch ((organisation)).',
      language: 'cy',
    })
    const id = await prepared({
      translation: { sms_template_id, template_s3_key: null, translated_for: 'who_prefers_it' },
    })
    expect((await detail(id)).texts).toEqual([
      expect.stringMatching(/^Dear \(\(first_name\)\)/),
      'Annwyl ((first_name)), ffoniwch ((organisation)).',
    ])
    await run(id)
    await until(id, { status: 'Complete', phase: 'finished', problem: null })
    await until(id, { recipients: { delivered: 2 } })
    const rows = await rowsOf(id)
    const sent = (await ledger()).filter(({ reference }) => rows.some((row) => row.reference === reference))
    expect(sent.map(({ phoneNumber, body, status }) => [phoneNumber, body, status]).toSorted()).toEqual([
      ['+447700900123', 'Dear Edna, you may be owed Pension Credit. Call Ashford Council.', 'delivered'],
      ['+447700900222', 'Annwyl Edna, ffoniwch Ashford Council.', 'delivered'],
    ])
    expect(rows.map(({ attempts, sentAt, providerId }) => [attempts, sentAt !== null, providerId !== null])).toEqual([
      [1, true, true],
      [1, true, true],
    ])
    expect((await detail(id)).date_sent).not.toBeNull()
  })

  test('what fails is told in words, and "send the missed ones" sends to those alone', async () => {
    await changeContact('A-1', { mobile: '07700 900002' })
    await changeContact('A-2', { mobile: '07700 900003' })
    const id = await prepared()
    await run(id)
    await until(id, { status: 'Complete', recipients: { permanent_failure: 1, temporary_failure: 1 }, missed_count: 1 })
    expect((await rowsOf(id)).slice(0, 2).map(({ reason }) => reason)).toEqual([
      'The number does not exist or takes no texts.',
      'The phone was off or out of reach.',
    ])
    const before = (await ledger()).length
    expect((await move('send-missed-recipients', id)).json()).toMatchObject({ recipients: 1, phase: 'sending' })
    await until(id, { status: 'Complete', recipients: { permanent_failure: 1, temporary_failure: 1 } })
    const again = (await ledger()).slice(before)
    expect(again.map(({ phoneNumber, reference }) => [phoneNumber, reference])).toEqual([
      ['+447700900003', (await rowsOf(id))[1]?.reference],
    ])
  })

  test('after a pause it goes on with those alone that were not sent to', async () => {
    const id = await prepared()
    await move('review-campaign', id)
    const { campaigns, database } = server().services
    const { ashford } = server().seed
    await database.asSystem((tx) => tx.update(campaignRows).set({ runAt: new Date() }).where(eq(campaignRows.id, id)))
    expect(
      await database.forOrganisation(ashford.id, (tx) => campaigns.sendingMoves.pause(tx, id, 'Too many failed.')),
    ).toBe(true)
    await database.asSystem((tx) =>
      tx
        .update(recipients)
        .set({ state: 'delivered', sentAt: new Date() })
        .where(eq(recipients.householdReference, 'A-1')),
    )
    const before = (await ledger()).length
    await move('resume-campaign', id)
    await until(id, { status: 'Complete', recipients: { delivered: 2 } })
    expect((await ledger()).slice(before).map(({ phoneNumber }) => phoneNumber)).toEqual(['+447700900222'])
  })
})
