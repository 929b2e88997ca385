import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { beforeEach, expect, test } from 'vitest'
import { forgetFiltersAtom, selectedFiltersAtom } from '../../../state/filters/selectedFilters'
import { appStore } from '../../../state/store'
import { fakeServer } from '../../../testing/fakeServer'
import { render, screen, within } from '../../../testing/render'
import { TrendsScreen } from './TrendsScreen'

beforeEach(() => appStore.set(forgetFiltersAtom))

const BASIS = { year: '2026 to 2027', method: 'For a year of 52 weeks.', warning: null }
const month = (day: string, households: number | null) => ({
  month: day,
  household_count: households,
  below_zero_count: households,
  unclaimed: households === null ? null : { lowest: 1_000, highest: 2_000 },
})
const MOVES = {
  month: '2026-09-01',
  household_count: 12,
  came_in_count: 5,
  new_in_data_count: 2,
  went_out_count: 3,
  gone_from_data_count: 1,
  claims: [{ benefit_name: 'pension_credit', began_count: 4, stopped_count: 0 }],
  wards: [
    { ward_code: 'E1', ward_name: 'Hale', household_count: 9, all_households_count: 90, earlier_household_count: 11 },
  ],
}

function open(months: readonly unknown[]) {
  const seen = fakeServer({
    '/api/trends': { json: { months, basis: BASIS } },
    '/api/moves': { json: MOVES },
    '/api/own-access': {
      json: {
        may_export: true,
        may_calculate: true,
        may_visit: false,
        hidden_filters: ['Healthy Start'],
        dot_colours: [],
        purposes: [],
      },
    },
  })
  const routes = [
    { path: '/trends', element: <TrendsScreen /> },
    { path: '/', element: <p>The map</p> },
  ]
  render(<RouterProvider router={createMemoryRouter(routes, { initialEntries: ['/trends'] })} />)
  return { seen, user: userEvent.setup({ delay: null }) }
}

test('shows each month in a table, what changed since the last but one, and the wards', async () => {
  const { seen } = open([month('2026-08-01', null), month('2026-09-01', 10), month('2026-10-01', 12)])
  const table = await screen.findByRole('table', { name: 'Headline figures by month' })
  expect(
    within(table)
      .getAllByRole('row')
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringContaining('Month'),
    expect.stringContaining('October 202612'),
    expect.stringContaining('September 202610'),
    expect.stringContaining('August 2026–'),
  ])
  expect(screen.getByText(/Some months lack a ward/)).toBeDefined()
  // The lines stand on zero, the lower edge of their drawing, and name their first and last month.
  const drawn = document.querySelector('figure')
  expect(drawn?.textContent).toBe('Households 120August 2026 October 2026')
  const heights = drawn
    ?.querySelector('polyline')
    ?.getAttribute('points')
    ?.match(/(?<=,)[\d.]+/g)
    ?.map((y) => 48 - Number(y))
  expect((heights?.[0] ?? 0) / (heights?.[1] ?? 0)).toBeCloseTo(10 / 12)
  expect(await screen.findByText('5, 2 of them not in the data of September 2026')).toBeDefined()
  expect(seen.find(({ path }) => path === '/api/moves')?.body).toMatchObject({ month: '2026-09-01' })
  const wards = screen.getByRole('table', { name: /^Households by ward/ })
  expect(within(wards).getByRole('row', { name: /Hale/ }).textContent).toMatch(/Hale.*9.*10\.0%.*-2/)
})

test('selects who is new since the month, and goes to the map', async () => {
  const { user } = open([month('2026-09-01', 10), month('2026-10-01', 12)])
  await user.click(await screen.findByRole('button', { name: 'May claim Pension Credit' }))
  expect(await screen.findByText('The map')).toBeDefined()
  expect(appStore.get(selectedFiltersAtom)).toEqual({
    over_time: {
      new_since: {
        displayName: 'New since',
        selectedValues: [
          { id: '2026-09-01:unclaimed:pension_credit', displayName: 'September 2026: may claim Pension Credit' },
        ],
      },
    },
  })
})

test('with one month has nothing to compare; who is still waiting is there of what the role is shown', async () => {
  open([month('2026-10-01', 12)])
  expect(await screen.findByText('There is one month of data so far')).toBeDefined()
  expect(await screen.findByRole('button', { name: 'Attendance Allowance' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Healthy Start' })).toBeNull()
})
