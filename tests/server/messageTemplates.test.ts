import { beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { campaignSchema, countEligibleHouseholds } from '../../src/contract/campaigns/campaigns'
import { LETTER_EXAMPLES } from '../../src/contract/campaigns/messageExamples'
import {
  getAllSmsTemplates,
  getMessageTemplates,
  keepLetterTemplate,
  writeTextTemplate,
} from '../../src/contract/campaigns/templates'
import { letterTemplates, textTemplates, textTemplateVersions } from '../../src/server/db/schema'
import { exampleDocument, wordParagraph } from '../../src/server/modules/campaigns/letters/testing/documents'
import { examineLetter } from '../../src/server/modules/campaigns/letters/word/letterDocument'
import { checkDocument } from '../../src/server/modules/campaigns/letters/word/package'
import { campaignTools } from './harness/campaigns'
import { letterTools } from './harness/letters'
import { onEngine } from './harness/server'

/* docs/product.md#texts-and-letters */

onEngine('postgresql', 'Texts and letters in Settings', { SOFFICE_PATH: 'none' }, (server) => {
  const { as, add, count, detail, prepareHouseholds, request, reset, audited, rowsOf, prepared } = campaignTools(server)
  const { uploaded } = letterTools(server)
  /** The provider's: another administrator than Ashford's one. */
  const provider = () => as('staff', 'ashford')
  beforeAll(prepareHouseholds)
  beforeEach(reset)
  beforeEach(() =>
    server().services.database.asSystem(async (tx) => {
      await tx.delete(textTemplates)
      await tx.delete(textTemplateVersions)
      await tx.delete(letterTemplates)
    }),
  )

  const UNKNOWN = { detail: 'Please choose a template' }
  const TEXT = { name: 'Winter', text: 'Dear ((first_name))', benefit_name: null, language: 'en' }
  const write = async (change: object = {}) =>
    (await as('admin')).post('/api/write-text-template', { ...TEXT, ...change })
  const written = async (change: object = {}) => writeTextTemplate.reply.parse((await write(change)).json())
  const kept = async () =>
    getMessageTemplates.reply.parse((await (await as('admin')).get('/api/message-templates')).json())
  const decide = async (
    by: Awaited<ReturnType<typeof as>>,
    id: string,
    decision: string,
    channel: 'sms' | 'print_and_post' = 'sms',
  ) => by.post('/api/decide-message-template', { channel, id, decision })
  const offered = async () =>
    getAllSmsTemplates.reply.parse((await (await as('viewer')).get('/api/all-sms-templates')).json())
      .sms_template_information

  test('a text waits until somebody else has approved it', async () => {
    const { id } = await written()
    expect(await offered()).toEqual([])
    expect(await kept()).toMatchObject([{ id, version: 1, state: 'waiting', may_approve: false, text: TEXT.text }])
    const own = await decide(await as('admin'), id, 'approve')
    expect([own.statusCode, own.json<{ code: string }>().code]).toEqual([409, 'own_version'])
    expect((await decide(await provider(), id, 'approve')).json()).toEqual({ state: 'in_use' })
    expect(await offered()).toMatchObject([{ name: 'Winter', template: TEXT.text, language: 'en' }])
    expect(await audited('message_template')).toMatchObject({ subject: 'approved version 1 of the text “Winter”' })
    // A second press, or a lost answer.
    expect((await decide(await provider(), id, 'approve')).statusCode).toBe(200)
  })

  test('a new version takes the place of the one in use, and campaigns keep theirs', async () => {
    const first = await written()
    await decide(await provider(), first.id, 'approve')
    const [inUse] = await offered()
    const campaign = await prepared({ sms_template_id: inUse?.sms_template_id })
    const second = await written({ text: 'Hello ((first_name))' })
    expect(second.version).toBe(2)
    expect(await offered()).toMatchObject([{ template: TEXT.text }])
    await decide(await provider(), second.id, 'approve')
    expect(await offered()).toMatchObject([{ template: 'Hello ((first_name))' }])
    expect((await kept()).map(({ version, state }) => [version, state])).toEqual([
      [2, 'in_use'],
      [1, 'replaced'],
    ])
    expect((await rowsOf(campaign)).map(({ personalisation }) => JSON.stringify(personalisation)).join()).not.toContain(
      'Hello',
    )
  })

  test('a version that waits gives way to a later one; the same words twice are one', async () => {
    const first = await written()
    expect(await written()).toEqual(first)
    const second = await written({ text: 'Other words' })
    const late = await decide(await provider(), first.id, 'approve')
    expect([late.statusCode, late.json<{ detail: string }>().detail]).toEqual([
      409,
      'This version was withdrawn. Reload the page.',
    ])
    expect((await decide(await as('admin'), second.id, 'withdraw')).json()).toEqual({ state: 'withdrawn' })
    expect(await offered()).toEqual([])
  })

  test('a retired text makes no campaign any more', async () => {
    const { id } = await written()
    await decide(await provider(), id, 'approve')
    const [inUse] = await offered()
    expect((await decide(await as('admin'), id, 'retire')).json()).toEqual({ state: 'retired' })
    expect(await offered()).toEqual([])
    expect((await add({ sms_template_id: inUse?.sms_template_id })).json()).toMatchObject(UNKNOWN)
  })

  test.each([
    ['no name', { name: ' ' }, 'name'],
    ['no words', { text: ' ' }, 'text'],
    ['more than a text holds', { text: 'x'.repeat(919) }, 'text'],
  ])('%s is refused at its field', async (_what, change, field) => {
    const answer = await write(change)
    expect([answer.statusCode, Object.keys(answer.json<{ fields: object }>().fields)]).toEqual([422, [field]])
  })

  test('an unknown placeholder is named, and nothing is kept', async () => {
    expect((await write({ text: '((iban))' })).json()).toMatchObject({ code: 'unknown_placeholder' })
    const marked = await write({ text: 'Dear «First_Name», ring ((phone)' })
    expect(marked.json<{ fields: { text: string } }>().fields.text).toMatch(/^«First_Name», \(\(phone\) are not/)
    expect(await kept()).toEqual([])
  })

  test('another organisation neither sees nor decides about it', async () => {
    const { id } = await written()
    const stranger = await as('staff', 'brynmor')
    expect((await stranger.get('/api/message-templates')).json()).toEqual([])
    for (const unknown of [id, '0', 'x', '99999999999', ''])
      expect((await decide(stranger, unknown, 'approve')).statusCode).toBe(unknown === '' ? 422 : 404)
  })

  test('what somebody wrote who is gone can be approved', async () => {
    const { id } = await written()
    await server().services.database.asSystem((tx) => tx.update(textTemplateVersions).set({ writtenById: null }))
    expect((await decide(await as('admin'), id, 'approve')).statusCode).toBe(200)
  })

  const keep = async (body: string, fileName = 'winter_letter.docx') => {
    const s3_key = await uploaded(exampleDocument({ body: wordParagraph(body) }), fileName)
    return keepLetterTemplate.reply.parse(
      (await (await as('admin')).post('/api/keep-letter-template', { s3_key, language: 'en' })).json(),
    ).id
  }
  const letter = (id: string) => ({ channel_name: 'print_and_post', sms_template_id: null, template_s3_key: id })

  test('a letter waits too, and its new version replaces it', async () => {
    const first = await keep('One')
    expect(await kept()).toMatchObject([
      { id: first, name: 'Winter letter', version: 1, state: 'waiting', language: 'en' },
    ])
    expect((await add(letter(first))).json()).toMatchObject(UNKNOWN)
    await decide(await provider(), first, 'approve', 'print_and_post')
    expect((await add(letter(first))).statusCode).toBe(200)
    const second = await keep('Two')
    expect((await add(letter(second))).json()).toMatchObject(UNKNOWN)
    await decide(await provider(), second, 'approve', 'print_and_post')
    expect((await kept()).map(({ version, state }) => [version, state])).toEqual([
      [2, 'in_use'],
      [1, 'replaced'],
    ])
    expect(await audited('message_template')).toMatchObject({
      subject: 'approved version 2 of a letter template for pension_credit',
    })
  })

  test('a letter that waits is no other upload of it for a campaign', async () => {
    const waiting = await keep('One')
    const { accepted } = letterTools(server)
    const own = await accepted(exampleDocument({ body: wordParagraph('One') }), 'winter_letter.docx')
    expect(own.id).not.toBe(waiting)
    expect((await add(letter(own.id))).statusCode).toBe(200)
  })

  test('a letter that is uploaded with a campaign is for that campaign alone, until another administrator keeps it', async () => {
    const { accepted } = letterTools(server)
    const { id } = await accepted(exampleDocument())
    const byAnother = async () => (await as('admin')).post('/api/add-campaign', request(letter(id)))
    expect((await byAnother()).json()).toMatchObject(UNKNOWN)
    expect((await add(letter(id))).statusCode).toBe(200)
    expect((await add(letter(id))).json()).toMatchObject(UNKNOWN)
    expect(await kept()).toMatchObject([{ id, state: 'of_campaign', may_approve: true }])
    expect((await decide(await as('admin'), id, 'approve', 'print_and_post')).json()).toEqual({ state: 'in_use' })
    expect([(await byAnother()).statusCode, (await add(letter(id))).statusCode]).toEqual([200, 200])
    const own = await accepted(exampleDocument(), 'own.docx', 'admin')
    const refused = await decide(await as('admin'), own.id, 'approve', 'print_and_post')
    expect(refused.json()).toMatchObject({ code: 'own_version' })
    // The provider keeps its own too.
    const providers = await accepted(exampleDocument(), 'provider.docx', 'staff')
    expect((await decide(await provider(), providers.id, 'approve', 'print_and_post')).statusCode).toBe(200)
  })

  test('an example is taken into use once, in its words, and every letter of them can be downloaded', async () => {
    const take = async (channel: string, benefit_name: string, language: string) =>
      (await as('viewer')).post('/api/take-message-example', { channel, benefit_name, language })
    const text = await take('sms', 'pension_credit', 'cy')
    expect((await take('sms', 'pension_credit', 'cy')).json()).toEqual(text.json())
    expect(await offered()).toMatchObject([
      { name: 'Example: Credyd Pensiwn (Cymraeg)', language: 'cy', benefit_name: 'pension_credit' },
    ])
    const { id } = (await take('print_and_post', 'pension_credit', 'en')).json<{ id: string }>()
    expect((await take('print_and_post', 'pension_credit', 'en')).json()).toEqual({ id })
    expect((await take('print_and_post', 'custom', 'en')).statusCode).toBe(422)
    // What it says of the organisation has to be set first.
    expect((await add(letter(id))).json<{ detail: string }>().detail).toContain('telephone number')
    for (const name of LETTER_EXAMPLES) {
      const answer = await (await as('viewer')).get(`/api/letter-example?name=${name}`)
      expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="[a-z_]+\.docx"$/)
      const checked = await checkDocument(answer.rawPayload)
      const { faults, placeholders } = examineLetter(checked)
      expect([faults, placeholders.includes('postcode')]).toEqual([[], true])
    }
  })

  test('the count says who may not be able to use a web address, and a campaign of one alone keeps how many', async () => {
    const ask = async () => countEligibleHouseholds.reply.parse((await count()).json()).digitally_excluded_count
    expect(await ask()).toBe(1)
    const templateOf = async (text: string, language: 'en' | 'cy' = 'en') =>
      server().services.templates.texts.save(server().seed.ashford.id, {
        name: `Winter ${language}`,
        text,
        language,
      })
    const alone = await prepared({ sms_template_id: await templateOf('Go to www.gov.uk/pension-credit.') })
    const both = await prepared({ sms_template_id: await templateOf('Go to www.gov.uk or ring 0800 99 1234.') })
    expect([(await detail(alone)).web_alone_count, (await detail(both)).web_alone_count]).toEqual([1, 0])
    const welsh = await templateOf('Ewch i www.gov.uk/pension-credit.', 'cy')
    const translation = { sms_template_id: welsh, template_s3_key: null, translated_for: 'who_prefers_it' }
    const inTwo = await prepared({
      sms_template_id: await templateOf('Ring 0800 99 1234.'),
      translation,
    })
    expect((await detail(inTwo)).web_alone_count).toBe(1)
    const hide = async (hidden_groups: string[]) =>
      (await as('admin')).post('/api/set-access-rules', {
        roles: [{ role: 'Viewer', may_export: true, hidden_groups }],
        purposes: [],
      })
    expect((await hide(['family'])).statusCode).toBe(200)
    expect((await count()).json()).toMatchObject({ code: 'selection_too_narrow' })
    expect((await detail(alone)).web_alone_count).toBe(0)
    await hide([])
  })

  test('a letter of a web address alone says so, with its reading age', async () => {
    const words =
      'You may get more money each week. It is free to ask. We can help you to fill in the form. Go to www.gov.uk.'
    const id = await keep(words)
    expect(await kept()).toMatchObject([{ id, reading_age: 5 }])
    await decide(await provider(), id, 'approve', 'print_and_post')
    const made = z.array(campaignSchema).parse((await add(letter(id))).json())
    expect((await detail(made[0]?.id ?? 0)).web_alone_count).toBe(1)
  })
})
