import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { saveDraft } from '../../../state/drafts'
import { setOnline } from '../../../state/connectivity'
import { selectedFiltersAtom } from '../../../state/filters/selectedFilters'
import { appStore } from '../../../state/store'
import { fakeServer, type FakeAnswer } from '../../../testing/fakeServer'
import { newDraft } from '../drafts/draft'
import { ANSWERS, COUNT, counted, FLATS, forgetDrafts, keptDrafts, openCampaigns, SNAPSHOT } from '../testing/campaigns'

let answers: Record<string, FakeAnswer>
beforeEach(() => {
  answers = { ...ANSWERS }
})
afterEach(async () => {
  act(() => setOnline(true))
  await act(forgetDrafts)
})

const serve = () => fakeServer(answers)
const nameField = () => screen.findByRole('textbox', { name: 'Campaign Name' })
const next = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Next' })
type Opened = ReturnType<typeof openCampaigns>

async function choose({ user }: Opened, label: string, option: string) {
  await user.click(screen.getByRole('button', { name: new RegExp(label) }))
  await user.click(await screen.findByRole('option', { name: option }))
}
/** At once: each key renders the whole form. */
async function enterName({ user }: Opened, name: string) {
  await user.click(await nameField())
  await user.paste(name)
}
async function fill(opened: Opened, name = 'Warm homes', type = 'Pension Credit', channel = 'SMS') {
  await enterName(opened, name)
  await choose(opened, 'Campaign Type', type)
  await choose(opened, 'Communication Channel', channel)
}
const optionsOf = async ({ user }: Opened, label: string) => {
  await user.click(screen.getByRole('button', { name: new RegExp(label) }))
  const names = (await screen.findAllByRole('option')).map((option) => option.textContent)
  await user.keyboard('{Escape}')
  return names
}
const aDraft = (part: Partial<ReturnType<typeof newDraft>> = {}) => ({
  ...newDraft('22222222-2222-4222-8222-222222222222', new Date(), { theme: undefined, selectedFilters: {} }),
  campaignName: 'Kept',
  campaignType: 'Pension Credit',
  communicationChannel: 'SMS',
  snapshot: '2026-10-01',
  ...part,
})

test('says what the eligible households may be missing, at which rates, and that they are of last year', async () => {
  const basis = { year: '2026 to 2027', method: 'For a year of 52 weeks.', warning: 'These are last year’s rates.' }
  answers[COUNT] = counted(1204, { unclaimed: { lowest: 2_400_000, highest: 3_100_000, basis } })
  serve()
  const opened = openCampaigns('/campaigns/new')
  await fill(opened)
  await screen.findByText('They may be missing £2.4m to £3.1m a year, at the rates of 2026 to 2027.')
  expect(screen.getByText('These are last year’s rates.')).toBeTruthy()
})

test('each mix of channels has its cost, the cheapest that reaches all first', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-23T12:00:00Z'), shouldAdvanceTime: true, toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  answers[COUNT] = counted(1204, { by_channel: { sms: 1204, print_and_post: 1500, both: 1200 } })
  serve()
  await fill(openCampaigns('/campaigns/new'))
  const costs = await screen.findByRole('region', { name: 'What each channel costs' })
  expect(
    within(costs)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    // 204 texts of 2.4p are not free; 300 letters of 73p.
    'Texts to 1,204 households, letters to the 300 others (cheapest way to reach all of them)about £223.90',
    'Letters alone, to 1,500 householdsabout £1,095.00',
    'Texts alone, to 1,204 householdsabout £4.90',
  ])
  cleanup()
  answers[COUNT] = counted(1000, { by_channel: { sms: 1000, print_and_post: 1500, both: 1000 } })
  await fill(openCampaigns('/campaigns/new'), 'Other')
  await screen.findByText('free (within the year’s free texts)')
})

