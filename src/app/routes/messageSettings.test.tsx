import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { lastBody, SENDING_HOURS, type FakeAnswer } from '../testing/fakeServer'
import { aroundEachApp } from '../testing/openApp'
import { openSettings, region, SENDING } from '../testing/settings'

aroundEachApp()

test('how messages are sent is shown without secrets, and tested', async () => {
  const words = 'GOV.UK Notify takes the key and has the template. Nothing was sent.'
  openSettings('OrganisationAdmin', { '/api/test-sending': { json: { works: true, words } } }, '/settings/messages')
  const sending = await region('Sending messages')
  expect(await sending.findByText('Set, ends in …b0ff')).toBeTruthy()
  await userEvent.click(sending.getByRole('button', { name: 'Test connection' }))
  expect(await sending.findByText(words)).toBeTruthy()
})

test.each([
  [{ texts_from: 'GOVUK', takes_replies: false }, /^“GOVUK”, a name and no number: nobody can reply by text/],
  [{ texts_from: '07860039040', takes_replies: true }, '07860039040, a number: people can reply'],
  [{ texts_from: null, takes_replies: null }, /^Not known until a text has been sent/],
])('who texts come from is shown, and whether people can reply: %j', async (json, words) => {
  openSettings('OrganisationAdmin', { '/api/text-sender': { json } }, '/settings/messages')
  const sending = await region('Sending messages')
  expect(await sending.findByText(words)).toBeTruthy()
  expect(sending.getByText('https://doorstep.example/api/notify-received-text')).toBeTruthy()
})

test('what messages say is shown, and changed', async () => {
  const seen = openSettings(
    'OrganisationAdmin',
    { '/api/set-message-settings': { json: {}, status: 500 } },
    '/settings/messages',
  )
  const section = await region('What messages say')
  expect(await section.findByText('Cymraeg, then English')).toBeTruthy()
  await userEvent.click(section.getByRole('button', { name: 'Change what messages say' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'What messages say' }))
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Send on Sundays too' }))
  await userEvent.click(dialog.getByRole('checkbox', { name: /^Send texts in both languages/ }))
  await userEvent.click(dialog.getByRole('textbox', { name: /return_address/ }))
  await userEvent.paste(' Town Hall ')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByRole('alert')
  expect(lastBody(seen, '/api/set-message-settings')).toEqual({
    languages: ['cy', 'en'],
    in_both_languages: true,
    phone: '01632 960 100',
    return_address: 'Town Hall',
    privacy_notice: null,
    ...SENDING_HOURS,
    send_on_sundays: true,
  })
})

test('a link leads to the field of what a template lacks', async () => {
  openSettings('OrganisationAdmin', {}, '/settings/messages#privacy_notice')
  const dialog = within(await screen.findByRole('dialog', { name: 'What messages say' }))
  expect(document.activeElement).toBe(dialog.getByRole('textbox', { name: /privacy_notice/ }))
})

test('an account keeps the secrets that are left empty, and says what is wrong at its field', async () => {
  const error = 'Write a number of 60 at least, or nothing.'
  const refusal = { detail: error, code: 'invalid_input', fields: { messages_a_minute: error } }
  const answers: Record<string, FakeAnswer> = { '/api/set-sending-settings': { json: refusal, status: 422 } }
  const seen = openSettings('OrganisationAdmin', answers, '/settings/messages')
  await userEvent.click(await screen.findByRole('button', { name: 'Change account' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Your account of GOV.UK Notify' }))
  const minute = dialog.getByRole('textbox', { name: 'Messages a minute at most' })
  await userEvent.clear(minute)
  await userEvent.type(minute, 'seven')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(dialog.getByText('Write a whole number, or nothing.')).toBeTruthy()
  await userEvent.clear(minute)
  await userEvent.type(minute, '7')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText(error)).toBeTruthy()
  expect(lastBody(seen, '/api/set-sending-settings')).toEqual({
    sms_template_id: SENDING.sms_template_id,
    sms_sender_id: null,
    email_template_id: null,
    service_name: 'Northmere',
    messages_a_minute: 7,
    texts_a_day: null,
    letters_a_day: null,
  })
})

test('what messages cost is shown, and a budget set in pounds', async () => {
  const seen = openSettings(
    'OrganisationAdmin',
    { '/api/set-message-budget': { json: {}, status: 500 } },
    '/settings/messages',
  )
  const section = await region('What messages cost')
  expect(await section.findByText('£123.45')).toBeTruthy()
  expect(section.getByText('7,300 of 10,000 segments left')).toBeTruthy()
  await userEvent.click(section.getByRole('button', { name: 'Change what messages cost' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'What messages cost' }))
  const budget = dialog.getByRole('textbox', { name: /Budget/ })
  await userEvent.clear(budget)
  await userEvent.type(budget, '£3,000.50')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByRole('alert')
  expect(lastBody(seen, '/api/set-message-budget')).toEqual({
    postage: 'second',
    budget_pence: 300_050,
    over_budget: 'nobody',
    free_texts: null,
  })
})
