import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { saveDraft } from '../../../../state/drafts'
import { fakeServer, lastBody } from '../../../../testing/fakeServer'
import type { newDraft } from '../drafts/draft'
import { aDraft, choose, fill, next, readOptions } from '../testing/campaignForm'
import { answersForEachTest, ANSWERS, COUNT, counted, keptDrafts, openCampaigns, SNAPSHOT } from '../testing/campaigns'

const answers = answersForEachTest()

const serve = () => fakeServer(answers)

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
    await screen.findByRole('button', { name: 'Make a letter campaign for the 200 without a mobile' }),
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

test('numbers of several households are said, and one text for each is a choice of texts alone', async () => {
  answers[COUNT] = counted(1204, { shared_numbers: { numbers: 12, households: 50, most: 5 } })
  const seen = serve()
  const opened = openCampaigns('/campaigns/new')
  await fill(opened)
  await screen.findByText('12 mobile numbers are shared by 50 households, at most 5 on one number')
  await screen.findByText('Each household gets its own text, so one phone may get 5.')
  expect(seen.findLast(({ path }) => path === COUNT)?.body).not.toHaveProperty(
    'new_campaign_details.one_text_per_number',
  )
  answers[COUNT] = counted(1166, {
    same_number_count: 38,
    by_channel: { sms: 1166, print_and_post: 1500, both: 1204 },
    shared_numbers: { numbers: 12, households: 50, most: 5 },
  })
  await opened.user.click(screen.getByRole('checkbox', { name: 'One text for each number' }))
  await screen.findByText('1,166 households eligible to receive SMS campaign')
  expect(seen.findLast(({ path }) => path === COUNT)?.body).toMatchObject({
    new_campaign_details: { one_text_per_number: true },
  })
  await screen.findByText(
    'Each number gets one text, made for the household whose reference comes first. 38 households are left out.',
  )
  expect(screen.getByText('The first household of each mobile number')).toBeTruthy()
  // A text for another household reaches them too.
  await screen.findByText('Texts to 1,166 households, letters to the 296 others')
  expect(screen.getByText('(cheapest way to reach all of them)').parentElement?.textContent).toMatch(/^Texts to 1,166/)
  await choose(opened, 'Communication Channel', 'Letter')
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'One text for each number' })).toBeNull())
  await waitFor(() =>
    expect(seen.findLast(({ path }) => path === COUNT)?.body).not.toHaveProperty(
      'new_campaign_details.one_text_per_number',
    ),
  )
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
      await screen.findByRole('button', { name: /^Make a letter campaign for the .* left to letters$/ }),
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

test('the months show only while households are excluded, and go with the count', async () => {
  const seen = serve()
  const opened = openCampaigns('/campaigns/new')
  await fill(opened)
  expect(screen.queryByText('For the previous')).toBeNull()
  await opened.user.click(screen.getByRole('checkbox', { name: 'Exclude households already contacted' }))
  const months = await readOptions(opened, 'For the previous')
  expect(months).toHaveLength(24)
  expect([months[0], months[1], months[23]]).toEqual(['Month', '2 Months', '24 Months'])
  await choose(opened, 'For the previous', '6 Months')
  await waitFor(() => {
    expect(lastBody(seen, COUNT)).toMatchObject({
      new_campaign_details: { stagger: 6, benefit_name: 'pension_credit', channel_name: 'sms' },
    })
  })
  await screen.findByText('Not contacted in the previous 6 months')
  await opened.user.click(screen.getByRole('checkbox', { name: 'Exclude households already contacted' }))
  expect(screen.queryByText('For the previous')).toBeNull()
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
  answers[SNAPSHOT] = {
    json: {
      detail: 'No month has been published yet. Administrators publish one in Settings, under Data.',
      code: 'not_found',
    },
    status: 404,
  }
  serve()
  const opened = openCampaigns('/campaigns/new')
  await fill(opened)
  await screen.findByText('No month has been published yet. Administrators publish one in Settings, under Data.')
  expect(next().disabled).toBe(true)
  answers[SNAPSHOT] = ANSWERS[SNAPSHOT]!
  await opened.user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText(/1,204 households/)
})
