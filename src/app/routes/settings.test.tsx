import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { newDraft } from '../features/campaigns/drafts/draft'
import { draftsAtom, saveDraft } from '../state/drafts'
import { onlineAtom, setOnline } from '../state/connectivity'
import { appStore } from '../state/store'
import { A_VIEWER, type FakeAnswer } from '../testing/fakeServer'
import { aroundEachApp, openApp } from '../testing/openApp'

/* /settings and the audit log, as each role sees them. */

const ACCOUNT = { role_from_groups: false, last_signed_in_at: null, is_signed_in: false }
const USERS = [
  { ...ACCOUNT, id: '1', first_name: 'Ann', last_name: 'Yeo', role: 'Viewer', email: 'ann@northmere.example' },
  {
    ...ACCOUNT,
    id: '2',
    first_name: 'Bob',
    last_name: 'Ash',
    role: 'OrganisationAdmin',
    email: 'Admin@Northmere.example',
  },
  { ...ACCOUNT, id: '3', first_name: 'Ŵyn', last_name: 'Éames', role: 'Viewer', email: 'wyn@northmere.example' },
]
const HOURS = { send_from: 8, send_until: 20, send_on_sundays: false }
const SENDING = {
  account: 'own',
  key_ending: 'b0ff',
  sms_template_id: 'f33517ff-2a88-4f6e-b855-c550268ce08a',
  sms_sender_id: null,
  service_name: 'Northmere',
  callback_token_ending: null,
  callback_url: 'https://doorstep.example/api/notify-callback',
  messages_a_minute: 100,
  texts_a_day: null,
  letters_a_day: null,
}
const JOB = {
  id: '6f2c7d6e-6e0b-4a37-9a1c-2f0f8a7f5b11',
  state: 'done',
  failure: null,
  household_count: 1204,
  requested_by: 'Ann Yeo',
  created_at: '2026-11-21T09:00:00.000Z',
  finished_at: null,
  has_result: true,
}
const FAILED_JOB = {
  id: JOB.id,
  kind: 'prepare-campaign',
  organisation: 'Northmere Borough Council',
  state: 'failed',
  failures: 41,
  created_at: '2026-11-14T09:00:00.000Z',
  due_at: '2026-11-21T09:00:00.000Z',
  reason: 'Error ECONNREFUSED. The log says more.',
}
const user = (role: string, more: object = {}) => ({
  ...A_VIEWER,
  email: 'admin@northmere.example',
  role_name: role,
  ...more,
})
const NAMES = {
  roles: ['SuperAdmin', 'OrganisationAdmin', 'Viewer'],
  organisations: ['Northmere Borough Council', 'Cyngor Glanmor'],
}
const BASE: Record<string, FakeAnswer> = {
  '/api/organisation-settings': { json: true },
  '/api/organisation-users': { json: USERS },
  '/api/sending-settings': { json: SENDING },
  '/api/message-settings': {
    json: { languages: ['cy', 'en'], phone: '01632 960 100', return_address: null, privacy_notice: null, ...HOURS },
  },
  '/api/message-spending': {
    json: {
      postage: 'second',
      budget_pence: 250_000,
      over_budget: 'nobody',
      free_texts: null,
      year_from: '2026-04-01',
      spent_pence: 12_345,
      free_texts_a_year: 10_000,
      free_texts_left: 7300,
    },
  },
  '/api/jobs': { json: { jobs: [FAILED_JOB], total: 1 } },
  '/api/own-details': { json: { ...USERS[1], organisation: 'Northmere Borough Council' } },
  '/api/calculator-jobs': {
    json: [
      JOB,
      {
        ...JOB,
        id: '6f2c7d6e-6e0b-4a37-9a1c-2f0f8a7f5b12',
        state: 'failed',
        failure: 'The snapshot was replaced.',
        has_result: false,
      },
    ],
  },
  '/api/roles-and-organisations': { json: NAMES },
  '/api/organisations': {
    json: [
      { slug: 'glanmor', name: 'Cyngor Glanmor', campaigns_enabled: false },
      { slug: 'northmere', name: 'Northmere Borough Council', campaigns_enabled: true },
    ],
  },
}

aroundEachApp()

function open(role: string, answers: Record<string, FakeAnswer> = {}, at = '/settings') {
  return openApp(at, { '/api/session/user': { json: user(role) }, ...BASE, ...answers }).seen
}
const region = async (name: string) => within(await screen.findByRole('region', { name }))
const cells = (table: HTMLElement, column: number) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.children[column]?.textContent)

