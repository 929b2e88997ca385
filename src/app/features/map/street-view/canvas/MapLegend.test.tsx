import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { forgetMapViewAtom } from '../../../../state/mapView'
import { setOnline } from '../../../../state/connectivity'
import { appStore } from '../../../../state/store'
import { act, cleanup, screen } from '../../../../testing/render'
import { ward } from '../testing/fakeMapServer'
import { openCanvas, STREETS, WARD_MAP } from '../testing/openCanvas'

vi.mock('./OpenBasemap', () => import('../testing/StandInBasemap'))
vi.mock('./webgl', () => ({ canDrawMap: () => true }))

afterEach(() => {
  appStore.set(forgetMapViewAtom)
  vi.unstubAllGlobals()
})

it('colours dots by what is chosen, and says how many households are in each class', async () => {
  const user = userEvent.setup()
  openCanvas()
  await user.selectOptions(await screen.findByLabelText('Colour by'), 'Rent and council tax arrears')
  await screen.findByText('More than £1,000')
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'None1',
    'Up to £2501',
    '£250 to £5000',
    '£500 to £1,0000',
    'More than £1,0001',
  ])
  await user.selectOptions(screen.getByLabelText('Colour by'), 'One colour')
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['One or more households'])
})

it('says why there are no colours, and offers none that are hidden from the role', async () => {
  const user = userEvent.setup()
  const own = {
    may_export: true,
    may_calculate: true,
    may_visit: false,
    hidden_filters: [],
    purposes: [],
    dot_colours: ['contacted'],
  }
  openCanvas('', STREETS, {
    '/api/own-access': () => Response.json(own),
    '/api/household-classes': () => Response.json({ detail: 'Not today.', code: 'invalid_input' }, { status: 422 }),
  })
  const choice = await screen.findByLabelText('Colour by')
  expect([...choice.querySelectorAll('option')].map((one) => one.textContent)).toEqual([
    'One colour',
    'Contacted by a campaign',
  ])
  await user.selectOptions(choice, 'Contacted by a campaign')
  expect((await screen.findByRole('alert')).textContent).toBe('Not today.')
})

const MONTHS = {
  '/api/latest-snapshot': () =>
    Response.json({
      snapshot: '2026-10-01',
      formatted_snapshot: 'October 2026',
      earlier_months: ['2026-09-01', '2026-08-01'],
    }),
}
const legend = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

it('colours wards by count, by rate of all households, or by change since a month, and explains the colours', async () => {
  const user = userEvent.setup()
  const moved = (code: string, now: number, earlier: number | null) => ({
    ward_code: code,
    ward_name: code,
    household_count: now,
    all_households_count: 10,
    earlier_household_count: earlier,
  })
  openCanvas(
    '',
    STREETS,
    {
      ...MONTHS,
      '/api/streetview-ward-data': () =>
        Response.json({
          map_headlines: [],
          geo_json_features: [ward('W1', '', 8), ward('W2', '', 2), ward('W3', '', 0)],
        }),
      '/api/moves': () =>
        Response.json({
          month: '2026-08-01',
          household_count: 3,
          came_in_count: 0,
          new_in_data_count: 0,
          went_out_count: 0,
          gone_from_data_count: 0,
          claims: [],
          wards: [moved('W1', 2, 12), moved('W2', 1, 0), moved('W3', 0, null)],
        }),
    },
    WARD_MAP,
  )
  const choice = await screen.findByLabelText('Colour by')
  expect(legend()).toEqual(['0', '1', '2'])
  // All of them lie in one place.
  expect(screen.getByText('• No room for 2 figures: zoom in, or see the list.')).toBeTruthy()
  await user.selectOptions(choice, 'Rate of all households')
  expect(await screen.findByText('Of all households in a ward')).toBeTruthy()
  expect(legend()).toEqual(['No households', '25.0%', '33.3%', '41.7%', '50.0%'])
  await user.selectOptions(choice, 'Change since August 2026')
  expect(await screen.findByText('Change since August 2026', { selector: 'p' })).toBeTruthy()
  expect(legend()).toEqual(['Not in that month', '-10', '-5', '0', '+5', '+10'])
  await user.selectOptions(choice, 'Count')
})

it('says why there is no rate: refused, or of figures that the device kept', async () => {
  const user = userEvent.setup()
  const refused = {
    '/api/streetview-ward-data': () => Response.json({ detail: 'Not now.', code: 'x' }, { status: 422 }),
  }
  openCanvas('', STREETS, { ...MONTHS, ...refused }, WARD_MAP)
  await user.selectOptions(await screen.findByLabelText('Colour by'), 'Rate of all households')
  expect((await screen.findByRole('alert')).textContent).toBe('Not now.')
  expect(legend()).toEqual(['0', '1', '2'])
  cleanup()
  act(() => setOnline(false))
  const kept = { asAt: '2026-10-01T00:00:00Z', month: null, isOfOtherFilters: false }
  openCanvas('', STREETS, {}, { ...WARD_MAP, lastFigures: kept })
  await screen.findByText('Rates and changes need a connection. Doorstep cannot be reached.')
  act(() => setOnline(true))
  await user.selectOptions(screen.getByLabelText('Colour by'), 'Count')
})
