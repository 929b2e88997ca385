import { beforeAll, beforeEach, expect, test } from 'vitest'
import { campaignTools } from './harness/campaigns'
import { onEngine } from './harness/server'

/* docs/product.md#what-messages-say */

const HOURS = { send_from: 0, send_until: 24, send_on_sundays: true }
const UNSET = {
  languages: ['en'],
  in_both_languages: false,
  phone: null,
  return_address: null,
  privacy_notice: null,
  ...HOURS,
}

// In production without a key nothing is ever sent, so that recipients stay prepared.
onEngine('embedded', 'What messages say', { NODE_ENV: 'production' }, (server) => {
  const tools = campaignTools(server)
  const { as, add, prepared, rowsOf, detail, audited } = tools
  beforeAll(tools.prepareHouseholds)
  beforeEach(tools.reset)

  const shown = async (organisation: 'ashford' | 'brynmor' = 'ashford') =>
    (await as('staff', organisation)).get('/api/message-settings').then((answer) => answer.json<unknown>())
  const set = async (change: object = {}) =>
    (await as('admin')).post('/api/set-message-settings', { ...UNSET, ...change })
  const template = (text: string) =>
    server().services.templates.texts.save(server().seed.ashford.id, {
      name: text,
      text,
      benefit: 'pension_credit',
      language: 'cy',
    })

  test('is set for one organisation, and audited', async () => {
    expect(await shown()).toEqual({ ...UNSET, is_simulated: false })
    const said = {
      languages: ['cy', 'en'],
      in_both_languages: true,
      phone: '01632 960 100',
      return_address: 'Town Hall',
      privacy_notice: null,
      ...HOURS,
    }
    expect((await set({ ...said, phone: ' 01632 960 100 ' })).json()).toEqual(said)
    expect(await shown()).toEqual({ ...said, is_simulated: false })
    expect(await shown('brynmor')).toEqual({ ...UNSET, is_simulated: false })
    expect(await audited('message_settings')).toMatchObject({ subject: 'settings' })
    await set()
  })

  test.each([
    ['no language', { languages: [] }, 'languages'],
    ['a language twice', { languages: ['en', 'en'] }, 'languages'],
    ['hours that are none', { send_from: 20, send_until: 8 }, 'send_until'],
    ['a long number', { phone: '0'.repeat(41) }, 'phone'],
  ])('%s is refused at its field', async (_what, change, field) => {
    const answer = await set(change)
    expect([answer.statusCode, Object.keys(answer.json<{ fields: object }>().fields)]).toEqual([422, [field]])
  })

  test('a template that asks for what is not set makes no campaign', async () => {
    const sms_template_id = await template('((first_name)), ring ((phone)) or write to ((return_address))')
    expect((await add({ sms_template_id })).json()).toMatchObject({
      fields: {
        'campaign_request.sms_template_id':
          'This template needs your organisation’s telephone number and return address. An administrator sets it in Settings, under Messages.',
      },
    })
  })

  test('messages say the day, the organisation and what each household may get a week', async () => {
    await set({ phone: '01632 960 100', privacy_notice: 'ashford.example/privacy' })
    const text = '((first_name)): ((amount)), ((phone)), ((privacy_notice)), ((date)), ((dyddiad))'
    const id = await prepared({ sms_template_id: await template(text) })
    const [first, second] = await rowsOf(id)
    const day = (locale: string) =>
      new Date().toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'Europe/London' })
    expect(first?.personalisation).toEqual({
      first_name: 'Edna',
      amount: '£68.40',
      phone: '01632 960 100',
      privacy_notice: 'ashford.example/privacy',
      date: day('en-GB'),
      dyddiad: day('cy'),
    })
    expect(second).toMatchObject({
      state: 'cannot_be_contacted',
      reason: 'The message needs ((amount)), and the council’s data are not sure of an amount.',
    })
    expect((await detail(id)).number_of_recipients).toBe(1)
    expect((await (await as('viewer')).get('/api/all-sms-templates')).json()).toMatchObject({
      sms_template_information: expect.arrayContaining([
        expect.objectContaining({ name: text, benefit_name: 'pension_credit', language: 'cy' }),
      ]) as unknown,
    })
    await set()
  })
})