test('who had many messages lately is left out in one press, and written to again in another', async () => {
  answers[COUNT] = counted(1204, { often_contacted_count: 214 })
  const seen = serve()
  const opened = openCampaigns('/campaigns/new')
  await fill(opened)
  await screen.findByText('214 households had 3 or more messages in the last 90 days')
  await opened.user.click(screen.getByRole('button', { name: 'Leave them out' }))
  await screen.findByText('Households with 3 or more messages in the last 90 days are left out')
  expect(document.activeElement?.textContent).toBe('Write to them too')
  await waitFor(() =>
    expect(seen.findLast(({ path }) => path === COUNT)?.body).toMatchObject({
      filter_request_list: [{ filter_name: 'recent_messages', filter_value_list: ['0', '1', '2'] }],
    }),
  )
  await opened.user.click(screen.getByRole('button', { name: 'Write to them too' }))
  await screen.findByText('214 households had 3 or more messages in the last 90 days')
  expect(keptDrafts()[0]?.selectedFilters).toEqual({})
})

test('Next is greyed until the eligible count is there, and leads to the preview of the draft', async () => {
  serve()
  const answer = vi.mocked(globalThis.fetch).getMockImplementation()
  let countNow = () => {}
  const counting = new Promise<void>((resolve) => (countNow = resolve))
  vi.mocked(globalThis.fetch).mockImplementation(async (...request) => {
    if (request[0] === COUNT) await counting
    return answer?.(...request) ?? Response.error()
  })
  const opened = openCampaigns('/campaigns/new')
  expect(next().disabled).toBe(true)
  await fill(opened)
  expect(next().disabled).toBe(true)
  countNow()
  await screen.findByText('1,204 households eligible to receive SMS campaign')
  expect(
    within(screen.getByRole('list', { name: 'How the number comes about' })).getAllByRole('listitem'),
  ).toHaveLength(4)
  await opened.user.click(next())
  await screen.findByRole('heading', { level: 1, name: 'Preview Campaign' })
  expect(opened.router.state.location.pathname).toBe(`/campaigns/new/${keptDrafts()[0]?.id ?? ''}`)
})

test('letters to those without a mobile are one press away, and a draft beside the texts', async () => {
  const seen = serve()
  const opened = openCampaigns('/campaigns/new')
  await fill(opened)
  expect(await screen.findByText('Of 5,000 households:')).toBeTruthy()
  await opened.user.click(
    await screen.findByRole('button', { name: 'Make a letter campaign of the 200 without a mobile' }),
  )
  await screen.findByText('1,204 households eligible to receive Letter campaign')
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Only households without a mobile' }).checked).toBe(
    true,
  )
  expect(screen.getByText(/not claiming it, and no text can reach them/)).toBeTruthy()
  expect(seen.findLast(({ path }) => path === COUNT)?.body).toMatchObject({
    new_campaign_details: { channel_name: 'print_and_post', without_mobile: true },
  })
  const [letters, texts] = keptDrafts()
  expect([texts?.campaignName, letters?.campaignName]).toEqual(['Warm homes', 'Warm homes: letters'])
  expect(letters?.linkId).toBe(texts?.id)
})

