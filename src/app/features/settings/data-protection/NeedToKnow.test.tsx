import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { render } from '../../../testing/render'
import { NeedToKnowForm } from './NeedToKnow'

const RULES = {
  roles: [{ role: 'Viewer' as const, may_export: true, hidden_groups: ['money' as const] }],
  purposes: [],
  version: 'one',
  proposal: null,
  groups: [{ group: 'money' as const, columns: ['Savings'] }],
}

afterEach(() => vi.unstubAllGlobals())

it('shows each role what it sees, and saves what was changed', async () => {
  const sent: unknown[] = []
  vi.stubGlobal(
    'fetch',
    vi.fn(async (_: string, init?: RequestInit) => {
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null
      sent.push(body)
      return Response.json(body)
    }),
  )
  render(<NeedToKnowForm rules={RULES} />)
  const user = userEvent.setup()
  const viewer = within(screen.getByRole('group', { name: 'Viewer' }))
  expect(viewer.getByRole<HTMLInputElement>('checkbox', { name: 'Money' }).checked).toBe(false)
  await user.click(viewer.getByRole('checkbox', { name: 'Health and disability' }))
  await user.click(viewer.getByRole('checkbox', { name: 'May export households' }))
  await user.click(screen.getByRole('button', { name: 'Add a purpose' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByText('Write what the export is for.')).toBeTruthy()
  expect(sent).toEqual([])
  await user.type(screen.getByRole('textbox', { name: 'Purpose 1' }), ' Take-up ')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() =>
    expect(sent).toEqual([
      {
        roles: [
          { role: 'SuperAdmin', may_export: true, hidden_groups: [] },
          { role: 'OrganisationAdmin', may_export: true, hidden_groups: [] },
          { role: 'Viewer', may_export: false, hidden_groups: ['money', 'health'] },
        ],
        purposes: ['Take-up'],
        version: 'one',
      },
    ]),
  )
})

it('says that a change waits, and lets somebody else than its writer confirm it', async () => {
  const sent: unknown[] = []
  vi.stubGlobal(
    'fetch',
    vi.fn(async (_: string, init?: RequestInit) => {
      sent.push(typeof init?.body === 'string' ? JSON.parse(init.body) : null)
      return Response.json({ roles: [], purposes: [], version: 'two', proposal: null })
    }),
  )
  const proposal = { roles: [], purposes: [], version: 'waits', written_by: 'Ada Lovell', may_confirm: false }
  const { rerender } = render(<NeedToKnowForm rules={{ ...RULES, proposal }} />)
  expect(screen.getByText('A change by Ada Lovell waits to be confirmed')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull()
  rerender(<NeedToKnowForm rules={{ ...RULES, proposal: { ...proposal, may_confirm: true } }} />)
  await userEvent.setup().click(screen.getByRole('button', { name: 'Confirm' }))
  await vi.waitFor(() => expect(sent).toEqual([{ version: 'waits', decision: 'confirm' }]))
})
