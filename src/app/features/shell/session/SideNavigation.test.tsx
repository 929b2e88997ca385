import { act, cleanup, render, screen, within } from '../../../testing/render'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import type { Role } from '#contract/organisations/session'
import { queryClient } from '../../../api/queryClient'
import { fakeServer } from '../../../testing/fakeServer'
import { fakeWindowWidth } from '../../../testing/fakeWindow'
import { setOnline } from '../../../state/connectivity'
import { campaignsEnabledAtom, forgetSession, sessionAtom } from '../../../state/session'
import { appStore } from '../../../state/store'
import { SideNavigation } from './SideNavigation'

const NO_ACCESS =
  'Campaigns: Your organisation does not have access. Please contact your account manager or email the helpdesk.'

afterEach(() => {
  cleanup()
  forgetSession()
  vi.unstubAllGlobals()
})

function open({ role = 'Viewer', enabled = true, at = '/', width = 1440 }: Partial<Setting> = {}) {
  const resize = fakeWindowWidth(width)
  appStore.set(sessionAtom, {
    email: 'a@northmere.example',
    organisation: 'northmere',
    role,
    isSuperAdmin: role === 'SuperAdmin',
  })
  appStore.set(campaignsEnabledAtom, enabled)
  render(
    <MemoryRouter initialEntries={[at]}>
      <SideNavigation />
    </MemoryRouter>,
  )
  return { user: userEvent.setup(), resize: (next: number) => act(() => resize(next)) }
}

interface Setting {
  role: Role
  enabled: boolean | null
  at: string
  width: number
}

const toggle = () => screen.queryByRole('button', { name: /^(Collapse|Expand) menu$/ })

test('the main places in their order, and Support below', () => {
  open()
  const links = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Street View', '/'],
    ['Campaigns', '/campaigns'],
    ['Settings', '/settings'],
    ['Support', '/support/product'],
  ])
})

test('the foot says which Doorstep this is', () => {
  open()
  expect(screen.getByText(/^Doorstep \d+\.\d+\.\d+\S* \((?:[0-9a-f]{7,}|unknown)\)$/)).toBeTruthy()
})

test('Support of a super administrator is the choice', () => {
  open({ role: 'SuperAdmin' })
  expect(screen.getByRole('link', { name: 'Support' }).getAttribute('href')).toBe('/support')
})

test.each([
  ['/', 'Street View'],
  ['/streetview', 'Street View'],
  ['/trends', 'Street View'],
  ['/filters/abc', 'Street View'],
  ['/visits', 'Street View'],
  ['/campaigns/new', 'Campaigns'],
  ['/campaigns/templates', 'Campaigns'],
  ['/replies', 'Campaigns'],
  ['/settings/rights', 'Settings'],
  ['/support/product', 'Support'],
  ['/help', 'Support'],
  ['/help/words', 'Support'],
])('at %s the current place is %s', (at, name) => {
  open({ at })
  const current = screen.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page')
  expect(current.map((link) => link.textContent)).toEqual([name])
})

test('Campaigns is greyed for an organisation without access, with the reason on keyboard focus', async () => {
  const { user } = open({ enabled: false })
  const campaigns = screen.getByRole('link', { name: 'Campaigns' })
  expect(campaigns.getAttribute('aria-disabled')).toBe('true')
  expect(campaigns.getAttribute('href')).toBeNull()
  while (document.activeElement !== campaigns) await user.tab()
  expect((await screen.findByRole('tooltip')).textContent).toBe(NO_ACCESS)
})

test('and to a pointer that rests on it', async () => {
  const { user } = open({ enabled: false })
  // A pointer that was nowhere before is none that comes to rest.
  await user.hover(screen.getByRole('contentinfo'))
  await user.hover(screen.getByRole('link', { name: 'Campaigns' }))
  expect((await screen.findByRole('tooltip')).textContent).toBe(NO_ACCESS)
  await user.unhover(screen.getByRole('link', { name: 'Campaigns' }))
  await vi.waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
})

