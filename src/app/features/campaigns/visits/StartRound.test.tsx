import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { endVisitRound, getOpenRounds } from '#contract/campaigns/visits'
import { selectedFiltersAtom } from '../../../state/filters/selectedFilters'
import { appStore } from '../../../state/store'
import { fakeServer, lastBody, type FakeAnswer } from '../../../testing/fakeServer'
import { render, screen, waitFor } from '../../../testing/render'
import { startRound } from '../../../state/visits/openRound'
import { StartRound } from './StartRound'

vi.mock(import('../../../state/visits/openRound'), async (original) => ({ ...(await original()), startRound: vi.fn() }))

const ROUND = {
  round_id: '6f6f0d5e-7c7c-4d6e-9d0e-0c6c0f4a1b2c',
  household_count: 12,
  loaded_at: '2026-11-20T09:10:00.000Z',
  ends_at: '2026-11-20T17:10:00.000Z',
}
const TENURE = { tenure: { displayName: 'Tenure', selectedValues: [{ id: 'owned', displayName: 'Owned' }] } }
const REFERENCES = {
  household_references: { displayName: 'Household reference', selectedValues: [{ id: 'NM-1', displayName: 'NM-1' }] },
}

const answers: Record<string, FakeAnswer> = {}

beforeEach(() => {
  answers[getOpenRounds.path] = { json: { rounds: [ROUND], names: { a_day: 60, left_today: 12 } } }
  answers[endVisitRound.path] = { json: { round_id: ROUND.round_id } }
  appStore.set(selectedFiltersAtom, { home: TENURE })
})

const show = () =>
  render(
    <MemoryRouter>
      <StartRound />
    </MemoryRouter>,
  )
const startButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Start the round' })

it('says what is left of the day’s names, and ends an open round', async () => {
  const seen = fakeServer(answers)
  show()
  expect(await screen.findByText('You have 12 of 60 names left today.')).toBeTruthy()
  const end = await screen.findByRole('button', { name: 'End it: 12 households, 09:10 to 17:10' })
  answers[getOpenRounds.path] = { json: { rounds: [], names: null } }
  await userEvent.click(end)
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Your open rounds' })).toBeNull())
  expect(lastBody(seen, endVisitRound.path)).toEqual({ round_id: ROUND.round_id })
  expect(screen.queryByText(/names left today/)).toBeNull()
})

it('leaves out who was visited in three months unless told otherwise, and selects who to call at again', async () => {
  fakeServer(answers)
  show()
  await userEvent.click(screen.getByRole('button', { name: 'Who to call at again' }))
  expect(await screen.findByText('1 filter selected: Last visit.')).toBeTruthy()
  for (const label of ['Shift code, 8 characters or more', 'Shift code again']) {
    await userEvent.type(screen.getByLabelText(label), 'seven green doors')
  }
  await userEvent.click(startButton())
  await waitFor(() =>
    expect(vi.mocked(startRound)).toHaveBeenCalledWith('seven green doors', {
      dynamic_filter_value_request_list: [],
      filter_request_list: [{ filter_name: 'last_visit', filter_value_list: ['call_again'] }],
      hours: 8,
      most: 60,
      leave_out_days: 91,
    }),
  )
})

it('starts no round from household references, whatever other filters are with them', () => {
  fakeServer(answers)
  const { unmount } = show()
  expect(startButton().disabled).toBe(false)
  unmount()
  appStore.set(selectedFiltersAtom, { home: TENURE, household_reference: REFERENCES })
  show()
  expect(screen.getByText(/not made from household references/)).toBeTruthy()
  expect(startButton().disabled).toBe(true)
})