describe('a letter, not a text, where people are digitally excluded', () => {
  const choice = 'A letter, not a text, to households at a high risk of digital exclusion'
  const texts = async (part: Partial<ReturnType<typeof newDraft>> = {}) => {
    const draft = aDraft(part)
    await act(() => saveDraft(draft))
    return openCampaigns(`/campaigns/new?draft=${draft.id}`)
  }

  test('is a switch with their number, and the campaign of letters goes on with it', async () => {
    answers[COUNT] = counted(1204, { digitally_excluded_count: 35 })
    const seen = serve()
    const opened = await texts()
    const checkbox = await screen.findByRole<HTMLInputElement>('checkbox', { name: choice })
    expect(screen.getByText('35 households')).toBeTruthy()
    answers[COUNT] = counted(1169, { digitally_excluded_count: 0, by_letter_count: 35 })
    await opened.user.click(checkbox)
    expect(await screen.findByText('Not at a high risk of digital exclusion')).toBeTruthy()
    await waitFor(() => expect(lastCount(seen)).toMatchObject({ channel_name: 'sms', excluded_by_letter: true }))
    await opened.user.click(
      await screen.findByRole('button', { name: /^Make a letter campaign of the .* left to letters$/ }),
    )
    await screen.findByText('1,169 households eligible to receive Letter campaign')
    await waitFor(() => expect(lastCount(seen)).toMatchObject({ without_mobile: true, excluded_by_letter: true }))
    await opened.user.click(screen.getByRole('checkbox', { name: 'Only households without a mobile' }))
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: choice })).toBeNull())
    await waitFor(() => expect(lastCount(seen)).not.toHaveProperty('excluded_by_letter'))
  })

  test('is not offered to a role that may not know who is, but can be switched off', async () => {
    answers[COUNT] = counted(1204, { digitally_excluded_count: null })
    serve()
    const shown = await texts()
    await screen.findByText('1,204 households eligible to receive SMS campaign')
    expect(screen.queryByRole('checkbox', { name: choice })).toBeNull()
    shown.unmount()
    answers[COUNT] = { status: 409, json: { code: 'not_shown_to_role', detail: 'Not for your role.' } }
    const { user } = await texts({ id: '33333333-3333-4333-8333-333333333333', isExcludedByLetter: true })
    expect(await screen.findByText('Not for your role.')).toBeTruthy()
    answers[COUNT] = counted(1204)
    await user.click(screen.getByRole('checkbox', { name: choice }))
    expect(await screen.findByText('1,204 households eligible to receive SMS campaign')).toBeTruthy()
  })

  const lastCount = (seen: ReturnType<typeof serve>) =>
    z.object({ new_campaign_details: z.object({}).loose() }).parse(seen.findLast(({ path }) => path === COUNT)?.body)
      .new_campaign_details
})

test('the theme preselects the type and stays in the address', async () => {
  serve()
  const opened = openCampaigns('/campaigns/free-school-meals/new')
  await nameField()
  expect(screen.getByRole('button', { name: /Campaign Type/ }).textContent).toContain('Free School Meals')
  expect(keptDrafts()).toEqual([])
  await enterName(opened, 'Meals')
  await choose(opened, 'Communication Channel', 'Letter')
  await screen.findByText('1,204 households eligible to receive Letter campaign')
  await opened.user.click(next())
  await screen.findByRole('heading', { level: 1, name: 'Preview Campaign' })
  expect(opened.router.state.location.pathname).toBe(`/campaigns/free-school-meals/new/${keptDrafts()[0]?.id ?? ''}`)
})

test('Custom is offered only when filters are selected', async () => {
  serve()
  const without = openCampaigns('/campaigns/new')
  await nameField()
  expect(await optionsOf(without, 'Campaign Type')).toEqual(['Pension Credit', 'Healthy Start', 'Attendance Allowance'])
  without.unmount()
  const withFilters = openCampaigns('/campaigns/new', { selection: FLATS })
  await nameField()
  expect(await optionsOf(withFilters, 'Campaign Type')).toEqual([
    'Pension Credit',
    'Healthy Start',
    'Attendance Allowance',
    'Custom',
  ])
  expect(await optionsOf(withFilters, 'Communication Channel')).toEqual(['Letter', 'SMS'])
})

