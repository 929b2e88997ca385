import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setOnline } from '../../../../state/connectivity'
import { fakeServer, SENDING_HOURS } from '../../../../testing/fakeServer'
import {
  ADD,
  answersForEachTest,
  ANSWERS,
  counted,
  COUNT,
  keptDrafts,
  openCampaigns,
  SMS_TEMPLATES,
} from '../testing/campaigns'
import { confirm, ID, openPreview, sendButton } from '../testing/preview'
import type { Draft } from '#offline/drafts'

const answers = answersForEachTest()

const open = (part: Partial<Draft> = {}) => openPreview(answers, part)

test('the summary, and the sidebar with the chosen values', async () => {
  await open({ excludeHouseholds: true, excludeHouseholdsByMonth: 3, stagger: 3 })
  const sidebar = screen.getByRole('complementary', { name: 'Campaign Manager' })
  for (const words of ['Warm <3 homes', 'Pension Credit', 'SMS', 'For the previous 3 Months', '1 filter']) {
    expect(sidebar.textContent).toContain(words)
  }
  for (const name of ['Campaign Name', 'Campaign Type', 'LIFT Snapshot']) {
    expect(screen.getAllByText(name).length).toBeGreaterThan(0)
  }
  expect(screen.getByText('1 October 2026')).toBeTruthy()
  expect(await within(sidebar).findByText('1,204')).toBeTruthy()
  expect(within(sidebar).getByRole('link', { name: 'Change details' }).getAttribute('href')).toBe(
    `/campaigns/new?draft=${ID}`,
  )
})

