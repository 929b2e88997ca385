import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { BenefitName } from '../../src/contract/households/benefits'
import { getMessageTemplates } from '../../src/contract/campaigns/templates'
import { exampleDocument, wordParagraph } from '../../src/server/modules/campaigns/letters/testing/documents'
import { selected } from './harness/caller'
import { campaignTools } from './harness/campaigns'
import { letterTools } from './harness/letters'
import { onEngine } from './harness/server'

/* docs/product.md#campaign-preview */

onEngine('embedded', 'Types of texts and letters', { SOFFICE_PATH: 'none' }, (server) => {
  const { as, add, detail, prepareHouseholds, reset, prepared } = campaignTools(server)
  const { accepted } = letterTools(server)
  beforeAll(prepareHouseholds)
  beforeEach(reset)

  const textOf = (text: string, benefit?: BenefitName, language: 'en' | 'cy' = 'en') =>
    server().services.templates.texts.save(server().seed.ashford.id, { name: text, text, benefit, language })
  const letterOf = async (words: string, fileName: string) => ({
    channel_name: 'print_and_post',
    sms_template_id: null,
    template_s3_key: (await accepted(exampleDocument({ body: wordParagraph(words) }), fileName)).id,
  })
  const translatedBy = (sms_template_id: number, translated_for = 'who_prefers_it') => ({
    translation: { sms_template_id, template_s3_key: null, translated_for },
  })
  const OTHER = { code: 'template_of_other_type' }

  test('a campaign takes texts of its type and those for every type, and no others; a custom one takes any', async () => {
    const [any, own, other] = [
      await textOf('Any'),
      await textOf('Own', 'pension_credit'),
      await textOf('Other', 'custom'),
    ]
    expect((await add({ sms_template_id: any })).statusCode).toBe(200)
    expect((await add({ sms_template_id: own })).statusCode).toBe(200)
    const refused = await add({ sms_template_id: other })
    expect([refused.statusCode, refused.json()]).toMatchObject([
      422,
      {
        ...OTHER,
        detail:
          'This text is for campaigns of the type Custom, and this one is Pension Credit. Choose another text, or change the campaign type.',
      },
    ])
    const custom = { benefit_name: 'custom', sms_template_id: own }
    expect((await add(custom, selected({ tenure: ['council_rent'] }))).statusCode).toBe(200)
  })

  test('nor do its other language, a test message or a letter', async () => {
    const welsh = await textOf('Cymraeg', 'healthy_start', 'cy')
    expect((await add(translatedBy(welsh))).json()).toMatchObject(OTHER)
    const test = { benefit_name: 'pension_credit', sms_template_id: welsh, mobile: '07700 900456' }
    expect((await (await as('viewer')).post('/api/send-test-text', test)).json()).toMatchObject(OTHER)
    const letter = await letterOf('Ring us.', 'type.docx')
    expect((await add({ ...letter, benefit_name: 'attendance_allowance' })).json()).toMatchObject(OTHER)
    expect((await add(letter)).statusCode).toBe(200)
  })

  test('the reviewer is warned of a message that names another benefit in place of its own, in either language', async () => {
    const wrong = await textOf('You may get Attendance Allowance.')
    const othersOf = async (changes: object) => (await detail(await prepared(changes))).other_benefits
    expect(await othersOf({ sms_template_id: wrong })).toEqual(['attendance_allowance'])
    expect(await othersOf({ sms_template_id: wrong, benefit_name: 'attendance_allowance' })).toEqual([])
    const right = { sms_template_id: await textOf('Pension Credit, and Attendance Allowance.') }
    expect(await othersOf(right)).toEqual([])
    const welsh = await textOf('Lwfans Gweini', undefined, 'cy')
    for (const who of ['who_prefers_it', 'everybody'])
      expect(await othersOf({ ...right, ...translatedBy(welsh, who) })).toEqual(['attendance_allowance'])
    const [made] = (await add(await letterOf('You may get Attendance Allowance.', 'words.docx'))).json<
      { id: number }[]
    >()
    expect((await detail(made?.id ?? 0)).other_benefits).toEqual(['attendance_allowance'])
  })

  test('who keeps texts and letters is told where type and words disagree', async () => {
    await textOf('Claim Pension Credit', 'healthy_start')
    await letterOf('You may get Healthy Start.', 'start.docx')
    const kept = getMessageTemplates.reply.parse((await (await as('admin')).get('/api/message-templates')).json())
    const warningsOf = (name: string) => kept.find((one) => one.name === name)?.warnings
    expect(warningsOf('Claim Pension Credit')).toEqual([
      expect.stringContaining('Pension Credit and not Healthy Start'),
    ])
    expect(warningsOf('Start')).toContainEqual(expect.stringContaining('Healthy Start and not Pension Credit'))
  })
})