test('the months show only while households are excluded, and go with the count', async () => {
  const seen = serve()
  const opened = openCampaigns('/campaigns/new')
  await fill(opened)
  expect(screen.queryByText('For the previous')).toBeNull()
  await opened.user.click(screen.getByRole('checkbox', { name: 'Exclude households already contacted' }))
  const months = await optionsOf(opened, 'For the previous')
  expect(months).toHaveLength(24)
  expect([months[0], months[1], months[23]]).toEqual(['Month', '2 Months', '24 Months'])
  await choose(opened, 'For the previous', '6 Months')
  await waitFor(() => {
    const last = seen.filter(({ path }) => path === COUNT).at(-1)
    expect(last?.body).toMatchObject({
      new_campaign_details: { stagger: 6, benefit_name: 'pension_credit', channel_name: 'sms' },
    })
  })
  await screen.findByText('Not contacted in the previous 6 months')
  await opened.user.click(screen.getByRole('checkbox', { name: 'Exclude households already contacted' }))
  expect(screen.queryByText('For the previous')).toBeNull()
})

test('the name holds 200 characters, says so at the limit, and can be sent at the limit', async () => {
  const seen = serve()
  const opened = openCampaigns('/campaigns/new')
  const field = await nameField()
  await opened.user.click(field)
  await opened.user.paste('🏠'.repeat(199))
  expect(screen.queryByText('Campaign name cannot exceed 200 characters.')).toBeNull()
  await opened.user.paste('<b>')
  expect(screen.getByText('Campaign name cannot exceed 200 characters.')).toBeTruthy()
  expect([...keptDrafts()[0]!.campaignName]).toHaveLength(200)
  await choose(opened, 'Campaign Type', 'Pension Credit')
  await choose(opened, 'Communication Channel', 'SMS')
  await screen.findByText(/eligible to receive/)
  expect(seen.find(({ path }) => path === COUNT)?.body).toMatchObject({
    new_campaign_details: { campaign_name: `${'🏠'.repeat(199)}&lt;` },
  })
})

test('what is missing is said, once something was filled in', async () => {
  serve()
  const opened = openCampaigns('/campaigns/new')
  await nameField()
  expect(screen.queryByText(/Missing required fields/)).toBeNull()
  await choose(opened, 'Campaign Type', 'Pension Credit')
  expect(screen.getByText('Missing required fields: Campaign Name, Communication Channel')).toBeTruthy()
  await enterName(opened, '   ')
  await opened.user.tab()
  expect(screen.getByText('Enter a name for the campaign.')).toBeTruthy()
})

test('every change is kept, and the address leads back to it', async () => {
  serve()
  const opened = openCampaigns('/campaigns/new', { selection: FLATS })
  await nameField()
  expect(keptDrafts()).toEqual([])
  await enterName(opened, 'Warm <3')
  const [kept] = keptDrafts()
  expect(keptDrafts()).toHaveLength(1)
  expect(kept).toMatchObject({ campaignName: 'Warm <3', selectedFilters: FLATS, snapshot: '2026-10-01' })
  await waitFor(() => expect(opened.router.state.location.search).toBe(`?draft=${kept?.id ?? ''}`))
  opened.unmount()
  openCampaigns(`/campaigns/new?draft=${kept?.id ?? ''}`)
  expect(await screen.findByDisplayValue('Warm <3')).toBeTruthy()
})

test('a draft that is not on this device is not found', async () => {
  serve()
  openCampaigns('/campaigns/new?draft=33333333-3333-4333-8333-333333333333')
  await screen.findByRole('heading', { level: 1, name: 'Campaign not found' })
})

test('without a line the form can be filled and is kept, and says why there is no count', async () => {
  const seen = serve()
  act(() => setOnline(false))
  const opened = openCampaigns('/campaigns/new')
  await fill(opened)
  expect(await screen.findByText('Counting eligible households needs a connection. You are offline.')).toBeTruthy()
  expect(screen.getByText(/Choosing a template needs a connection/)).toBeTruthy()
  expect(next().disabled).toBe(true)
  expect(keptDrafts()).toMatchObject([{ campaignName: 'Warm homes', snapshot: '' }])
  expect(seen).toEqual([])
  act(() => setOnline(true))
  await screen.findByText('1,204 households eligible to receive SMS campaign')
  expect(next().disabled).toBe(false)
})

