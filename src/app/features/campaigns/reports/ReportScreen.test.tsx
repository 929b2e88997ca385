import { act, cleanup, render, screen, waitFor, within } from '../../../testing/render'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { setOnline } from '../../../state/connectivity'
import { fakeServer, type FakeAnswer } from '../../../testing/fakeServer'
import { notify } from '../../../ui/notify/notify'
import { ReportScreen } from './ReportScreen'
import { aReport, anAwaitedReport, anImpact } from './testing/aReport'

vi.mock('./BarDrawing', () => ({
  default: ({ data, isPlaceholder }: { data: readonly { group: string; value: number }[]; isPlaceholder: boolean }) => (
    <p data-testid="bars">{`${isPlaceholder ? 'greyed' : 'real'} ${data.map(({ value }) => value).join(' ')}`}</p>
  ),
}))

const REPORT = '/api/pension-credit-campaign-summary'
const EXPORT = '/api/campaign-summary-csv'
const PDF = '/api/campaign-report-pdf'

beforeEach(() => setOnline(true))

function open(answers: Record<string, FakeAnswer>) {
  const seen = fakeServer(answers)
  render(<ReportScreen campaignId={7} />, { wrapper: MemoryRouter })
  return { seen, user: userEvent.setup() }
}

/** A description list by the name of its section. */
async function facts(section: string) {
  await waitFor(() => expect(screen.queryByText('Loading the report…')).toBeNull())
  const region = await screen.findByRole('region', { name: section })
  const [list] = within(region).getAllByRole('term')
  const names = [...(list?.closest('dl')?.querySelectorAll('dt') ?? [])]
  return Object.fromEntries(names.map((name) => [name.textContent, name.nextElementSibling?.textContent]))
}

test('shows what the campaign was, what it came to, and the claims of each month', async () => {
  const { seen } = open({ [REPORT]: { json: aReport() } })
  expect(screen.getByRole('heading', { level: 1, name: 'Campaign Report' })).toBeTruthy()
  expect(await facts('Campaign Details')).toEqual({
    'Campaign Name': 'Summer <texts>',
    'LIFT Snapshot': 'August 2026',
    'Communication Channel': 'SMS',
    'Number of Recipients': '1,204',
    'Date Sent': '31 August 2026',
    'Close Date': '28 February 2027',
  })
  expect(await facts('Campaign Impact')).toEqual({
    'Households claiming': '2',
    'Carer households': '1',
    'Annual value': '£3,645',
    'Lifetime value': '£25,516',
  })
  expect(screen.getByText(/were not claiming Pension Credit in August 2026 and claim it in October 2026/)).toBeTruthy()
  expect(screen.getByText('£10,936 over 3 years to £36,452 over 10 years')).toBeTruthy()
  expect(screen.getByText('Claims after contact; what caused them is not known.')).toBeTruthy()
  expect(screen.getByText('4.3% (43 of 1,000 households)')).toBeTruthy()
  const table = screen.getByRole('table', { name: 'New Pension Credit claims by month' })
  expect(
    within(table)
      .getAllByRole('row')
      .map(({ textContent }) => textContent),
  ).toEqual(['MonthHouseholds newly claiming', 'Sept 20260', 'Oct 20262'])
  expect((await screen.findByTestId('bars')).textContent).toBe('real 0 2')
  expect(screen.queryByText('No Data')).toBeNull()
  expect(seen.find(({ path }) => path === REPORT)?.body).toEqual({ id: 7 })
})

test('leads with what people will quote: with a hold-out, what the campaign caused', async () => {
  open({ [REPORT]: { json: aReport() } })
  await screen.findByRole('region', { name: 'Campaign Details' })
  expect(screen.getByText(/^What this campaign caused is not known/).nextElementSibling?.textContent).toMatch(
    /^Campaign Details/,
  )
  cleanup()
  open({ [REPORT]: { json: { ...aReport(), impact: anImpact() } } })
  await screen.findByRole('region', { name: 'Campaign Details' })
  expect(screen.getAllByRole('heading', { level: 2 })[0]?.textContent).toBe('What the campaign caused')
})

test('says how the lifetime value is reckoned', async () => {
  const { user } = open({ [REPORT]: { json: aReport() } })
  await user.click(await screen.findByRole('button', { name: 'How these figures are worked out' }))
  expect(screen.getByText('The annual value for 7 years.')).toBeTruthy()
})

