import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { fakeServer, lastBody } from '../../../testing/fakeServer'
import { loginAction } from './action'
import { LoginScreen } from './LoginScreen'

const LOOKUP = '/api/organisations-by-domain'
const NORTHMERE = { slug: 'northmere', name: 'Northmere Borough Council' }
const GLANMOR = { slug: 'glanmor', name: 'Cyngor Glanmor' }

function openLogin(at = '/login') {
  const router = createMemoryRouter([{ path: '/login', Component: LoginScreen, action: loginAction }], {
    initialEntries: [at],
  })
  render(<RouterProvider router={router} />)
  return userEvent.setup()
}

const email = () => screen.getByPlaceholderText('Enter your email address')
const continueButton = () => screen.getByRole('button', { name: 'Continue' })

async function lookUp(user: ReturnType<typeof userEvent.setup>, address = 'super@doorstep.example') {
  await user.click(email())
  await user.paste(address)
  await user.click(continueButton())
}

test('says what the page is', () => {
  openLogin()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Login to your account')
  expect(screen.getByText('Welcome back! Please choose your organisation.')).toBeTruthy()
  expect(document.title).toBe('Login – Doorstep')
})

test('Continue is disabled while the email is blank', async () => {
  const user = openLogin()
  expect(continueButton()).toHaveProperty('disabled', true)
  await user.type(email(), '   ')
  expect(continueButton()).toHaveProperty('disabled', true)
  await user.type(email(), 'a')
  expect(continueButton()).toHaveProperty('disabled', false)
})

test('Continue takes an address that the browser filled in without an event', async () => {
  const user = openLogin()
  const seen = fakeServer({ [LOOKUP]: { json: { organisations: [NORTHMERE, GLANMOR] } } })
  const field = email()
  // Past React, which sees no event of it.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'ada@northmere.example')
  // jsdom has no AnimationEvent: React listens for this one.
  fireEvent(field, new Event('webkitAnimationStart', { bubbles: true }))
  await user.click(continueButton())
  await screen.findByText('Your email address belongs to 2 organisations.')
  expect(lastBody(seen, LOOKUP)).toEqual({ email_domain: 'northmere.example' })
})

test('Enter on a blank field says that an address is needed', async () => {
  const user = openLogin()
  await user.type(email(), '{Enter}')
  expect(screen.getByText('You must enter an email address to continue')).toBeTruthy()
})

test('a field left blank says that an address is required', async () => {
  const user = openLogin()
  await user.type(email(), 'a')
  await user.clear(email())
  await user.tab()
  expect(screen.getByText('Email is required')).toBeTruthy()
})

test.each([
  'northmere',
  'a@@northmere.example',
  'some one@northmere.example',
  '@northmere.example',
  'a@northmere',
  `${'a'.repeat(300)}@northmere.example`,
])('an address that is none (%s) is not looked up', async (typed) => {
  const seen = fakeServer({})
  const user = openLogin()
  await lookUp(user, typed)
  expect(await screen.findByText('Please enter a valid email address')).toBeTruthy()
  expect(seen).toEqual([])
})

test('the error goes with the next key', async () => {
  const user = openLogin()
  await lookUp(user, 'northmere')
  await screen.findByText('Please enter a valid email address')
  expect(email().getAttribute('aria-invalid')).toBe('true')
  await user.type(email(), '@')
  expect(screen.queryByText('Please enter a valid email address')).toBeNull()
  expect(email().getAttribute('aria-invalid')).toBe('false')
})

test('only the domain is sent, in lower case', async () => {
  const seen = fakeServer({ [LOOKUP]: { json: { organisations: [] } } })
  const user = openLogin()
  await lookUp(user, 'Admin@Northmere.Example')
  await waitFor(() => expect(seen).toHaveLength(1))
  expect(seen[0]?.body).toEqual({ email_domain: 'northmere.example' })
})

test.each([
  [
    'no organisation',
    { json: { organisations: [] } },
    'No organisation found for this email domain. Please contact your admin team for assistance.',
  ],
  ['a server that fails', { text: '', status: 500 }, 'Unable to verify email domain. Please try again.'],
  ['no network', { fails: new TypeError('Failed to fetch') }, 'Unable to verify email domain. Please try again.'],
  [
    'a domain refused',
    { json: { detail: 'Invalid email domain', code: 'bad_request' }, status: 400 },
    'Invalid email domain',
  ],
])('%s is said', async (_, answer, message) => {
  fakeServer({ [LOOKUP]: answer })
  const user = openLogin()
  await lookUp(user)
  expect(await screen.findByText(message)).toBeTruthy()
})

