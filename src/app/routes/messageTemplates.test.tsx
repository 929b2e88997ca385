import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import type { MessageTemplate } from '#contract/campaigns/templates'
import { setOnline } from '../state/connectivity'
import { appStore } from '../state/store'
import { readTextDraft, removeTextDraft, textDraftsAtom } from '../state/drafts'
import { A_VIEWER, type FakeAnswer } from '../testing/fakeServer'
import { aroundEachApp, openApp } from '../testing/openApp'

/* /campaigns/templates: docs/product.md#texts-and-letters. */

const LIST = '/api/message-templates'
const DECIDE = '/api/decide-message-template'
const WRITE = '/api/write-text-template'
const ID = '11111111-1111-4111-8111-111111111111'
const TEXT: MessageTemplate = {
  channel: 'sms',
  id: '7',
  name: 'Winter',
  benefit_name: 'pension_credit',
  language: 'en',
  version: 1,
  state: 'in_use',
  text: 'Dear ((first_name)), ring ((phone)).',
  file_name: null,
  preview_url: null,
  warnings: [],
  reading_age: 8,
  written_by: 'Ann Yeo',
  written_at: '2026-11-01T10:00:00.000Z',
  decided_by: 'Bob Ash',
  decided_at: '2026-11-02T10:00:00.000Z',
  may_approve: true,
}
const WAITING: MessageTemplate = { ...TEXT, id: '8', version: 2, state: 'waiting', decided_by: null, decided_at: null }
const LETTER: MessageTemplate = {
  ...TEXT,
  channel: 'print_and_post',
  id: 'letter-templates/a/b/pension_credit/spring.docx',
  name: 'Spring',
  text: null,
  file_name: 'spring.docx',
  preview_url: '/files/spring.pdf',
}

const ANSWERS: Record<string, FakeAnswer> = {
  '/api/session/user': { json: { ...A_VIEWER, role_name: 'OrganisationAdmin' } },
  '/api/organisation-settings': { json: true },
  '/api/support-contact': { json: { support_email: null, organisation_name: 'Northmere Borough Council' } },
  '/api/message-settings': {
    json: {
      languages: ['en'],
      phone: null,
      return_address: null,
      privacy_notice: null,
      send_from: 8,
      send_until: 20,
      send_on_sundays: false,
    },
  },
  '/api/all-sms-templates': {
    json: { sms_sender_id: 'Northmere', sms_service_name: null, sms_template_information: [] },
  },
  [LIST]: { json: [WAITING, TEXT, LETTER] },
}
const open = (answers: Record<string, FakeAnswer> = {}, at = '/campaigns/templates') =>
  openApp(at, { ...ANSWERS, ...answers })
const rowOf = async (name: string) => {
  const row = (await screen.findByRole('heading', { level: 3, name })).closest('li')
  if (!row) throw new Error(`${name} is in no row.`)
  return within(row)
}
const editor = (answers: Record<string, FakeAnswer> = {}) => open(answers, `/campaigns/templates/texts/${ID}`)

aroundEachApp()
afterEach(() => removeTextDraft(ID))

test('what waits comes first, with who wrote and who approved each version', async () => {
  open()
  const row = await rowOf('Winter')
  row.getByText('Pension Credit · Text · English · 1 segment')
  row.getByText(/Version 2, written by Ann Yeo/)
  row.getByText(/Version 1, written by Ann Yeo, .*; approved by Bob Ash/)
  const kept = within(screen.getByRole('region', { name: 'Kept for your campaigns' }))
  expect(kept.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual(['Winter', 'Spring'])
  expect((await rowOf('Spring')).getByRole('link').getAttribute('href')).toBe('/files/spring.pdf')
})

test('approving asks first, and says why it was refused', async () => {
  const detail = 'This version was withdrawn. Reload the page.'
  const { seen } = open({ [DECIDE]: { json: { detail, code: 'template_state' }, status: 409 } })
  await userEvent.click((await rowOf('Winter')).getByRole('button', { name: 'Approve Winter' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Approve this version?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Approve' }))
  await dialog.findByText(detail)
  expect(seen.find(({ path }) => path === DECIDE)?.body).toEqual({ channel: 'sms', id: '8', decision: 'approve' })
})

test('who wrote a version cannot approve it', async () => {
  open({ [LIST]: { json: [{ ...WAITING, may_approve: false }] } })
  const row = await rowOf('Winter')
  row.getByText(/another administrator, or your provider, approves it/)
  expect(row.queryByRole('button', { name: 'Approve Winter' })).toBeNull()
  expect(row.getByRole('button', { name: 'Withdraw Winter' })).toBeTruthy()
})

test('offline nothing is decided or uploaded, and texts are written on', async () => {
  open()
  await rowOf('Winter')
  act(() => setOnline(false))
  for (const name of ['Approve Winter', 'Withdraw Winter', 'Retire Winter', 'Upload a letter'])
    expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'New version of Winter' }))
  await screen.findByRole('heading', { level: 1, name: 'New version of a text' })
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).readOnly).toBe(true)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send for approval' }).disabled).toBe(true)
  for (const { id } of appStore.get(textDraftsAtom)) await removeTextDraft(id)
})

