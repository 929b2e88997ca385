import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { forgetServerState, queryClient } from '../../../api/queryClient'
import { firstStepsQuery } from '../../../state/firstSteps'
import { sessionAtom } from '../../../state/session'
import { appStore } from '../../../state/store'
import { press } from '../../../testing/press'
import { cleanup, render, screen, waitFor } from '../../../testing/render'
import { FirstSteps } from './FirstSteps'

/** As a page that opens for this person. */
function open(email: string) {
  cleanup()
  forgetServerState()
  appStore.set(sessionAtom, { email, organisation: 'northmere', role: 'Viewer', isSuperAdmin: false })
  render(
    <MemoryRouter>
      <FirstSteps />
    </MemoryRouter>,
  )
}

test('the first steps show until a person puts them away, which holds for that person alone', async () => {
  open('old@northmere.example')
  expect(await screen.findAllByRole('listitem')).toHaveLength(4)
  press(screen.getByRole('button', { name: 'Put the first steps away' }))
  await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull())
  await waitFor(() => expect(localStorage).toHaveLength(1))
  open('new@northmere.example')
  expect(await screen.findAllByRole('listitem')).toHaveLength(4)
  open('old@northmere.example')
  await waitFor(() => expect(queryClient.getQueryData(firstStepsQuery('old@northmere.example').queryKey)).toBe(false))
  expect(screen.queryByRole('listitem')).toBeNull()
  expect(localStorage.key(0)).not.toContain('northmere')
})