test('a count that fails says so, and is tried again', async () => {
  answers[COUNT] = { json: { detail: 'Being restored.', code: 'x' }, status: 500 }
  serve()
  const opened = openCampaigns('/campaigns/new')
  await fill(opened)
  expect((await screen.findByText('Being restored.')).closest('[role=alert]')).not.toBeNull()
  expect(next().disabled).toBe(true)
  answers[COUNT] = ANSWERS[COUNT]!
  await opened.user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText(/1,204 households/)
})

test('without a snapshot the form says so, and asks again', async () => {
  answers[SNAPSHOT] = { json: { detail: 'No snapshot has been imported yet.', code: 'not_found' }, status: 404 }
  serve()
  const opened = openCampaigns('/campaigns/new')
  await fill(opened)
  await screen.findByText('No snapshot has been imported yet.')
  expect(next().disabled).toBe(true)
  answers[SNAPSHOT] = ANSWERS[SNAPSHOT]!
  await opened.user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText(/1,204 households/)
})

test('a draft of an older snapshot says so and takes the latest when asked', async () => {
  const seen = serve()
  await act(() => saveDraft(aDraft({ snapshot: '2026-09-01' })))
  const opened = openCampaigns(`/campaigns/new?draft=${aDraft().id}`)
  await screen.findByText('This draft uses the data of 1 September 2026')
  await opened.user.click(screen.getByRole('button', { name: 'Use October 2026 data' }))
  expect(screen.queryByText(/This draft uses the data of/)).toBeNull()
  expect(keptDrafts()[0]?.snapshot).toBe('2026-10-01')
  await waitFor(() => {
    expect(seen.filter(({ path }) => path === COUNT).at(-1)?.body).toMatchObject({
      new_campaign_details: { snapshot: '2026-10-01' },
    })
  })
})

test('a draft keeps its own filters and changes nobody’s, until it is asked to', async () => {
  const seen = serve()
  const others = {
    home: { tenure: { displayName: 'Tenure', selectedValues: [{ id: 'rented', displayName: 'Rented' }] } },
  }
  await act(() => saveDraft(aDraft({ selectedFilters: FLATS })))
  const opened = openCampaigns(`/campaigns/new?draft=${aDraft().id}`, { selection: others })
  await screen.findByText(/1,204 households/)
  expect(seen.filter(({ path }) => path === COUNT).at(-1)?.body).toMatchObject({
    filter_request_list: [{ filter_name: 'accommodation_type' }],
  })
  expect(appStore.get(selectedFiltersAtom)).toEqual(others)
  await screen.findByText('Street View has other filters selected')
  await opened.user.click(screen.getByRole('button', { name: 'Use those instead' }))
  expect(keptDrafts()[0]?.selectedFilters).toEqual(others)
  await waitFor(() => {
    expect(seen.filter(({ path }) => path === COUNT).at(-1)?.body).toMatchObject({
      filter_request_list: [{ filter_name: 'tenure' }],
    })
  })
})

test('the selected filters are reviewed by category, and changed in Street View', async () => {
  answers['/api/all-filters'] = {
    json: [{ category_name: 'home', display_name: 'Home and family', subcategories: [] }],
  }
  serve()
  const opened = openCampaigns('/campaigns/new', { selection: FLATS })
  await nameField()
  await opened.user.click(screen.getByRole('button', { name: 'Review Selected Filters' }))
  const dialog = await screen.findByRole('dialog', { name: 'Selected filters' })
  expect(await within(dialog).findByRole('heading', { name: 'Home and family' })).toBeTruthy()
  expect(dialog.textContent).toContain('Accommodation type')
  expect(dialog.textContent).toContain('Flat')
  await opened.user.click(within(dialog).getByRole('button', { name: 'Change filters in Street View' }))
  await screen.findByText('Street View')
  expect(appStore.get(selectedFiltersAtom)).toEqual(FLATS)
})
