import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeWindowWidth } from '../../../../testing/fakeWindow'
import { render, screen } from '../../../../testing/render'
import { WARDS } from '../testing/fakeMapServer'
import { makeHouseholdPicture } from '../testing/pictures'
import { Headlines } from './Headlines'

const LOADED = { status: 'loaded', message: null, hasNoMonth: false, isUpdating: false, retry: () => {} } as const

function Figures({ warning = null }: { warning?: string | null }) {
  const basis = { year: '2026 to 2027', method: 'For a year of 52 weeks.', warning }
  const headlines = [{ display_name: 'Unclaimed', value: '£3,988 to £5,959', basis }]
  const data = { ...makeHouseholdPicture([true]), headlines }
  return <Headlines data={{ ...LOADED, data, headlines }} />
}

it('an estimate names its year and its method, and from 6 April that its rates are of last year', async () => {
  fakeWindowWidth(1440)
  const { rerender } = render(<Figures />)
  expect(screen.getByText('Rates of 2026 to 2027')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'About Unclaimed' }))
  expect(await screen.findByText('For a year of 52 weeks.')).toBeTruthy()
  rerender(<Figures warning="These are last year’s rates." />)
  expect(screen.getByText('These are last year’s rates.')).toBeTruthy()
})

it('figures of the device are of the month of their data, not of the day when they were fetched', () => {
  fakeWindowWidth(1440)
  const lastFigures = { asAt: '2026-11-21T09:30:00.000Z', month: 'October 2026', isOfOtherFilters: false }
  const request = { filter_request_list: [], dynamic_filter_value_request_list: [] }
  const data = { view: 'ward', headlines: [], wards: WARDS, request, lastFigures } as const
  render(<Headlines data={{ ...LOADED, data, headlines: [] }} />)
  expect(screen.getByText(/^Ward counts of October 2026 data as at 21 Nov 2026, 09:30\./)).toBeTruthy()
})