test('a line that stays silent is said within 3 s of Continue, and asked again by the next', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const fetched = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(
      (_, init) =>
        new Promise((_resolve, reject) =>
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error)),
        ),
    )
  const user = openLogin()
  await lookUp(user)
  await vi.waitFor(() => expect(fetched).toHaveBeenCalled())
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  expect(await screen.findByText('Doorstep does not answer. Check your connection and try again.')).toBeTruthy()
  vi.useRealTimers()
  fakeServer({
    '/health': { json: { status: 'ready' } },
    [LOOKUP]: { json: { organisations: [NORTHMERE, GLANMOR] } },
  })
  await user.click(continueButton())
  expect(await screen.findByRole('combobox')).toBeTruthy()
})

test('after a look-up that failed the next may succeed', async () => {
  fakeServer({ [LOOKUP]: { text: 'broken', status: 500 } })
  const user = openLogin()
  await lookUp(user)
  await screen.findByText('Unable to verify email domain. Please try again.')
  fakeServer({ [LOOKUP]: { json: { organisations: [NORTHMERE, GLANMOR] } } })
  await user.click(continueButton())
  expect(await screen.findByRole('combobox')).toBeTruthy()
})

test('several organisations: the choice, none chosen at first', async () => {
  fakeServer({ [LOOKUP]: { json: { organisations: [NORTHMERE, GLANMOR] } } })
  const user = openLogin()
  await lookUp(user)
  const select = await screen.findByRole('combobox')
  expect([...select.querySelectorAll('option')].map((option) => option.textContent)).toEqual([
    'Select your organisation',
    'Northmere Borough Council',
    'Cyngor Glanmor',
  ])
  expect(select).toHaveProperty('value', '')
})

test('Continue without a choice says so, until one is made', async () => {
  fakeServer({ [LOOKUP]: { json: { organisations: [NORTHMERE, GLANMOR] } } })
  const user = openLogin()
  await lookUp(user)
  const select = await screen.findByRole('combobox')
  await user.click(continueButton())
  expect(await screen.findByText('Please select an organisation to continue')).toBeTruthy()
  await user.selectOptions(select, 'glanmor')
  expect(screen.queryByText('Please select an organisation to continue')).toBeNull()
})

test('Back returns to the email, kept, and clears the organisation', async () => {
  fakeServer({ [LOOKUP]: { json: { organisations: [NORTHMERE, GLANMOR] } } })
  const user = openLogin()
  await lookUp(user)
  await user.selectOptions(await screen.findByRole('combobox'), 'glanmor')
  await user.click(screen.getByRole('button', { name: 'Back' }))
  expect(email()).toHaveProperty('value', 'super@doorstep.example')
  await user.click(continueButton())
  expect(await screen.findByRole('combobox')).toHaveProperty('value', '')
})

test('while offline the choice goes nowhere and says so', async () => {
  fakeServer({ [LOOKUP]: { json: { organisations: [NORTHMERE, GLANMOR] } } })
  const user = openLogin()
  await lookUp(user)
  await user.selectOptions(await screen.findByRole('combobox'), 'glanmor')
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await user.click(continueButton())
  expect(await screen.findByText('Unable to proceed with login. Please try again.')).toBeTruthy()
})

test("Continue reads 'Logging in...' while submitting", async () => {
  fakeServer({ [LOOKUP]: { json: { organisations: [NORTHMERE, GLANMOR] } } })
  let finish = () => {}
  const router = createMemoryRouter(
    [
      {
        path: '/login',
        Component: LoginScreen,
        action: async (args) => {
          const form = await args.request.clone().formData()
          if (form.get('intent') === 'login') await new Promise<void>((resolve) => (finish = resolve))
          return loginAction(args)
        },
      },
    ],
    { initialEntries: ['/login'] },
  )
  render(<RouterProvider router={router} />)
  const user = userEvent.setup()
  await lookUp(user)
  await screen.findByRole('combobox')
  await user.click(continueButton())
  expect(screen.getByRole('button', { name: 'Logging in...' })).toHaveProperty('disabled', true)
  await act(async () => finish())
  expect(await screen.findByRole('button', { name: 'Continue' })).toBeTruthy()
})