test('a text message is picked and shown on a phone, with what it comes to', async () => {
  const { user } = await open()
  await screen.findByRole('heading', { level: 2, name: 'Choose your SMS Message' })
  expect(screen.getByText('Please choose a template')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send for Review' })).toBeNull()
  await user.click(
    await screen.findByRole('button', { name: /Invitation to claim.*Pension Credit · Text · English · 1 segment/ }),
  )
  const phone = screen.getByRole('figure', { name: 'Message preview' })
  await within(phone).findByText('Cyngor: Dear Margaret, Pension Credit may be yours. Northmere Borough Council')
  expect(phone.textContent).toMatch(/^\d\d:\d\d5G100%Northmere/)
  expect(phone.textContent).toMatch(/Delivered \d\d:\d\d$/)
  expect(screen.getByText('Segments').nextSibling?.textContent).toBe('1')
  expect(screen.getByText('Characters').nextSibling?.textContent).toBe('69 of 918')
  expect(screen.queryByText('Sent as “?”')).toBeNull()
  await waitFor(() => expect(sendButton().disabled).toBe(false))
  expect(keptDrafts()[0]?.smsTemplateId).toBe(7)
  // Long names can cost another segment.
  await user.click(screen.getByRole('radio', { name: 'Longest' }))
  await within(phone).findByText(/^Cyngor: Dear Margaret Elizabeth, /)
  expect(screen.getByText('Characters').nextSibling?.textContent).toBe('79 of 918')
  await user.click(screen.getByRole('radio', { name: 'Usual name' }))
  // Another language stands behind a switch.
  expect(screen.queryByRole('button', { name: /Gwahoddiad/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show 1 text in other languages' }))
  await user.click(screen.getByRole('button', { name: /Gwahoddiad i hawlio.*Every campaign type · Text · Cymraeg/ }))
  expect(await screen.findByText(/^An administrator has yet to set \(\(phone\)\)/)).toBeTruthy()
  expect(screen.getByText(/^This cannot be sent yet\. An administrator has yet to set \(\(phone\)\)/)).toBeTruthy()
  expect(sendButton().disabled).toBe(true)
  expect(screen.getByText('Welsh letters that make it longer').nextSibling?.textContent).toBe('ŵ')
  expect(screen.getByText('Sent as “?”').nextSibling?.textContent).toBe('🙂')
  await within(phone).findByText("Cyngor: Annwyl Margaret, it's ŵyr ? ((phone))")
})

test('a test goes to the number that is typed, and what came of it is said', async () => {
  answers['/api/send-test-text'] = { json: { words: 'Sent. It should arrive within a minute.' } }
  const { user, seen } = await open({ smsTemplateId: 7 })
  const send = await screen.findByRole<HTMLButtonElement>('button', { name: 'Send me a test' })
  expect(send.disabled).toBe(true)
  await user.click(screen.getByRole('textbox', { name: 'Your mobile number' }))
  await user.paste('07700 900123')
  await user.keyboard('{Enter}')
  expect(await screen.findByText('Sent. It should arrive within a minute.')).toBeTruthy()
  expect(seen.find(({ path }) => path === '/api/send-test-text')?.body).toEqual({
    benefit_name: 'pension_credit',
    sms_template_id: 7,
    mobile: '07700 900123',
  })
  answers['/api/send-test-text'] = {
    status: 422,
    json: { detail: 'x', code: 'x', fields: { mobile: 'Write a number.' } },
  }
  await user.click(send)
  expect(await screen.findByText('Write a number.')).toBeTruthy()
})

test.each([
  ['there are no templates', [], undefined],
  [
    'the chosen one has gone',
    [
      {
        sms_template_id: 9,
        organisation_id: 'o',
        template: 'Other',
        name: 'Other',
        benefit_name: null,
        language: 'en',
      },
    ],
    7,
  ],
  [
    'the chosen one has no message',
    [{ sms_template_id: 7, organisation_id: 'o', template: '', name: 'Empty', benefit_name: null, language: 'en' }],
    7,
  ],
])('SMS Template Not Found when %s', async (_, list, smsTemplateId) => {
  answers[SMS_TEMPLATES] = { json: { sms_sender_id: 'N', sms_service_name: null, sms_template_information: list } }
  await open({ smsTemplateId })
  const alert = (await screen.findByRole('heading', { name: 'SMS Template Not Found' })).closest('[role=alert]')
  await waitFor(() => {
    expect(alert?.textContent).toContain(
      'It looks like we do not have your template on file. Please contact your account manager or email help@provider.example.',
    )
  })
  expect(screen.queryByRole('button', { name: 'Send for Review' })).toBeNull()
})

test('templates that cannot be loaded are asked for again', async () => {
  answers[SMS_TEMPLATES] = { json: { detail: 'Being restored.', code: 'x' }, status: 500 }
  const { user } = await open()
  await screen.findByText('Being restored.')
  answers[SMS_TEMPLATES] = ANSWERS[SMS_TEMPLATES]!
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('button', { name: /Invitation to claim/ })
})

test.each([
  ['Go to www.gov.uk/pension-credit.', true],
  ['Go to www.gov.uk or ring 0800 99 1234.', false],
])('"%s" is warned of with how many may not be able to use it: %s', async (template, isWarned) => {
  answers[COUNT] = counted(1204, { digitally_excluded_count: 214 })
  const text = { sms_template_id: 7, organisation_id: 'o', name: 'Web', benefit_name: null, language: 'en', template }
  answers[SMS_TEMPLATES] = {
    json: { sms_sender_id: 'Northmere', sms_service_name: null, sms_template_information: [text] },
  }
  await open({ smsTemplateId: 7 })
  await screen.findByRole('button', { name: /Web/, pressed: true })
  await within(screen.getByRole('complementary', { name: 'Campaign Manager' })).findByText('1,204')
  const words = 'This message gives a web address alone, and 214 households may not be able to use it'
  expect(screen.queryByText(words) !== null).toBe(isWarned)
})

const someTexts = (...texts: [id: number, benefit_name: string | null, template: string][]) => ({
  json: {
    sms_sender_id: 'Northmere',
    sms_service_name: null,
    sms_template_information: texts.map(([sms_template_id, benefit_name, template]) => ({
      ...{ sms_template_id, benefit_name, template },
      ...{ organisation_id: 'o', name: template, language: 'en' },
    })),
  },
})

test('a text of another campaign type cannot be chosen, and one that was is no longer', async () => {
  answers[SMS_TEMPLATES] = someTexts([7, 'healthy_start', 'Of other'], [8, null, 'Of every'])
  const { user } = await open({ smsTemplateId: 7 })
  await screen.findByText('1 text of other campaign types cannot be chosen.')
  expect(screen.queryByRole('button', { name: /Of other/ })).toBeNull()
  expect(screen.getByText('Please choose a template')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /Of every/ }))
  await waitFor(() => expect(sendButton().disabled).toBe(false))
})

test('a custom campaign may choose a text of any type', async () => {
  answers[SMS_TEMPLATES] = someTexts([7, 'healthy_start', 'Of other'], [8, 'custom', 'Of custom'])
  const { user } = await open({ campaignType: 'Custom' })
  await user.click(await screen.findByRole('button', { name: 'Show 1 text of other campaign types and languages' }))
  await user.click(screen.getByRole('button', { name: /Of other/ }))
  await waitFor(() => expect(sendButton().disabled).toBe(false))
})

test('a text that names another benefit than the campaign’s is warned of', async () => {
  answers[SMS_TEMPLATES] = someTexts([7, null, 'Claim Healthy Start'], [8, null, 'Claim Pension Credit'])
  const { user } = await open({ smsTemplateId: 7 })
  const warning = /^It names Healthy Start and not Pension Credit/
  await screen.findByText(warning)
  await user.click(screen.getByRole('button', { name: /Claim Pension Credit/ }))
  expect(screen.queryByText(warning)).toBeNull()
})

test('opened offline, templates wait for one', async () => {
  act(() => setOnline(false))
  await open({ smsTemplateId: 7 })
  expect(await screen.findByText('Choosing a template needs a connection. Doorstep cannot be reached.')).toBeTruthy()
  act(() => setOnline(true))
  await screen.findByRole('button', { name: /Invitation to claim/ })
})

test('an incomplete draft leads back to its details', async () => {
  await open({ communicationChannel: '' })
  expect(screen.getByText('Missing required fields: Communication Channel')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Complete the details' }).getAttribute('href')).toBe(
    `/campaigns/new?draft=${ID}`,
  )
})

test('a draft that is not here is not found', async () => {
  fakeServer(answers)
  openCampaigns('/campaigns/new/66666666-6666-4666-8666-666666666666')
  await screen.findByRole('heading', { level: 1, name: 'Campaign not found' })
})

test('a text in another language is chosen beside the first, shown, and sent with it', async () => {
  answers['/api/message-settings'] = {
    json: {
      languages: ['en', 'cy'],
      in_both_languages: true,
      phone: '01632 960 100',
      return_address: null,
      privacy_notice: null,
      ...SENDING_HOURS,
    },
  }
  answers[COUNT] = counted(1204, { by_language: { en: 1192, cy: 12 } })
  const { user, seen } = await open({ smsTemplateId: 7 })
  await user.click(await screen.findByRole('button', { name: /Template in another language/ }))
  await user.click(await screen.findByRole('option', { name: 'Gwahoddiad i hawlio (Cymraeg)' }))
  // What the organisation usually does is chosen; the other way is one press away.
  const phoneOf = () => screen.getAllByRole('figure', { name: 'Message preview' })[1]?.textContent
  await waitFor(() => expect(phoneOf()).toMatch(/Annwyl Margaret.*Dear Margaret/s))
  // A test is of what the phone shows.
  answers['/api/send-test-text'] = { json: { words: 'Sent. It should arrive within a minute.' } }
  await user.click(screen.getAllByRole('textbox', { name: 'Your mobile number' })[1]!)
  await user.paste('07700 900123')
  await user.click(screen.getByRole('button', { name: 'Send me a test in both languages' }))
  const tested = () => seen.findLast(({ path }) => path === '/api/send-test-text')?.body
  await waitFor(() => expect(tested()).toMatchObject({ sms_template_id: 7, translation_id: 8 }))
  await user.click(
    await screen.findByRole('radio', { name: 'Households that prefer Cymraeg (12); the others get English' }),
  )
  await waitFor(() => expect(phoneOf()).not.toContain('Dear Margaret'))
  await user.click(screen.getAllByRole('textbox', { name: 'Your mobile number' })[1]!)
  await user.paste('07700 900123')
  await user.click(screen.getByRole('button', { name: 'Send me a test in Cymraeg' }))
  await waitFor(() => expect(tested()).toMatchObject({ sms_template_id: 8 }))
  await user.click(sendButton())
  await user.click(confirm().getByRole('button', { name: 'Send for Review' }))
  await waitFor(() =>
    expect(seen.find(({ path }) => path === ADD)?.body).toMatchObject({
      campaign_request: {
        sms_template_id: 7,
        translation: { sms_template_id: 8, template_s3_key: null, translated_for: 'who_prefers_it' },
      },
    }),
  )
})
