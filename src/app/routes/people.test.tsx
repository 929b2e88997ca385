import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { setOnline } from '../state/connectivity'
import { A_VIEWER, type FakeAnswer } from '../testing/fakeServer'
import { aroundEachApp, openApp } from '../testing/openApp'

/* /settings/people: docs/product.md#people. */

const person = (id: string, email: string, more: object = {}) => ({
  id,
  email,
  first_name: '',
  last_name: '',
  role: 'Viewer',
  role_from_groups: false,
  last_signed_in_at: null,
  is_signed_in: false,
  ...more,
})
const ADMIN = person('1', 'Admin@northmere.example', { role: 'OrganisationAdmin' })
const ANN = person('2', 'ann@northmere.example', {
  first_name: 'Ann',
  last_name: 'Yeo',
  last_signed_in_at: '2026-11-21T09:00:00.000Z',
  is_signed_in: true,
})
const BY_GROUP = person('3', 'group@northmere.example', { role_from_groups: true })
const RULES = {
  groups_claim: 'groups',
  creates_accounts: false,
  group_roles: [],
  has_issuer: true,
  domains: ['northmere.example'],
}

aroundEachApp()

function open(answers: Record<string, FakeAnswer> = {}, role = 'OrganisationAdmin') {
  const all: Record<string, FakeAnswer> = {
    '/api/session/user': { json: { ...A_VIEWER, email: 'admin@northmere.example', role_name: role } },
    '/api/organisation-settings': { json: true },
    '/api/organisation-users': { json: [ADMIN, ANN, BY_GROUP] },
    '/api/sign-in-rules': { json: RULES },
    ...answers,
  }
  return { seen: openApp('/settings/people', all).seen, answers: all }
}
const table = () => screen.findByRole('table', { name: 'People' })
const actions = async (email: string) => {
  await userEvent.click(within(await table()).getByRole('button', { name: `Actions for ${email}` }))
  return within(await screen.findByRole('menu'))
}

test('people are listed with their role and last sign-in, and nobody changes themselves', async () => {
  open()
  const rows = within(await table()).getAllByRole('row')
  expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual([
    'Admin@northmere.example (you)Organisation administratorNever',
    'group@northmere.exampleViewerby groupNever',
    'Ann Yeoann@northmere.exampleViewer21 Nov 2026, 09:00Signed in',
  ])
  expect(within(await table()).queryByRole('button', { name: 'Actions for Admin@northmere.example' })).toBeNull()
  const menu = await actions('group@northmere.example')
  expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Make an administrator (follows their groups)',
    'Remove',
  ])
})

test('somebody is removed after a question, and the list is asked for again', async () => {
  const { seen, answers } = open({ '/api/remove-person': { json: { sessions_ended: 1 } } })
  await userEvent.click((await actions('ann@northmere.example')).getByRole('menuitem', { name: 'Remove' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove Ann Yeo?' }))
  expect(dialog.getByText(/signed out on every device at once/)).toBeTruthy()
  answers['/api/organisation-users'] = { json: [ADMIN] }
  await userEvent.click(dialog.getByRole('button', { name: 'Remove' }))
  await vi.waitFor(() => expect(screen.queryByText('ann@northmere.example')).toBeNull())
  expect(seen.find(({ path }) => path === '/api/remove-person')?.body).toEqual({ person_id: '2' })
})

test('a refusal is said in the question, which stays', async () => {
  const detail = 'ann@northmere.example is the last administrator of the organisation.'
  open({ '/api/change-role': { json: { detail, code: 'last_administrator' }, status: 409 } })
  await userEvent.click(
    (await actions('ann@northmere.example')).getByRole('menuitem', { name: 'Make an administrator' }),
  )
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Make Ann Yeo an administrator?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Make an administrator' }))
  expect(await dialog.findByText(detail)).toBeTruthy()
})

test('an invitation names what is wrong at its field, and then says that nothing was sent', async () => {
  const error = 'Write an e-mail address, such as name@council.gov.uk.'
  const { seen, answers } = open({
    '/api/invite-person': {
      json: { detail: error, code: 'invalid_input', fields: { email: error } },
      status: 422,
    },
  })
  await table()
  await userEvent.click(screen.getByRole('button', { name: 'Invite a person' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite a person' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Invite' }))
  expect(dialog.getByText('Write the address that they sign in with.')).toBeTruthy()
  await userEvent.click(dialog.getByRole('textbox', { name: 'Email' }))
  await userEvent.paste('nia@elsewhere')
  await userEvent.click(dialog.getByRole('button', { name: 'Invite' }))
  expect(await dialog.findByText(error)).toBeTruthy()
  answers['/api/invite-person'] = { json: { ...person('4', 'nia@elsewhere.example'), is_found_at_login: false } }
  await userEvent.type(dialog.getByRole('textbox', { name: 'Email' }), '.example')
  await userEvent.click(dialog.getByRole('button', { name: 'Invite' }))
  expect(await screen.findByText('nia@elsewhere.example may now sign in')).toBeTruthy()
  expect(screen.getByText(/^Nothing was sent to them/)).toBeTruthy()
  expect(screen.getByText(/^The login page does not know elsewhere.example yet/)).toBeTruthy()
  expect(seen.findLast(({ path }) => path === '/api/invite-person')?.body).toEqual({
    email: 'nia@elsewhere.example',
    role: 'Viewer',
    first_name: '',
    last_name: '',
  })
})

test('groups are given roles', async () => {
  const saved = { groups_claim: 'groups', creates_accounts: true, group_roles: [{ group: 'Officers', role: 'Viewer' }] }
  const { seen } = open({ '/api/set-sign-in-rules': { json: saved } })
  const form = within(await screen.findByRole('form', { name: 'Groups and accounts' }))
  await userEvent.click(form.getByRole('checkbox', { name: /^Make an account at the first sign-in/ }))
  await userEvent.dblClick(form.getByRole('button', { name: 'Add a group' }))
  await userEvent.click(form.getByRole('textbox', { name: 'Group 2' }))
  await userEvent.paste('Officers')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(form.getByText('Write the name of the group, or remove it.')).toBeTruthy()
  await userEvent.click(form.getByRole('button', { name: 'Remove group 1' }))
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Groups and accounts saved.')).toBeTruthy()
  expect(seen.find(({ path }) => path === '/api/set-sign-in-rules')?.body).toEqual(saved)
})

test('offline nothing is changed, and the page says why', async () => {
  open()
  await table()
  act(() => setOnline(false))
  expect(screen.getByText('Inviting people needs a connection. Doorstep cannot be reached.')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Invite a person' }).disabled).toBe(true)
  const menu = await actions('ann@northmere.example')
  expect(menu.getByRole('menuitem', { name: 'Remove (needs a connection)' })).toBeTruthy()
})

test('a Viewer is refused, and nothing is asked for', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { seen } = open({}, 'Viewer')
  expect(await screen.findByText('unauthorized')).toBeTruthy()
  expect(seen.map(({ path }) => path)).not.toContain('/api/organisation-users')
})