test('own details are read-only', async () => {
  open('OrganisationAdmin')
  const details = await region('Your details')
  await details.findByText('Northmere Borough Council')
  expect(details.getAllByRole('definition').map((value) => value.textContent)).toEqual([
    'Bob',
    'Ash',
    'admin@northmere.example',
    'Northmere Borough Council',
    'Organisation administrator',
  ])
  expect(details.queryByRole('textbox')).toBeNull()
})

test('without a line own details are what the session knows, and no slug stands for the organisation’s name', async () => {
  const noLine: FakeAnswer = { fails: new TypeError('No line') }
  open('Viewer', { '/api/own-details': noLine, '/health': noLine })
  const details = await region('Your details')
  await vi.waitFor(() => expect(appStore.get(onlineAtom)).toBe(false))
  expect(details.getAllByRole('definition').map((value) => value.textContent)).toEqual([
    'admin@northmere.example',
    'Viewer',
  ])
})

test('Your Team leaves out the person and sorts by each heading', async () => {
  open('OrganisationAdmin')
  const table = await screen.findByRole('table', { name: 'Your Team' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((heading) => heading.textContent),
  ).toEqual(['Last Name', 'First Name', 'Role', 'Email'])
  expect(cells(table, 0)).toEqual(['Éames', 'Yeo'])
  const sort = (name: string) => within(table).getByRole('columnheader', { name })
  expect(sort('Last Name').getAttribute('aria-sort')).toBe('ascending')
  await userEvent.click(within(sort('Email')).getByRole('button'))
  expect([sort('Email').getAttribute('aria-sort'), cells(table, 3)]).toEqual([
    'ascending',
    ['ann@northmere.example', 'wyn@northmere.example'],
  ])
  await userEvent.click(within(sort('Email')).getByRole('button'))
  expect([sort('Email').getAttribute('aria-sort'), cells(table, 3)]).toEqual([
    'descending',
    ['wyn@northmere.example', 'ann@northmere.example'],
  ])
  expect(sort('Last Name').getAttribute('aria-sort')).toBe('none')
})

test('a team of one', async () => {
  open('OrganisationAdmin', { '/api/organisation-users': { json: [USERS[1]] } })
  expect(await (await region('Your Team')).findByText('No data available')).toBeTruthy()
})

test('a Viewer has no team and no panel, and they are not asked for', async () => {
  const seen = open('Viewer')
  await screen.findByRole('table', { name: 'Calculator jobs' })
  expect(screen.queryByText('Your Team')).toBeNull()
  expect(screen.queryByText('Super Admin')).toBeNull()
  const asked = seen.map(({ path }) => path)
  expect(asked).not.toContain('/api/organisation-users')
  expect(asked).not.toContain('/api/sending-settings')
})

test('an organisation’s administrator has no panel', async () => {
  open('OrganisationAdmin')
  await screen.findByRole('table', { name: 'Your Team' })
  expect(screen.queryByText('Super Admin')).toBeNull()
})

test('calculator jobs say where they stand, and give their result', async () => {
  open('Viewer')
  const table = await screen.findByRole('table', { name: 'Calculator jobs' })
  expect(cells(table, 0)[0]).toBe('21 Nov 2026, 09:00')
  expect(cells(table, 1)[0]).toBe('1,204')
  expect(cells(table, 3)).toEqual(['Done', 'FailedThe snapshot was replaced.'])
  expect(within(table).getAllByRole('button', { name: /^Download CSV/ })).toHaveLength(1)
})

test('this device: what would be lost is said before it is cleared', async () => {
  open('Viewer')
  const device = await region('This device')
  expect(device.getAllByRole('term').map((term) => term.textContent)).toEqual([
    'Version',
    'Storage used',
    'Campaign drafts',
    'Waiting to be sent',
    'Clear',
  ])
  expect(device.getByText('Nothing')).toBeTruthy()
  await userEvent.click(device.getByRole('button', { name: 'Clear this device' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Clear this device?' }))
  expect(dialog.getByText(/Nothing is lost/)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('clearing this device names what is lost, removes it and logs out', async () => {
  const leave = vi.fn()
  vi.stubGlobal('location', { replace: leave })
  open('Viewer')
  const device = await region('This device')
  await act(() =>
    saveDraft(newDraft('22222222-2222-4222-8222-222222222222', new Date(), { theme: undefined, selectedFilters: {} })),
  )
  await userEvent.click(device.getByRole('button', { name: 'Clear this device' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Clear this device?' }))
  expect(dialog.getByText('1 campaign draft')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Clear and log out' }))
  await vi.waitFor(() => expect(leave).toHaveBeenCalledOnce())
  expect(appStore.get(draftsAtom)).toEqual([])
})

test('offline everything that needs the server is disabled, and says why; the rest is not', async () => {
  open('SuperAdmin')
  const panel = await region('Super Admin')
  await Promise.all([
    panel.findByRole('table', { name: 'Campaigns access' }),
    screen.findByRole('button', { name: 'Test connection' }),
    screen.findByRole('table', { name: 'Calculator jobs' }),
    screen.findByRole('table', { name: 'Work in the background' }),
  ])
  act(() => setOnline(false))
  const off = screen.getAllByRole<HTMLButtonElement>('button').filter(({ disabled }) => disabled)
  expect(off.map((one) => one.getAttribute('aria-label') ?? one.textContent).sort()).toEqual([
    'Change account',
    'Change what messages cost',
    'Change what messages say',
    'Download CSV, 21 Nov 2026, 09:00',
    'Forget account',
    'Generate renewals pack',
    'Refresh',
    'Refresh',
    'Reset',
    'Run now: Prepare campaign, Northmere Borough Council',
    'Switch off campaigns for Northmere Borough Council',
    'Switch on campaigns for Cyngor Glanmor',
    'Switch view',
    'Test connection',
  ])
  for (const what of [
    'New figures and downloads need',
    'A renewals pack needs',
    'Switching campaigns on or off needs',
    'Switching the view needs',
  ]) {
    expect(screen.getByText(`${what} a connection. You are offline.`)).toBeTruthy()
  }
})

test('how messages are sent is shown without secrets, and tested', async () => {
  const words = 'GOV.UK Notify takes the key and has the template. Nothing was sent.'
  open('OrganisationAdmin', { '/api/test-sending': { json: { works: true, words } } })
  const sending = await region('Sending messages')
  expect(await sending.findByText('Set, ends in …b0ff')).toBeTruthy()
  await userEvent.click(sending.getByRole('button', { name: 'Test connection' }))
  expect(await sending.findByText(words)).toBeTruthy()
})

test('what messages say is shown, and changed', async () => {
  const seen = open('OrganisationAdmin', { '/api/set-message-settings': { json: {}, status: 500 } })
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
  expect(seen.at(-1)?.body).toEqual({
    languages: ['cy', 'en'],
    in_both_languages: true,
    phone: '01632 960 100',
    return_address: 'Town Hall',
    privacy_notice: null,
    ...HOURS,
    send_on_sundays: true,
  })
})

test('an account keeps the secrets that are left empty, and says what is wrong at its field', async () => {
  const error = 'Write a number of 60 at least, or nothing.'
  const refusal = { detail: error, code: 'invalid_input', fields: { messages_a_minute: error } }
  const answers: Record<string, FakeAnswer> = { '/api/set-sending-settings': { json: refusal, status: 422 } }
  const seen = open('OrganisationAdmin', answers)
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
  expect(seen.at(-1)?.body).toEqual({
    sms_template_id: SENDING.sms_template_id,
    sms_sender_id: null,
    service_name: 'Northmere',
    messages_a_minute: 7,
    texts_a_day: null,
    letters_a_day: null,
  })
})

test('work that was given up says why, and runs again', async () => {
  const retried = { ...FAILED_JOB, state: 'waiting' }
  const seen = open('SuperAdmin', { '/api/retry-job': { json: { jobs: [retried], total: 1 } } })
  const work = within(await screen.findByRole('table', { name: 'Work in the background' }))
  expect(work.getByText('Error ECONNREFUSED. The log says more.')).toBeTruthy()
  await userEvent.click(work.getByRole('button', { name: 'Run now: Prepare campaign, Northmere Borough Council' }))
  expect(await work.findByText('Waiting')).toBeTruthy()
  expect(seen.filter(({ path }) => path === '/api/retry-job').map(({ body }) => body)).toEqual([{ id: FAILED_JOB.id }])
})

test('the panel says when its names could not be fetched', async () => {
  open('SuperAdmin', { '/api/roles-and-organisations': { text: '', status: 500 } })
  expect((await screen.findAllByText('Failed to fetch roles and organisations')).length).toBeGreaterThan(0)
})

test('view-as asks for a choice, and shows what the server refuses at its field', async () => {
  open('SuperAdmin', {
    '/api/view-as': {
      json: {
        detail: 'There is no such role.',
        code: 'invalid_input',
        fields: { role_name: 'There is no such role.' },
      },
      status: 422,
    },
  })
  const form = within(await screen.findByRole('form', { name: 'View as' }))
  await userEvent.click(form.getByRole('button', { name: 'Switch view' }))
  expect(form.getByText('Choose a role, an organisation, or both.')).toBeTruthy()
  await userEvent.click(form.getByRole('button', { name: /Role/ }))
  await userEvent.click(await screen.findByRole('option', { name: 'Viewer' }))
  await userEvent.click(form.getByRole('button', { name: 'Switch view' }))
  expect(await form.findByText('There is no such role.')).toBeTruthy()
})

test('campaigns are switched on after a question', async () => {
  const seen = open('SuperAdmin', {
    '/api/organisation-campaigns': { json: { slug: 'glanmor', name: 'Cyngor Glanmor', campaigns_enabled: true } },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Switch on campaigns for Cyngor Glanmor' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Switch on campaigns for Cyngor Glanmor?' }))
  expect(dialog.getByText(/^Everyone of Cyngor Glanmor will be able to create campaigns/)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Switch on' }))
  expect(await screen.findByRole('button', { name: 'Switch off campaigns for Cyngor Glanmor' })).toBeTruthy()
  expect(seen.at(-1)?.body).toEqual({ slug: 'glanmor', campaigns_enabled: true })
})

test('a view has its banner on every page, with a way out', async () => {
  const viewing = user('SuperAdmin', { temporary_organisation_name: 'Cyngor Glanmor', temporary_role_name: 'Viewer' })
  const seen = open(
    'SuperAdmin',
    {
      '/api/session/user': { json: viewing },
      '/api/view-as': { json: { temporary_organisation_name: null, temporary_role_name: null } },
    },
    '/support/product',
  )
  const banner = await region('View as')
  expect(banner.getByText(/You are viewing Doorstep as/).textContent).toBe(
    'You are viewing Doorstep as Viewer of Cyngor Glanmor',
  )
  const leave = vi.fn()
  vi.stubGlobal('location', { replace: leave })
  await userEvent.click(banner.getByRole('button', { name: 'Return to your own view' }))
  await vi.waitFor(() => expect(leave).toHaveBeenCalledWith('/'))
  expect(seen.find(({ path }) => path === '/api/view-as')?.body).toEqual({ role_name: null, display_name: null })
})

test('the person’s own view has no banner', async () => {
  open('SuperAdmin')
  await screen.findByRole('form', { name: 'View as' })
  expect(screen.queryByRole('button', { name: 'Return to your own view' })).toBeNull()
})

const ENTRY = {
  id: 1,
  at: '2026-11-21T09:00:00.000Z',
  organisation: 'Cyngor Glanmor',
  actor_email: 'super@doorstep.example',
  actor_role: 'SuperAdmin',
  action: 'view_as',
  subject: 'as Viewer',
  quantity: null,
}

test('the audit log is read in words, filtered and paged', async () => {
  const seen = open(
    'SuperAdmin',
    { '/api/audit-entries': { json: { entries: [ENTRY], total: 51 } } },
    '/settings/audit',
  )
  const table = await screen.findByRole('table', { name: 'Audit log' })
  expect(within(table).getAllByRole('row')[1]?.textContent).toContain('Viewed as another')
  expect(screen.getByText('51 entries')).toBeTruthy()
  const pages = screen.getByRole('navigation', { name: 'Pages of the audit log' })
  await userEvent.click(within(pages).getByRole('button', { name: 'Next page' }))
  expect(within(pages).getByText('Page 2 of 2')).toBeTruthy()
  await vi.waitFor(() => expect(seen.at(-1)?.body).toEqual({ page: 2 }))
  // The page before goes while the next is on its way, and the focus does not go with it.
  expect(pages.contains(document.activeElement)).toBe(true)
  await userEvent.type(screen.getByRole('textbox', { name: /Who/ }), 'super')
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
  await vi.waitFor(() => expect(seen.at(-1)?.body).toEqual({ actor: 'super', page: 1 }))
})

test('the audit log is not exported offline, and says why', async () => {
  open('SuperAdmin', { '/api/audit-entries': { json: { entries: [ENTRY], total: 1 } } }, '/settings/audit')
  await screen.findByRole('table', { name: 'Audit log' })
  act(() => setOnline(false))
  expect(screen.getByText('Exporting needs a connection. You are offline.')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export CSV' }).disabled).toBe(true)
})

test('the audit log is for super administrators', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const seen = open('OrganisationAdmin', {}, '/settings/audit')
  expect(await screen.findByText('unauthorized')).toBeTruthy()
  expect(seen.map(({ path }) => path)).not.toContain('/api/audit-entries')
})

test('what messages cost is shown, and a budget set in pounds', async () => {
  const seen = open('OrganisationAdmin', { '/api/set-message-budget': { json: {}, status: 500 } })
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
  expect(seen.at(-1)?.body).toEqual({
    postage: 'second',
    budget_pence: 300_050,
    over_budget: 'nobody',
    free_texts: null,
  })
})
