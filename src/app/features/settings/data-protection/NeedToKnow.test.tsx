import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { render } from '../../../testing/render'
import { NeedToKnowForm } from './NeedToKnow'

const RULES = {
  roles: [{ role: 'Viewer' as const, may_export: true, hidden_groups: ['money' as const] }],
  purposes: [],
  version: 'one',
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
