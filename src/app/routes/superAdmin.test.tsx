import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { setOnline } from '../state/connectivity'
import { lastBody } from '../testing/fakeServer'
import { aroundEachApp } from '../testing/openApp'
import { FAILED_JOB, openSettings, region, user } from '../testing/settings'

aroundEachApp()

test('work that was given up says why, and runs again', async () => {
  const retried = { ...FAILED_JOB, state: 'waiting' }
  const seen = openSettings(
    'SuperAdmin',
    { '/api/retry-job': { json: { jobs: [retried], total: 1 } } },
    '/settings/provider',
  )
  const work = within(await screen.findByRole('table', { name: 'Work in the background' }))
  expect(work.getByText('Error ECONNREFUSED. The log says more.')).toBeTruthy()
  await userEvent.click(work.getByRole('button', { name: 'Run now: Prepare campaign, Northmere Borough Council' }))
  expect(await work.findByText('Waiting')).toBeTruthy()
  expect(seen.filter(({ path }) => path === '/api/retry-job').map(({ body }) => body)).toEqual([{ id: FAILED_JOB.id }])
})

test('the panel says when its names could not be fetched', async () => {
  openSettings('SuperAdmin', { '/api/roles-and-organisations': { text: '', status: 500 } })
  expect((await screen.findAllByText('Failed to fetch roles and organisations')).length).toBeGreaterThan(0)
})

test('view-as asks for a choice, and shows what the server refuses at its field', async () => {
  openSettings('SuperAdmin', {
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
  const seen = openSettings(
    'SuperAdmin',
    {
      '/api/organisation-campaigns': { json: { slug: 'glanmor', name: 'Cyngor Glanmor', campaigns_enabled: true } },
    },
    '/settings/provider',
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Switch on campaigns for Cyngor Glanmor' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Switch on campaigns for Cyngor Glanmor?' }))
  expect(dialog.getByText(/^Everyone of Cyngor Glanmor will be able to create campaigns/)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Switch on' }))
  expect(await screen.findByRole('button', { name: 'Switch off campaigns for Cyngor Glanmor' })).toBeTruthy()
  expect(lastBody(seen, '/api/organisation-campaigns')).toEqual({ slug: 'glanmor', campaigns_enabled: true })
})

test('a view has its banner on every page, with a way out', async () => {
  const viewing = user('SuperAdmin', { temporary_organisation_name: 'Cyngor Glanmor', temporary_role_name: 'Viewer' })
  const seen = openSettings(
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
  openSettings('SuperAdmin')
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
  const seen = openSettings(
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
  await vi.waitFor(() => expect(lastBody(seen, '/api/audit-entries')).toEqual({ page: 2 }))
  // The page before goes while the next is on its way, and the focus does not go with it.
  expect(pages.contains(document.activeElement)).toBe(true)
  await userEvent.type(screen.getByRole('textbox', { name: /Who/ }), 'super')
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
  await vi.waitFor(() => expect(lastBody(seen, '/api/audit-entries')).toEqual({ actor: 'super', page: 1 }))
})

test('the audit log is not exported offline, and says why', async () => {
  openSettings('SuperAdmin', { '/api/audit-entries': { json: { entries: [ENTRY], total: 1 } } }, '/settings/audit')
  await screen.findByRole('table', { name: 'Audit log' })
  act(() => setOnline(false))
  expect(screen.getByText('Exporting needs a connection. Doorstep cannot be reached.')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export CSV' }).disabled).toBe(true)
})

test('the audit log is for super administrators', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const seen = openSettings('OrganisationAdmin', {}, '/settings/audit')
  expect(await screen.findByText('unauthorized')).toBeTruthy()
  expect(seen.map(({ path }) => path)).not.toContain('/api/audit-entries')
})