test.each([
  ['session_ended', 'Your session has ended. Sign in again to carry on.'],
  ['sign_in_failed', 'Unable to proceed with login. Please try again.'],
  ['<script>', 'Unable to proceed with login. Please try again.'],
  ['constructor', 'Unable to proceed with login. Please try again.'],
])('a sign-in that came back with %s is worded, until something is typed', async (code, message) => {
  const user = openLogin(`/login?error=${encodeURIComponent(code)}`)
  expect(screen.getByText(message)).toBeTruthy()
  await user.type(email(), 'a')
  expect(screen.queryByText(message)).toBeNull()
})

const CHOICE = '/api/organisation-choice'
const CHOOSE = '/api/choose-organisation'
const CHOICES = { json: { email: 'super@provider.example', organisations: [GLANMOR, NORTHMERE] } }

test('somebody signed in at the provider’s issuer chooses an organisation, and nothing is begun before that', async () => {
  const seen = fakeServer({ [CHOICE]: CHOICES, [CHOOSE]: { json: { detail: 'x', code: 'not_found' }, status: 404 } })
  const user = openLogin('/login?step=organisation')
  const select = await screen.findByRole('combobox')
  expect(screen.getByText('You are signed in as super@provider.example.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Cancel' }).getAttribute('href')).toBe('/backend/auth/provider/cancel')
  await user.click(continueButton())
  expect(await screen.findByText('Please select an organisation to continue')).toBeTruthy()
  expect(seen.map(({ path }) => path)).toEqual([CHOICE])
  await user.selectOptions(select, 'glanmor')
  await user.click(continueButton())
  expect(await screen.findByText('Unable to proceed with login. Please try again.')).toBeTruthy()
  expect(lastBody(seen, CHOOSE)).toEqual({ slug: 'glanmor' })
})

test('a choice that is over leads back to the email, and says so', async () => {
  fakeServer({})
  openLogin('/login?step=organisation')
  expect(await screen.findByText('Unable to proceed with login. Please try again.')).toBeTruthy()
  expect(email()).toBeTruthy()
})

test('the organisation chosen is entered as a new document', async () => {
  fakeServer({ [CHOOSE]: { json: {} } })
  const answer = await submit({ intent: 'choose', organisation: 'glanmor' })
  expect(answer).toBeInstanceOf(Response)
  expect((answer as Response).headers.get('Location')).toBe('/')
})

const submit = (fields: Record<string, string>) =>
  loginAction({ request: new Request('http://localhost/login', { method: 'POST', body: new URLSearchParams(fields) }) })

test('exactly one organisation: straight to its sign-in, as a new document', async () => {
  fakeServer({ [LOOKUP]: { json: { organisations: [NORTHMERE] } } })
  const answer = await submit({ intent: 'find-organisations', email: 'admin@northmere.example' })
  expect(answer).toBeInstanceOf(Response)
  const { headers } = answer as Response // asserted the line above
  expect(headers.get('Location')).toBe('/backend/auth/login/northmere?login_hint=admin%40northmere.example')
  expect(headers.get('X-Remix-Reload-Document')).toBe('true')
})

test('the chosen organisation leads to its sign-in', async () => {
  const answer = await submit({ intent: 'login', organisation: 'glanmor', email: 'a@glanmor.example' })
  expect(answer).toBeInstanceOf(Response)
  expect((answer as Response).headers.get('Location')).toBe(
    '/backend/auth/login/glanmor?login_hint=a%40glanmor.example',
  )
})

test('a slug cannot lead elsewhere', async () => {
  const answer = await submit({ intent: 'login', organisation: '../logout?x=//evil.example' })
  expect((answer as Response).headers.get('Location')).toBe('/backend/auth/login/..%2Flogout%3Fx%3D%2F%2Fevil.example')
})

test.each<Record<string, string>>([{ intent: 'delete-everything' }, {}])(
  'an unknown intent is an invalid request',
  async (fields) => {
    await expect(submit(fields)).resolves.toEqual({ kind: 'error', message: 'Invalid request' })
  },
)

test.each<Record<string, string>>([{ email: '' }, { email: '  ' }, {}])(
  'a form without an email says that it is required',
  async (fields) => {
    const answer = await submit({ intent: 'find-organisations', ...fields })
    expect(answer).toEqual({ kind: 'error', message: 'Email is required' })
  },
)
