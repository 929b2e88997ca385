import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createPath } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { newDraft } from '../features/campaigns/campaigns/drafts/draft'
import { draftsAtom, saveDraft } from '../state/drafts'
import { onlineAtom, setOnline } from '../state/connectivity'
import { appStore } from '../state/store'
import type { FakeAnswer } from '../testing/fakeServer'
import { aroundEachApp, openApp } from '../testing/openApp'
import { openSettings, region, settingsAnswers, USERS } from '../testing/settings'

aroundEachApp()

const cells = (table: HTMLElement, column: number) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.children[column]?.textContent)

test('own details are read-only', async () => {
  openSettings('OrganisationAdmin')
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

test('offline own details are what the session knows, and no slug stands for the organisation’s name', async () => {
  const noLine: FakeAnswer = { fails: new TypeError('No line') }
  openSettings('Viewer', { '/api/own-details': noLine, '/health': noLine })
  const details = await region('Your details')
  await vi.waitFor(() => expect(appStore.get(onlineAtom)).toBe(false))
  expect(details.getAllByRole('definition').map((value) => value.textContent)).toEqual([
    'admin@northmere.example',
    'Viewer',
  ])
})

test('Your Team leaves out the person and sorts by each heading', async () => {
  openSettings('OrganisationAdmin')
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
  openSettings('OrganisationAdmin', { '/api/organisation-users': { json: [USERS[1]] } })
  expect(await (await region('Your Team')).findByText('No data available')).toBeTruthy()
})

test('a Viewer has no team and no panel, and they are not asked for', async () => {
  const seen = openSettings('Viewer')
  await region('Your details')
  expect(screen.queryByText('Your Team')).toBeNull()
  expect(screen.queryByText('Super Admin')).toBeNull()
  const asked = seen.map(({ path }) => path)
  expect(asked).not.toContain('/api/organisation-users')
  expect(asked).not.toContain('/api/sending-settings')
})

test('an organisation’s administrator has no panel', async () => {
  openSettings('OrganisationAdmin')
  await screen.findByRole('table', { name: 'Your Team' })
  expect(screen.queryByText('Super Admin')).toBeNull()
})

test('calculator jobs say where they stand, and give their result', async () => {
  openSettings('Viewer', {}, '/settings/data')
  const table = await screen.findByRole('table', { name: 'Calculator jobs' })
  expect(cells(table, 0)[0]).toBe('21 Nov 2026, 09:00')
  expect(cells(table, 1)[0]).toBe('1,204')
  expect(cells(table, 3)).toEqual(['Done', 'FailedThe snapshot was replaced.'])
  expect(within(table).getAllByRole('button', { name: /^Download CSV/ })).toHaveLength(1)
})

test('this device: what would be lost is said before it is cleared', async () => {
  openSettings('Viewer', {}, '/settings/device')
  const device = await region('This device')
  expect(device.getAllByRole('term').map((term) => term.textContent)).toEqual([
    'Version',
    'Offline',
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
  openSettings('Viewer', {}, '/settings/device')
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

const TABS = ['Profile', 'Organisation', 'Messages', 'Data', 'Data protection', 'Device', 'Provider']
const tabs = async () =>
  within(await screen.findByRole('navigation', { name: 'Settings' })).getAllByRole<HTMLAnchorElement>('link')

test.each([
  ['Viewer', ['Profile', 'Data', 'Device']],
  ['OrganisationAdmin', TABS.slice(0, -1)],
  ['SuperAdmin', TABS],
])('the parts of settings that a %s may open, each with its heading', async (role, shown) => {
  openSettings(role)
  expect((await tabs()).map(({ textContent }) => textContent)).toEqual(shown)
  for (const name of shown.slice(1)) {
    await userEvent.click(screen.getByRole('link', { name }))
    await screen.findByRole('heading', { level: 1, name })
    const current = (await tabs()).filter((tab) => tab.getAttribute('aria-current') === 'page')
    expect(current.map(({ textContent }) => textContent)).toEqual([name])
  }
})

test('own settings are details, team and the super admin panel; months have kept their address', async () => {
  const { router } = openApp('/settings', settingsAnswers('SuperAdmin'))
  await screen.findByRole('table', { name: 'Your Team' })
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Your details',
    'Your Team',
    'Super Admin',
  ])
  await act(() => router.navigate('/settings/months?from=mail#latest'))
  await screen.findByRole('heading', { level: 1, name: 'Data' })
  expect(createPath(router.state.location)).toBe('/settings/data?from=mail#latest')
})

test.each([
  [
    '/settings',
    ['Generate renewals pack', 'Reset', 'Switch view'],
    ['A renewals pack needs', 'Switching the view needs'],
  ],
  [
    '/settings/messages',
    ['Change account', 'Change what messages cost', 'Change what messages say', 'Forget account', 'Test connection'],
    ['Changing and testing this needs'],
  ],
  ['/settings/data', ['Download CSV, 21 Nov 2026, 09:00', 'Refresh'], ['New figures and downloads need']],
  [
    '/settings/provider',
    [
      'Refresh',
      'Run now: Prepare campaign, Northmere Borough Council',
      'Switch off campaigns for Northmere Borough Council',
      'Switch on campaigns for Cyngor Glanmor',
    ],
    ['Switching campaigns on or off needs', 'The list needs'],
  ],
])('offline, what needs the server at %s is disabled, and says why; the rest is not', async (at, disabled, reasons) => {
  openSettings(at === '/settings/data' ? 'Viewer' : 'SuperAdmin', {}, at)
  const buttons = () =>
    screen
      .getAllByRole<HTMLButtonElement>('button')
      .filter((button) => button.disabled === !appStore.get(onlineAtom))
      .map((one) => one.getAttribute('aria-label') ?? one.textContent)
  await vi.waitFor(() => expect(buttons()).toEqual(expect.arrayContaining(disabled.filter((name) => name !== 'Reset'))))
  act(() => setOnline(false))
  expect(buttons().sort()).toEqual(disabled)
  for (const what of reasons) expect(screen.getByText(`${what} a connection. Doorstep cannot be reached.`)).toBeTruthy()
})