test('pressing greyed Campaigns says the reason too, for those without a pointer to rest', async () => {
  const { user } = open({ enabled: false })
  await user.click(screen.getByRole('link', { name: 'Campaigns' }))
  expect((await screen.findByRole('tooltip')).textContent).toBe(NO_ACCESS)
})

test.each([
  ['a super administrator', { role: 'SuperAdmin', enabled: false }],
  ['an organisation with access', { role: 'Viewer', enabled: true }],
  ['an organisation whose settings are not known', { role: 'Viewer', enabled: null }],
] as const)('Campaigns is not greyed for %s', (_, setting) => {
  open(setting)
  expect(screen.getByRole('link', { name: 'Campaigns' }).getAttribute('href')).toBe('/campaigns')
})

test.each([
  [768, 'true'],
  [1440, 'true'],
])('at %i px it is expanded', (width, expanded) => {
  open({ width })
  expect(toggle()?.getAttribute('aria-expanded')).toBe(expanded)
})

test('below 768 px it is closed behind a button', () => {
  open({ width: 767 })
  expect(screen.queryByRole('navigation')).toBeNull()
  expect(screen.getByRole('button', { name: 'Open menu' }).getAttribute('aria-expanded')).toBe('false')
})

test('it follows the width until toggled by hand', async () => {
  const { user, resize } = open({ width: 767 })
  resize(768)
  expect(toggle()?.getAttribute('aria-expanded')).toBe('true')
  await user.click(screen.getByRole('button', { name: 'Collapse menu' }))
  resize(767)
  resize(1024)
  expect(toggle()?.getAttribute('aria-expanded')).toBe('false')
})

test('collapsed, the places keep their names', async () => {
  const { user } = open()
  await user.click(screen.getByRole('button', { name: 'Collapse menu' }))
  expect(screen.getByRole('link', { name: 'Settings' })).toBeTruthy()
})

test('on a narrow window it opens over the page, keeps the focus, and Escape closes it', async () => {
  const { user } = open({ width: 390 })
  const button = screen.getByRole('button', { name: 'Open menu' })
  await user.click(button)
  const menu = screen.getByRole('dialog', { name: 'Menu' })
  for (let presses = 0; presses < 12; presses += 1) {
    await user.tab()
    expect(menu.contains(document.activeElement)).toBe(true)
  }
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('on a narrow window following a link closes it', async () => {
  const { user } = open({ width: 390 })
  await user.click(screen.getByRole('button', { name: 'Open menu' }))
  await user.click(screen.getByRole('link', { name: 'Settings' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the footer says who is signed in; logging out says that it does', async () => {
  vi.stubGlobal('location', { replace: vi.fn() })
  fakeServer({})
  const { user } = open()
  expect(screen.getByRole('contentinfo').textContent).toContain('a@northmere.example')
  await user.click(screen.getByRole('button', { name: 'Logout' }))
  expect(screen.getByRole('button', { name: /Logging out…/ })).toBeDefined()
})

test('Campaigns says how many wait for the person', async () => {
  const waiting = {
    id: 1,
    name: 'Autumn',
    channel: 'sms',
    number_of_recipients: 75,
    is_rounded: false,
    created_by: 'Ada Lovell',
    organisation: 'Northmere',
    is_in_view: true,
    turn: 'review',
    since: '2026-11-20T09:00:00.000Z',
    review_comment: null,
  }
  queryClient.clear()
  setOnline(true)
  fakeServer({ '/api/whose-turn': { json: [waiting, { ...waiting, id: 2 }] } })
  open({ role: 'SuperAdmin' })
  await vi.waitFor(() =>
    expect(screen.getByRole('link', { name: /^Campaigns/ }).textContent).toBe('Campaigns, 2 wait for you'),
  )
})
