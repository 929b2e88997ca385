import { act, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { matching } from './testing/fakeMapServer'
import { openScreen } from './testing/openScreen'

vi.mock('./canvas/MapCanvas', () => import('./testing/StandInCanvas'))
const { whenQuiet } = vi.hoisted(() => ({ whenQuiet: vi.fn<() => Promise<void>>() }))
vi.mock('../../../lib/whenQuiet', () => ({ whenQuiet }))

const filters = () => screen.queryByLabelText('Search for a filter...')

function openHeld(width?: number) {
  let send = () => {}
  const held = new Promise<void>((resolve) => (send = resolve))
  const answers = { '/api/streetview-household-data': () => held.then(matching) }
  openScreen(width === undefined ? { answers } : { answers, width })
  return send
}

it('the filters come after the map while the page is busy', async () => {
  whenQuiet.mockReturnValue(new Promise(() => {}))
  const send = openHeld()
  expect(screen.getByText('Filters to come')).toBeTruthy()
  send()
  expect(await screen.findByLabelText('Search for a filter...')).toBeTruthy()
})

it('the filters wait for no map that is long in coming', async () => {
  let isQuiet = () => {}
  whenQuiet.mockReturnValue(new Promise((resolve) => (isQuiet = resolve)))
  openHeld()
  expect(filters()).toBeNull()
  await act(async () => isQuiet())
  expect(filters()).not.toBeNull()
})
