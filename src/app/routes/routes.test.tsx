import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { getOrganisationSettings } from '#contract/organisations/session'
import { call } from '../api/call'
import { A_VIEWER, fakeServer, type FakeAnswer } from '../testing/fakeServer'
import { aroundEachApp, openApp } from '../testing/openApp'
import { press } from '../testing/press'

const USER = '/api/session/user'
const SETTINGS = '/api/organisation-settings'
const SUPER = { ...A_VIEWER, role_name: 'SuperAdmin' }

aroundEachApp()

const openAt = (at: string, answers: Record<string, FakeAnswer> = {}) =>
  openApp(at, {
    [USER]: { json: A_VIEWER },
    [SETTINGS]: { json: true },
    '/api/all-campaigns': { json: [] },
    ...answers,
  }).router

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

test("'...loading' shows until the session is there", async () => {
  openAt('/settings')
  expect(screen.getByText('...loading')).toBeTruthy()
  await heading('Settings')
  expect(screen.queryByText('...loading')).toBeNull()
  await vi.waitFor(() => expect(document.title).toBe('Settings – Doorstep'))
})

test('nobody signed in: to /login, without talk of a failure', async () => {
  const router = openAt('/settings', { [USER]: { json: { detail: 'No', code: 'not_signed_in' }, status: 401 } })
  await heading('Login to your account')
  expect(router.state.location.pathname).toBe('/login')
  expect(screen.queryByText('Failed to fetch user data')).toBeNull()
  expect(document.activeElement).toBe(screen.getByPlaceholderText('Enter your email address'))
})

test('a network failure is no 401: an error screen with Try again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const router = openAt('/settings', { [USER]: { fails: new TypeError('Failed to fetch') } })
  await heading('No connection to Doorstep')
  expect(router.state.location.pathname).toBe('/settings')
  const reload = vi.fn()
  vi.stubGlobal('location', { reload })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(reload).toHaveBeenCalledOnce()
})

test('a 401 in the middle of a session wipes what is kept and leaves by a new document', async () => {
  openAt('/settings')
  await heading('Settings')
  sessionStorage.setItem('doorstep.selected-filters', '{}')
  const leave = vi.fn()
  vi.stubGlobal('location', { replace: leave })
  fakeServer({ [SETTINGS]: { json: { detail: 'No', code: 'not_signed_in' }, status: 401 } })
  await expect(call(getOrganisationSettings)).rejects.toThrow('No')
  await vi.waitFor(() => expect(leave).toHaveBeenCalledWith('/login?error=session_ended'))
  expect(sessionStorage.getItem('doorstep.selected-filters')).toBeNull()
})

test.each<[string, FakeAnswer, boolean, string, string]>([
  ['no network', { fails: new TypeError('Failed to fetch') }, false, 'You are offline', 'Check your connection'],
  [
    'a reply of another version',
    { json: { mail: 1 } },
    true,
    'This page is out of date',
    'Reload the page and try again.',
  ],
  [
    'a refusal',
    { json: { detail: 'x', code: 'x' }, status: 403 },
    true,
    'You do not have access to this page',
    'unauthorized',
  ],
  [
    'a failure',
    { json: { detail: 'Being restored.', code: 'x' }, status: 503 },
    true,
    'Something went wrong',
    'Being restored.',
  ],
  ['a failure without words', { text: '', status: 500 }, true, 'Something went wrong', 'An error occurred'],
])('%s has its own words', async (_, answer, onLine, title, words) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine)
  openAt('/settings', { [USER]: answer })
  await heading(title)
  expect(screen.getByRole('alert').textContent).toContain(words)
})

test('settings show who is signed in', async () => {
  openAt('/settings')
  await heading('Settings')
  const details = within(screen.getByRole('region', { name: 'Your details' }))
  expect(details.getAllByRole('definition').map((value) => value.textContent)).toEqual([
    'viewer@northmere.example',
    'Viewer',
  ])
})

test('the layout: a skip link first, one main', async () => {
  openAt('/settings')
  await heading('Settings')
  await userEvent.tab()
  expect(document.activeElement?.textContent).toBe('Skip to main content')
  expect(document.querySelectorAll('main')).toHaveLength(1)
})

test('on every page the second press of a double click is not for what the first one opened', async () => {
  openAt('/settings/device')
  await heading('Device')
  press(screen.getByRole('button', { name: 'Clear this device' }))
  press(screen.getByRole('button', { name: 'Cancel' }), 2)
  expect(screen.getByRole('alertdialog')).toBeTruthy()
})

