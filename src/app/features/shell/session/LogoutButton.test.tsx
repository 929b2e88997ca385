import { act, render, screen, within } from '../../../testing/render'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { removeDraft, saveDraft } from '../../../state/drafts'
import { A_DRAFT } from '../../../testing/aDraft'
import { fakeServer } from '../../../testing/fakeServer'
import { LogoutButton } from './LogoutButton'

afterEach(async () => {
  await act(() => removeDraft(A_DRAFT.id))
  vi.unstubAllGlobals()
})

test('asks before a campaign draft is lost, which lies on this device only, and stays when told to', async () => {
  const leave = vi.fn()
  vi.stubGlobal('location', { replace: leave })
  fakeServer({})
  const user = userEvent.setup()
  render(<LogoutButton email="a@northmere.example" isCollapsed={false} />)
  await act(() => saveDraft(A_DRAFT))
  await user.click(screen.getByRole('button', { name: 'Logout' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Log out and lose what is only here?' }))
  expect(question.getByRole('listitem').textContent).toBe('1 campaign draft')
  await user.click(question.getByRole('button', { name: 'Stay signed in' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(leave).not.toHaveBeenCalled()

  await user.click(screen.getByRole('button', { name: 'Logout' }))
  await user.click(await screen.findByRole('button', { name: 'Log out' }))
  await vi.waitFor(() => expect(leave).toHaveBeenCalledOnce())
})
