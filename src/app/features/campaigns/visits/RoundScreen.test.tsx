import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { getBasemap } from '#contract/households/map'
import type { OpenRound, RoundVisit } from '../../../state/visits/openRound'
import { fakeServer } from '../../../testing/fakeServer'
import { render, screen, waitFor } from '../../../testing/render'
import { RoundScreen } from './RoundScreen'

const visit = (number: number, change: Partial<RoundVisit> = {}): RoundVisit => ({
  household_reference: `NM-${number}`,
  longitude: -1.5 + number / 1000,
  latitude: 54,
  ward_name: 'Harbour',
  postcode: 'ZE9 1AA',
  preferred_language: null,
  unclaimed: [{ display_name: 'Pension Credit', value: '£520 a year' }],
  estimates: 'At the rates of 2026 to 2027.',
  last_visit: null,
  contact: null,
  number,
  mark: null,
  sealedMark: null,
  ...change,
})
const ROUND: OpenRound = {
  roundId: crypto.randomUUID(),
  sealed: '',
  outcomeKey: '',
  endsAt: Date.now() + 3_600_000,
  leftOut: { visited: 12, in_open_rounds: 5, do_not_contact: 0, more: 0 },
  mayOpenMaps: false,
  visits: [
    visit(1, { last_visit: { outcome: 'left_card', day: '2026-11-20', note: 'Dog in the yard' } }),
    visit(2),
    visit(3),
  ],
}

afterEach(() => void Reflect.deleteProperty(navigator, 'geolocation'))

const show = (round: OpenRound = ROUND) => {
  vi.stubGlobal('scrollTo', vi.fn())
  const seen = fakeServer({ [getBasemap.path]: { json: { pmtiles_url: null, attribution: '', features: [] } } })
  render(
    <MemoryRouter>
      <RoundScreen round={round} />
    </MemoryRouter>,
  )
  return seen
}

it('folds a long note of the last visit, which would push the outcomes off a phone', async () => {
  const note = 'Dog in the yard. Knock at the side door, the bell does not work.'
  show({ ...ROUND, visits: [visit(1, { last_visit: { outcome: 'left_card', day: '2026-11-20', note } })] })
  expect(screen.getByText('Left a card, 20 Nov 2026. Dog in the yard. Knock at the side door,…')).toBeTruthy()
  expect(screen.queryByText(note)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'About the last visit' }))
  expect(await screen.findByText(note)).toBeTruthy()
})

it('shows the last visit with its note, all outcomes, and who is not in the round; how it is estimated when asked', async () => {
  show()
  expect(screen.getByText(/Left a card, .*Dog in the yard/)).toBeTruthy()
  expect(screen.getAllByRole('radio').map(({ textContent }) => textContent)).toEqual([
    'Spoke',
    'Helped to claim',
    'Left a card',
    'Nobody in',
    'Call again',
    'Refused',
    'Moved',
    'Do not call',
  ])
  expect(screen.getByText('Not in this round: 12 visited lately, 5 in a round that is open.')).toBeTruthy()
  expect(screen.queryByText(/At the rates/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'About the estimate' }))
  expect(await screen.findByText(/At the rates/)).toBeTruthy()
})

it('asks on which day to call again, where that can be', async () => {
  show()
  expect(screen.queryByLabelText('Call again on')).toBeNull()
  await userEvent.click(screen.getByRole('radio', { name: 'Call again' }))
  expect(screen.getByLabelText('Call again on')).toBeTruthy()
})

it('hands the postcode alone to a maps app, where the organisation allows it', () => {
  show()
  expect(screen.queryByRole('link', { name: /Google Maps/ })).toBeNull()
  show({ ...ROUND, mayOpenMaps: true })
  const link = screen.getByRole('link', { name: 'Open ZE9 1AA in Google Maps' })
  expect(link.getAttribute('href')).toBe('https://www.google.com/maps/search/?api=1&query=ZE9%201AA')
  expect(link.getAttribute('rel')).toBe('noreferrer')
})

it('starts the walk where the officer stands, asked for by that button alone and sent nowhere', async () => {
  const getCurrentPosition = vi.fn((found: (at: object) => void) =>
    found({ coords: { longitude: -1.4969, latitude: 54 } }),
  )
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition } })
  const seen = show()
  await userEvent.click(screen.getByRole('button', { name: 'All visits' }))
  const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows()[0]).toContain('1. NM-1')
  expect(getCurrentPosition).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Start the walk where I am' }))
  await waitFor(() => expect(rows()[0]).toContain('3. NM-3'))
  expect(screen.getByText(/of where you were\./)).toBeTruthy()
  expect(JSON.stringify(seen)).not.toContain('1.4969')
})