test('a text is kept on the device as it is written, with its segments and what it lacks', async () => {
  editor()
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Spring')
  const words = screen.getByRole('textbox', { name: 'What the text says' })
  await userEvent.click(words)
  await userEvent.paste('Dear ((iban)) «Name», ')
  await userEvent.click(screen.getByRole('button', { name: 'Details that are filled in' }))
  await userEvent.click(screen.getByRole('button', { name: 'Put in ((phone))' }))
  await screen.findByText(/\(\(iban\)\) cannot be filled in/)
  screen.getByText(/^«Name» is not filled in and would be sent as it stands/)
  screen.getByText(/An administrator has yet to set \(\(phone\)\)/)
  expect(within(screen.getByText('Segments').parentElement ?? document.body).getByText('1')).toBeTruthy()
  await waitFor(async () =>
    expect(await readTextDraft(ID)).toMatchObject({ name: 'Spring', text: 'Dear ((iban)) «Name», ((phone))' }),
  )
})

test('a text whose words and campaign type disagree says so as it is written', async () => {
  editor()
  await userEvent.type(await screen.findByRole('textbox', { name: 'What the text says' }), 'Claim Pension Credit')
  await screen.findByText(/^It names Pension Credit and is for every campaign type/)
  await userEvent.click(screen.getByRole('button', { name: /Campaign type/ }))
  await userEvent.click(await screen.findByRole('option', { name: 'Healthy Start' }))
  await screen.findByText(/^It names Pension Credit and not Healthy Start/)
})

test('a text that is refused stays, with what is wrong at its field', async () => {
  const error = 'The text message is empty.'
  const refusal = { detail: error, code: 'invalid_input', fields: { text: error } }
  const { router } = editor({ [WRITE]: { json: refusal, status: 422 } })
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Spring')
  await userEvent.click(screen.getByRole('button', { name: 'Send for approval' }))
  await screen.findByText(error)
  expect(router.state.location.pathname).toContain(ID)
  expect(await readTextDraft(ID)).not.toBeNull()
})

test('a text that was sent leaves the device', async () => {
  const { router, seen } = editor({ [WRITE]: { json: { id: '9', version: 1 } } })
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Spring')
  await userEvent.type(screen.getByRole('textbox', { name: 'What the text says' }), 'Hello')
  await userEvent.click(screen.getByRole('button', { name: 'Send for approval' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/campaigns/templates'))
  expect(seen.find(({ path }) => path === WRITE)?.body).toEqual({
    name: 'Spring',
    text: 'Hello',
    benefit_name: null,
    language: 'en',
  })
  expect(await readTextDraft(ID)).toBeNull()
  expect((await screen.findByRole('alert')).textContent).toContain('“Spring” waits for somebody else to approve it.')
})

test('an example text is copied into a text of one’s own', async () => {
  const { router } = open({ [LIST]: { json: [] } })
  await userEvent.click(await screen.findByRole('button', { name: 'Healthy Start' }))
  await userEvent.click(screen.getByRole('button', { name: 'Copy and change the text: Healthy Start, English' }))
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })).value).toBe('Healthy Start')
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'What the text says' }).value).toMatch(
    /^Dear \(\(first_name\)\)/,
  )
  await removeTextDraft(router.state.location.pathname.split('/').at(-1) ?? '')
})

test('a letter that was uploaded with a campaign is kept for all by somebody else', async () => {
  const { seen } = open({
    [LIST]: { json: [{ ...LETTER, state: 'of_campaign' }] },
    [DECIDE]: { json: { state: 'in_use' } },
  })
  const row = await rowOf('Spring')
  row.getByText(/^Uploaded with a campaign, which alone can use it/)
  await userEvent.click(row.getByRole('button', { name: 'Keep Spring' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Keep this letter?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Keep' }))
  await waitFor(() =>
    expect(seen.find(({ path }) => path === DECIDE)?.body).toEqual({
      channel: 'print_and_post',
      id: LETTER.id,
      decision: 'approve',
    }),
  )
})

test('a warning that several letters share is said once, with their names', async () => {
  const warning = 'This letter names nobody.'
  const warned = (name: string, state: MessageTemplate['state'] = 'in_use') => ({
    ...LETTER,
    id: name,
    name,
    state,
    warnings: [warning, `Only ${name}.`],
  })
  open({ [LIST]: { json: [warned('One'), warned('Two'), warned('Three', 'retired')] } })
  await rowOf('One')
  expect(screen.getAllByText(warning)).toHaveLength(1)
  screen.getByText('2 texts and letters: One, Two')
  ;(await rowOf('Two')).getByText('Only Two.')
  expect(screen.queryByText('Only Three.')).toBeNull()
})
