import { afterEach, expect, it, vi } from 'vitest'
import type { HouseholdCard } from '#contract/households/households'
import { act, screen, within } from '../../../../testing/render'
import { openScreen, selectTenure } from '../testing/openScreen'

vi.mock('../canvas/MapCanvas', () => import('../testing/StandInCanvas'))

const CARD: HouseholdCard = {
  household_reference: 'H1',
  ward_name: 'Abbey',
  values: [{ filter_name: 'tenure', display_name: 'Tenure', value: 'Council rent' }],
  unclaimed: [
    {
      display_name: 'Attendance Allowance',
      value: '£3,988 to £5,959 a year',
      lowest: 3988.4,
      highest: 5959.2,
      known: ['The council’s data say likely to be eligible.'],
      assumed: ['One person gets it.'],
    },
  ],
  basis: { year: '2026 to 2027', method: 'For a year of 52 weeks.', warning: null },
  last_visit: { outcome: 'left_card', day: '2026-11-20' },
  last_contacted: '2026-09-03',
}

afterEach(() => {
  vi.unstubAllGlobals()
})

it('says why a household is here, from its dot and from the list', async () => {
  const { user, server } = openScreen({ answers: { '/api/household-card': () => Response.json(CARD) } })
  act(() => selectTenure('council_rent'))
  await user.click(await screen.findByText('Click a dot'))
  await user.click(await screen.findByRole('button', { name: 'Why is this household here?' }))
  const dialog = await screen.findByRole('dialog', { name: 'Why H1 is here' })
  expect(await within(dialog).findByText('Council rent')).toBeTruthy()
  expect(within(dialog).getByText('£3,988 to £5,959 a year')).toBeTruthy()
  expect(within(dialog).getByRole('list', { name: 'Assumed for Attendance Allowance' }).textContent).toBe(
    'One person gets it.',
  )
  expect(within(dialog).getByText('At the rates of 2026 to 2027. For a year of 52 weeks.')).toBeTruthy()
  expect(within(dialog).getByText('3 September 2026')).toBeTruthy()
  expect(server.asked.find(({ path }) => path === '/api/household-card')?.body).toMatchObject({
    household_reference: 'H1',
    filter_request_list: [{ filter_name: 'tenure', filter_value_list: ['council_rent'] }],
  })
  await user.click(within(dialog).getByRole('button', { name: 'Close' }))
  await user.click(screen.getByRole('link', { name: 'List' }))
  await user.click(await screen.findByRole('button', { name: 'Why here? H3' }))
  expect(await screen.findByRole('dialog', { name: 'Why H3 is here' })).toBeTruthy()
})

it('does not call none what the role is not shown', async () => {
  const { user } = openScreen({
    answers: { '/api/household-card': () => Response.json({ ...CARD, unclaimed: null, last_contacted: null }) },
  })
  await user.click(await screen.findByText('Click a dot'))
  await user.click(await screen.findByRole('button', { name: 'Why is this household here?' }))
  expect(await screen.findByText('Your organisation does not show these to your role.')).toBeTruthy()
  expect(screen.getByText('Never by a campaign')).toBeTruthy()
})
