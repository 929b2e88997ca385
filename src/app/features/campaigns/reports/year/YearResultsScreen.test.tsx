import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { YearResults } from '#contract/results/yearResults'
import { setOnline } from '../../../../state/connectivity'
import { fakeServer, type FakeAnswer } from '../../../../testing/fakeServer'
import { cleanup, render, screen, within } from '../../../../testing/render'
import { anImpact } from '../testing/aReport'
import { YearResultsScreen } from './YearResultsScreen'

const RESULTS = '/api/year-results'

const CLAIMS = { households: 25, annual_value: 65_000 }
const CAMPAIGN = { channel: 'print_and_post', date_sent: '2026-05-10T10:00:00.000Z', cost_pence: 2_040 } as const

const YEAR: YearResults = {
  year: 2026,
  years: [2026, 2025],
  totals: { campaigns: 3, contacted_households: 1_040, claims: CLAIMS, cost_pence: 3_740 },
  campaigns: [
    {
      ...CAMPAIGN,
      ...{ id: 7, name: 'May &lt;letters&gt;', benefit_name: 'pension_credit', contacted_households: 1_000 },
      claims: CLAIMS,
      impact: anImpact(),
    },
    {
      ...CAMPAIGN,
      ...{ id: 8, name: 'October', benefit_name: 'pension_credit', contacted_households: 35, claims: null },
      impact: anImpact({ outcome: null }),
    },
    {
      ...CAMPAIGN,
      ...{ id: 9, name: 'Healthy', benefit_name: 'healthy_start', contacted_households: 5, impact: null },
    },
  ],
  by_benefit: [
    { benefit_name: 'healthy_start', campaigns: 1, contacted_households: 5, cost_pence: 340 },
    { benefit_name: 'pension_credit', campaigns: 2, contacted_households: 1_035, claims: CLAIMS, cost_pence: 3_400 },
  ],
  by_month: [{ month: '2026-05', campaigns: 3, contacted_households: 1_040, claims: CLAIMS, cost_pence: 3_740 }],
  claims_method: 'What caused these claims is not known.',
  annual_method: 'Weekly awards for 52 weeks.',
}

beforeEach(() => setOnline(true))
afterEach(cleanup)

function open(answer: FakeAnswer = { json: YEAR }) {
  const seen = fakeServer({ [RESULTS]: answer, [`${RESULTS}-pdf`]: { json: { url: '/files/results' } } })
  render(<YearResultsScreen />, { wrapper: MemoryRouter })
  return { seen, user: userEvent.setup() }
}

async function rowsOf(table: string): Promise<(string | null)[][]> {
  const rows = within(await screen.findByRole('table', { name: table })).getAllByRole('row')
  return rows.slice(1).map((row) => [...row.children].map((cell) => cell.textContent))
}

test('shows the year in all, by campaign, benefit and month, and says what is awaited or not measured', async () => {
  open()
  expect(await rowsOf('Results by campaign')).toEqual([
    ['May <letters>', 'Pension Credit', '10 May 2026', '1,000', '25', '£65,000', '£20.40'],
    ['October', 'Pension Credit', '10 May 2026', '35', 'Awaiting data', 'Awaiting data', '£20.40'],
    ['Healthy', 'Healthy Start', '10 May 2026', '5', 'Not measured', 'Not measured', '£20.40'],
  ])
  expect(await rowsOf('Results by benefit')).toContainEqual([
    ...['Pension Credit', '2', '1,035', '25', '£65,000', '£34.00'],
  ])
  expect(await rowsOf('Results by month')).toEqual([['May 2026', '3', '1,040', '25', '£65,000', '£37.40']])
  expect(screen.getByText('What caused these claims is not known.')).toBeTruthy()
  expect(screen.getAllByRole('link', { name: 'May <letters>' })[0]?.getAttribute('href')).toBe('/campaigns/7')
})

test('gives additional claims with their interval where there is a result, and adds none up', async () => {
  open()
  const [result, early, ...others] = await rowsOf('What campaigns with a hold-out caused')
  expect(result?.[1]).toMatch(/^About 65 additional claims \(95% interval: 21 to 100\), worth £169,000 a year/)
  expect(early?.[1]).toMatch(/^Too early/)
  expect(others).toEqual([])
  expect(screen.getByText(/not added up/)).toBeTruthy()
})

test('asks for the year that is chosen, and makes the page for the cabinet member of it', async () => {
  const { seen, user } = open()
  await user.click(await screen.findByRole('button', { name: /Financial year/ }))
  await user.click(screen.getByRole('option', { name: 'April 2025 to March 2026' }))
  await user.click(await screen.findByRole('button', { name: 'Results 2025/26 (PDF)' }))
  expect(seen.filter(({ path }) => path.startsWith(RESULTS)).map(({ path, body }) => [path, body])).toEqual([
    [RESULTS, {}],
    [RESULTS, { year: 2025 }],
    [`${RESULTS}-pdf`, { year: 2025 }],
  ])
})

test('says that nothing was sent', async () => {
  open({ json: { ...YEAR, totals: { campaigns: 0, contacted_households: 0, cost_pence: 0 }, campaigns: [] } })
  expect(await screen.findByText('No campaign was sent in 2026/27')).toBeTruthy()
})

test('says offline that it needs a connection', async () => {
  setOnline(false)
  open()
  expect(await screen.findByText(/^This page needs a connection/)).toBeTruthy()
})