test('campaigns, when there are none', async () => {
  openAt('/campaigns')
  await heading('Campaigns')
  expect(await screen.findByText('You have not started any campaigns yet')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Create new campaign' }).getAttribute('href')).toBe('/campaigns/new')
})

test('campaigns say where nothing is really sent', async () => {
  const said = { languages: ['en'], phone: null, return_address: null, privacy_notice: null }
  const settings = { ...said, send_from: 8, send_until: 20, send_on_sundays: false, is_simulated: true }
  openAt('/campaigns', { '/api/message-settings': { json: settings } })
  expect(await screen.findByText(/^Nothing is really sent/)).toBeTruthy()
})

test('a loading message while campaigns are checked', async () => {
  openAt('/settings')
  await heading('Settings')
  let answer = (_: Response) => {}
  // The check alone waits; what the list asks for afterwards is answered as ever.
  vi.spyOn(globalThis, 'fetch').mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
  await userEvent.click(screen.getByRole('link', { name: 'Campaigns' }))
  expect(await screen.findByText('Loading campaigns…')).toBeTruthy()
  answer(new Response('true', { headers: { 'content-type': 'application/json' } }))
  await heading('Campaigns')
})

test.each([
  [
    { json: false },
    'Organisation does not have campaigns enabled. Please contact your account manager or email the helpdesk.',
  ],
  [{ text: '', status: 500 }, 'Failed to load organisation settings'],
])('the guard fails the route and leaves the navigation standing', async (answer, message) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  openAt('/campaigns/new', { [SETTINGS]: answer })
  expect(await screen.findByText(message)).toBeTruthy()
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy()
  expect(document.querySelectorAll('main')).toHaveLength(1)
})

test('a super administrator enters campaigns whatever the settings say', async () => {
  openAt('/campaigns', { [USER]: { json: SUPER }, [SETTINGS]: { text: '', status: 500 } })
  await heading('Campaigns')
})

test('a known impact theme opens the form', async () => {
  openAt('/campaigns/pension-credit/new')
  await heading('Create new campaign')
})

test('an unknown one the error screen, which says so', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  openAt('/campaigns/lottery/new')
  await heading('Something went wrong')
  expect(screen.getByText('There is no campaign theme called “lottery”.')).toBeTruthy()
})

test('support offers two relative links', async () => {
  openAt('/support', { [USER]: { json: SUPER } })
  expect(await screen.findByText('What kind of support are you looking for?')).toBeTruthy()
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toContain('/support/product')
  expect(links).toContain('/support/policy')
})

test('the policy assistant is for super administrators', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  openAt('/support/policy')
  expect(await screen.findByText('unauthorized')).toBeTruthy()
})

test('product support is a page with the guides, the helpdesk’s address and a way back', async () => {
  openAt('/support/product', {
    '/api/support-contact': { json: { support_email: 'help@a.example', organisation_name: 'A' } },
  })
  await heading('Product support')
  expect((await screen.findByRole('link', { name: 'help@a.example' })).getAttribute('href')).toBe(
    'mailto:help@a.example',
  )
  expect(screen.getByRole('link', { name: 'Read the guides' }).getAttribute('href')).toBe('/help')
  expect(screen.getByRole('link', { name: 'Back to Street View' }).getAttribute('href')).toBe('/')
})

test('the question mark of a screen opens its guide', async () => {
  openAt('/settings')
  press(await screen.findByRole('link', { name: 'Help with this screen' }))
  await heading('People and roles')
  expect(screen.queryByRole('link', { name: 'Help with this screen' })).toBeNull()
  press(screen.getByRole('link', { name: 'All guides' }))
  await heading('Help')
  expect(screen.getByRole('link', { name: 'Words' }).getAttribute('href')).toBe('/help/words')
})

test('a guide that is not there leads to the list', async () => {
  openAt('/help/swimming')
  await heading('Guide not found')
  expect(screen.getByRole('link', { name: 'Go to Help' }).getAttribute('href')).toBe('/help')
})

test('an address that leads nowhere', async () => {
  openAt('/nowhere/at/all')
  await heading('Page not found')
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to Street View' }).getAttribute('href')).toBe('/')
})

test.each([
  ['the support address', { json: { support_email: 'help@provider.example' } }, 'help@provider.example'],
  ['what to do where nothing answers', { fails: new TypeError('Failed to fetch') }, null],
])('the accessibility statement is for people who are not signed in, and says %s', async (_, answer, email) => {
  openAt('/accessibility', { [USER]: { json: {}, status: 401 }, '/api/accessibility-contact': answer })
  await heading('Accessibility statement')
  if (email === null) expect(screen.getByText(/contact the administrator of Doorstep/)).toBeTruthy()
  else expect(screen.getByRole('link', { name: email }).getAttribute('href')).toBe(`mailto:${email}`)
})

test('/logout leaves for the backend', async () => {
  const leave = vi.fn()
  vi.stubGlobal('location', { replace: leave })
  openAt('/logout')
  await vi.waitFor(() => expect(leave).toHaveBeenCalledWith('/backend/auth/logout'))
})
