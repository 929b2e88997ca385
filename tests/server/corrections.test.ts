import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { householdFileSchema } from '../../src/contract/data-protection/householdRights'
import { campaigns, contactCorrections, contacts, recipients } from '../../src/server/db/schema'
import { replaceContacts } from '../../src/server/modules/households/contacts/replaceContacts'
import { campaignTools } from './harness/campaigns'
import { addContacts, exampleContact } from './harness/contacts'
import { onEngine } from './harness/server'

// In production without a key nothing is ever sent, so that a campaign stays where a move put it.
onEngine('embedded', 'Corrections of contacts', { NODE_ENV: 'production' }, (server) => {
  const tools = campaignTools(server)
  const { as, detail, prepared, move, rowsOf, audited, waterfall } = tools
  beforeAll(tools.prepareHouseholds)
  beforeEach(async () => {
    await tools.reset()
    await server().services.database.asSystem((tx) => tx.delete(contactCorrections))
  })

  const post = async (path: string, body: object) => (await as('admin')).post(path, body)
  const file = async (household_reference: string) =>
    householdFileSchema.parse((await post('/api/household-file', { household_reference })).json())
  const correct = (household_reference: string, contact: object) =>
    post('/api/correct-contact', { household_reference, contact })
  const lift = (household_reference: string) => post('/api/lift-correction', { household_reference })
  const held = async (reference: string) => {
    const [found] = await server().services.database.asSystem((tx) =>
      tx.select().from(contacts).where(eq(contacts.householdReference, reference)),
    )
    return found
  }
  /** The next month's contacts, as an import writes them. */
  const importContacts = (mobile: string, references = ['A-1', 'A-2']) =>
    server().services.database.asSystem((tx) =>
      replaceContacts(
        tx,
        server().seed.ashford.id,
        (async function* () {
          const all = (text: string) => references.map(() => text)
          const texts = [
            references,
            ...['Mrs', 'Edna', 'Ashworth', '9 New Street', '', 'Ashford', 'ZE9 1AA', mobile, 'en'].map(all),
          ]
          yield { texts, doNotContact: references.map(() => false) }
        })(),
      ),
    )

  test('a correction shows beside what the month says, and outlasts months until one says the same', async () => {
    const before = (await held('A-1'))?.mobile ?? ''
    expect((await correct('A-1', { mobile: '07700 900555' })).json()).toEqual({ left_out: 0 })
    expect((await file('A-1')).correction).toMatchObject({
      corrected: [{ name: 'Mobile number', value: '07700 900555' }],
      imported: [{ name: 'Mobile number', value: before }],
      corrected_by: 'admin@ashford.example',
    })
    await importContacts('07700 900001')
    expect(await held('A-1')).toMatchObject({ mobile: '07700 900555', addressLine1: '9 New Street' })
    expect(await held('A-2')).toMatchObject({ mobile: '07700 900001' })
    // Away for a month, and back.
    await importContacts('07700 900002', ['A-2'])
    expect((await file('A-1')).correction).toMatchObject({ imported: [] })
    await importContacts('07700 900003')
    expect(await held('A-1')).toMatchObject({ mobile: '07700 900555' })
    await importContacts('07700 900555')
    expect((await file('A-1')).correction).toBeNull()
    await importContacts('07700 900004')
    expect(await held('A-1')).toMatchObject({ mobile: '07700 900004' })
  })

  test('a second correction adds to the first, and both are taken back to what the month says', async () => {
    const before = await held('A-1')
    await correct('A-1', { mobile: '07700 900555' })
    await correct('A-1', { first_name: 'Ethel' })
    expect((await file('A-1')).correction?.corrected.map(({ name }) => name)).toEqual(['First name', 'Mobile number'])
    expect(await audited('rectified')).toMatchObject({ subject: 'corrected: first name', quantity: 1 })
    expect(JSON.stringify(await audited('rectified'))).not.toMatch(/Ethel|A-1/)
    expect((await lift('A-1')).statusCode).toBe(200)
    expect(await held('A-1')).toEqual(before)
    expect((await lift('A-1')).statusCode).toBe(404)
    expect(server().log.join('\n')).not.toMatch(/Ethel|900555/)
  })

  test('texts that wait are made again with it, reviewed ones too, and go', async () => {
    const [unreviewed, reviewed] = [await prepared(), await prepared()]
    await move('review-campaign', reviewed)
    await correct('A-1', { mobile: '07700 900555', first_name: 'Ethel' })
    for (const id of [unreviewed, reviewed]) {
      expect((await rowsOf(id))[0]).toMatchObject({
        state: 'prepared',
        destination: '+447700900555',
        personalisation: { first_name: 'Ethel' },
      })
    }
    expect((await move('run-reviewed-campaign', reviewed)).json()).toMatchObject({ number_of_recipients: 2 })
    // Without a number there is no text.
    expect((await correct('A-1', { mobile: '' })).json()).toEqual({ left_out: 2 })
    expect(await detail(reviewed)).toMatchObject({ number_of_recipients: 1, recipients: { removed: 1 } })
    expect((await waterfall()).slice(2)).toEqual([2, 1, 1])
  })

  test('a letter that waits is taken off for a wrong name or address alone; a held-out household stays', async () => {
    const [letters, texts] = [await prepared(), await prepared()]
    await server().services.database.asSystem(async (tx) => {
      await tx.update(campaigns).set({ channel: 'print_and_post', message: null }).where(eq(campaigns.id, letters))
      await tx
        .update(recipients)
        .set({ state: 'held_out', personalisation: null })
        .where(eq(recipients.campaignId, texts))
    })
    const [before] = await rowsOf(texts)
    expect((await correct('A-1', { mobile: '07700 900555' })).json()).toEqual({ left_out: 0 })
    const [after] = await rowsOf(texts)
    expect(after).toMatchObject({ state: 'held_out', personalisation: null })
    expect(after?.contactDigest).not.toBe(before?.contactDigest)
    expect((await correct('A-1', { last_name: 'Ashby' })).json()).toEqual({ left_out: 1 })
    expect((await rowsOf(letters))[0]).toMatchObject({
      state: 'removed',
      reason: 'Its name or address was corrected after its letter was made.',
    })
  })

  test('a contact that becomes right can be written to', async () => {
    expect((await waterfall({ channel_name: 'print_and_post' })).slice(2)).toEqual([3, 2, 2])
    await correct('A-2', { address_line_1: '2 Harbour Street' })
    expect((await waterfall({ channel_name: 'print_and_post' })).slice(2)).toEqual([4, 3, 3])
  })

  test('is refused in words for what cannot be, for what is held already, and without a contact', async () => {
    expect((await correct('A-1', { mobile: '12345', postcode: 'X' })).json()).toMatchObject({
      fields: {
        'contact.mobile': 'Write a UK mobile number, such as 07700 900123, or nothing.',
        'contact.postcode': 'Write a UK postcode, or nothing.',
      },
    })
    expect((await correct('A-1', {})).json()).toMatchObject({ code: 'nothing_changed' })
    expect((await correct('A-7', { mobile: '' })).statusCode).toBe(404)
    const stranger = await as('other', 'brynmor')
    const its = { household_reference: 'A-1', contact: { mobile: '' } }
    expect((await stranger.post('/api/correct-contact', its)).statusCode).not.toBe(200)
    expect((await held('A-1'))?.mobile).not.toBe('')
  })

  test('two administrators at once both correct', async () => {
    const changes = [{ mobile: '07700 900555' }, { first_name: 'Ethel' }]
    const answers = await Promise.all(changes.map((change) => correct('A-1', change)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(await held('A-1')).toMatchObject({ mobile: '07700 900555', firstName: 'Ethel' })
    expect((await file('A-1')).correction?.corrected).toHaveLength(2)
  })

  test('an erasure takes it too, also of a household that the month does not have', async () => {
    await addContacts(server(), 'brynmor', [exampleContact('A-1')])
    await correct('A-1', { mobile: '07700 900555' })
    await importContacts('07700 900002', ['A-2'])
    expect((await post('/api/erase-household', { household_reference: 'A-1' })).statusCode).toBe(200)
    expect(await server().services.database.asSystem((tx) => tx.select().from(contactCorrections))).toEqual([])
  })
})
