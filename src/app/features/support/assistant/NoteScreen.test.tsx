import { act, render, screen } from '../../../testing/render'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { setOnline } from '../../../state/connectivity'
import { fakeServer } from '../../../testing/fakeServer'
import { NoteScreen } from './NoteScreen'

afterEach(() => act(() => setOnline(true)))

const NOTE = {
  note: 'pension-credit',
  title: 'Pension credit',
  nations: ['England', 'Wales'],
  updated: '2026-04-06',
  sections: [{ id: 'who', heading: 'Who may claim', text: 'People over state pension age.' }],
  sources: [],
}
const open = () =>
  render(
    <RouterProvider
      router={createMemoryRouter([{ path: '/support/policy/notes/:note', element: <NoteScreen /> }], {
        initialEntries: ['/support/policy/notes/pension-credit'],
      })}
    />,
  )

test('offline nothing went wrong: the note waits, and shows when the connection is back', async () => {
  fakeServer({ '/api/policy-note': { json: NOTE } })
  setOnline(false)
  open()
  expect(await screen.findByRole('heading', { name: 'The policy note cannot be shown' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  act(() => setOnline(true))
  expect(await screen.findByRole('heading', { level: 1, name: 'Pension credit' })).toBeTruthy()
  expect(screen.getByText('England, Wales. Last updated 6 April 2026.')).toBeTruthy()
})