test('a letter is called so, and without a date sent it is Not Dispatched', async () => {
  open({
    [REPORT]: {
      json: anAwaitedReport({
        campaign_details: { channel: 'print_and_post', date_sent: null },
        comparison: { close_date: null },
      }),
    },
  })
  expect(await facts('Campaign Details')).toMatchObject({
    'Communication Channel': 'Letter',
    'Close Date': 'Not Dispatched',
  })
})

test('figures without a later snapshot are awaited, never zero, over a greyed chart of twelve months', async () => {
  open({ [REPORT]: { json: anAwaitedReport() } })
  expect(Object.values(await facts('Campaign Impact'))).toEqual(Array(4).fill('Awaiting data'))
  expect(screen.getByText('No Data')).toBeTruthy()
  expect(screen.getByRole('cell', { name: 'No data available' })).toBeTruthy()
  const bars = (await screen.findByTestId('bars')).textContent.split(' ')
  expect([bars[0], bars.length]).toEqual(['greyed', 13])
})

test('a zero is a figure', async () => {
  open({ [REPORT]: { json: aReport({ campaign_impact: { number_of_households_claiming: 0, annual_value: 0 } }) } })
  expect(await facts('Campaign Impact')).toMatchObject({ 'Households claiming': '0', 'Annual value': '£0' })
})

test('says that it is coming, what went wrong, and tries again', async () => {
  const answers: Record<string, FakeAnswer> = {
    [REPORT]: { json: { detail: 'Only Pension Credit campaigns have a report.', code: 'no_report' }, status: 409 },
  }
  const { user } = open(answers)
  expect(screen.getByText('Loading the report…')).toBeTruthy()
  expect((await screen.findByRole('alert')).textContent).toContain('Only Pension Credit campaigns have a report.')
  answers[REPORT] = { json: aReport() }
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Summer <texts>')).toBeTruthy()
})

test('offline it says so, and opens when the connection is back', async () => {
  act(() => setOnline(false))
  open({ [REPORT]: { json: aReport() } })
  expect(await screen.findByText(/The report needs a connection\. Doorstep cannot be reached\./)).toBeTruthy()
  act(() => setOnline(true))
  expect(await screen.findByText('Summer <texts>')).toBeTruthy()
  act(() => setOnline(false))
  expect(screen.getByText('Summer <texts>')).toBeTruthy()
  const button = screen.getByRole('button', { name: 'Export CSV' })
  expect(button).toHaveProperty('disabled', true)
  expect(screen.getByText('Exports need a connection. Doorstep cannot be reached.')).toBeTruthy()
})

describe('Export CSV', () => {
  const replace = vi.fn()
  const close = vi.fn()
  beforeEach(() => {
    vi.spyOn(notify, 'success').mockResolvedValue()
    vi.spyOn(notify, 'error').mockResolvedValue()
    replace.mockReset()
    close.mockReset()
    // The parts of a window that a tab is led by.
    vi.spyOn(window, 'open').mockReturnValue({ location: { replace }, close } as unknown as Window)
  })
  const press = async (answer: FakeAnswer) => {
    const { user, seen } = open({ [REPORT]: { json: aReport() }, [EXPORT]: answer })
    await user.click(await screen.findByRole('button', { name: 'Export CSV' }))
    return seen
  }

  test('opens the file in a tab of its own and says so, bottom-right', async () => {
    const seen = await press({ json: { url: '/files/report.csv?signed' } })
    await waitFor(() =>
      expect(notify.success).toHaveBeenCalledWith('Success! Please check your downloads folder', 'campaigns'),
    )
    expect(replace).toHaveBeenCalledExactlyOnceWith('/files/report.csv?signed')
    expect(seen.find(({ path }) => path === EXPORT)?.body).toEqual({ id: 7 })
  })

  test('is had as PDF as well', async () => {
    const { user, seen } = open({ [REPORT]: { json: aReport() }, [PDF]: { json: { url: '/files/report.pdf?signed' } } })
    await user.click(await screen.findByRole('button', { name: 'Report (PDF)' }))
    await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('/files/report.pdf?signed'))
    expect(seen.find(({ path }) => path === PDF)?.body).toEqual({ id: 7 })
  })

  test.each([
    ['the message', { json: { detail: 'Campaign not found', code: 'not_found' }, status: 404 }, 'Campaign not found'],
    ['words of its own', { text: '', status: 500 }, 'An error occurred'],
  ])('shows %s when that fails, and closes the tab', async (_, answer, words) => {
    await press(answer)
    await waitFor(() => expect(notify.error).toHaveBeenCalledWith(words, 'campaigns'))
    expect([close.mock.calls.length, replace.mock.calls.length]).toEqual([1, 0])
  })
})
