import { act, cleanup, screen, within } from '../../../../testing/render'
import { describe, expect, it, vi } from 'vitest'
import type { CampaignDetail } from '#contract/campaigns/campaigns'
import { queryClient } from '../../../../api/queryClient'
import { forgetDrafts, keptDrafts, SNAPSHOT } from '../testing/campaigns'
import { A_PAGE, cleanSummaryForEachTest, facts, openSummary, RECIPIENTS } from '../testing/openSummary'
import { DETAIL } from '../testing/reviewAndSend'
import { aCampaign, aDetail, COMPLETE } from '../testing/serverCampaigns'

const RELEASE = '/api/release-hold-out'
const BASIS = '/api/set-campaign-lawful-basis'
const CERTIFICATE = '/api/campaign-certificate'

const THREE_PAGES = { answers: { [RECIPIENTS]: { json: { ...A_PAGE, total: 120 } } } }

cleanSummaryForEachTest()

describe('the summary of a campaign', () => {
  it('tells what it is, with the fingerprint of its list', async () => {
    const campaign = aDetail({
      name: '&lt;Warm&gt;',
      removed_since_review: 2,
      reviewed: true,
      cost: { messages: 1202, units: 2404, free_units: 0, postage: null, pence: 5770, rates_from: '2026-04-01' },
    })
    const { user } = openSummary(campaign)
    expect(facts()).toEqual({
      'Campaign Name': '<Warm>',
      Status: 'sent to api',
      'Campaign Type': 'Attendance Allowance',
      'Communication Channel': 'SMS',
      'LIFT Snapshot': '1 October 2026',
      'Number of Recipients': '1,204',
      'Created By': 'Ada Lovell',
      Reviewed: 'Yes',
      'Removed since the review': '2',
      Cost: '1,202 text messages, 2,404 segments: £57.70 without VAT',
      'Date Sent': 'Not sent',
      'Lawful Basis': 'Not recorded',
    })
    expect(screen.getByText(campaign.recipients_hash).closest('[hidden]')).toBeTruthy()
    expect(await screen.findByText('NMR-1')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'How to prove that the list was not changed' }))
    expect(screen.getByText(campaign.recipients_hash).closest('[hidden]')).toBeNull()
  })

  it.each([
    [null, 25, 'About 25 times'],
    [null, '*', '1 to 7 times'],
    [20, 0, 'Contacted: not yet. Held out: they have no letter'],
    [20, 25, 'Contacted: about 25 times. Held out: they have no letter'],
  ] as const)('counts how often its letters were looked up, by arm', async (percentage, letter_looks, words) => {
    const hold_out =
      percentage === null
        ? null
        : {
            percentage,
            months: 6 as const,
            households: 241,
            until: '2027-02-22',
            is_released: false,
            released_on: null,
          }
    openSummary(aDetail({ channel: 'print_and_post', letter_looks, hold_out }))
    expect(facts()).toMatchObject({ 'Letters looked up as genuine': words })
    await screen.findByText('NMR-1')
  })

  it('makes a reminder in one press, once there are data of 60 days later', async () => {
    const sent = aDetail({ ...COMPLETE, benefit_name: 'pension_credit', name: 'Warm' })
    const latest = (snapshot: string) => ({ [SNAPSHOT]: { json: { snapshot, formatted_snapshot: '' } } })
    openSummary(sent, { answers: latest('2026-12-01') })
    await screen.findByText('It can be made with data from 1 January 2027 on.')
    cleanup()
    queryClient.clear()
    const { user } = openSummary(sent, { answers: latest('2027-01-01') })
    await user.click(await screen.findByRole('button', { name: 'Make a reminder (Letter)' }))
    await vi.waitFor(() => expect(keptDrafts().map(({ campaignName }) => campaignName)).toEqual(['Warm: reminder']))
    await forgetDrafts()
  })

  it('records the lawful basis until the run, and makes a certificate once it is sent', async () => {
    const { user, asked, answers } = openSummary(aDetail(), { answers: { [BASIS]: { json: aCampaign() } } })
    expect(screen.queryByRole('button', { name: 'Certificate (PDF)' })).toBeNull()
    await user.click(screen.getByRole('button', { name: /Lawful basis/ }))
    await user.click(await screen.findByRole('option', { name: /section 7B/ }))
    answers[DETAIL] = { json: aDetail({ ...COMPLETE, lawful_basis: 'social_security_7b' }) }
    await user.click(screen.getByRole('button', { name: 'Record' }))
    await vi.waitFor(() => expect(facts()['Lawful Basis']).toContain('section 7B'))
    expect(asked(BASIS)).toEqual([`${BASIS}?campaign_id=1`])
    expect(screen.queryByRole('button', { name: 'Record' })).toBeNull()
    answers[CERTIFICATE] = { json: { url: '/files/a' } }
    const tab = { opener: {}, location: { replace: vi.fn() } }
    vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window) // as much of a window as is used
    await user.click(screen.getByRole('button', { name: 'Certificate (PDF)' }))
    await vi.waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith('/files/a'))
  })

  it('says who is held out until when, and releases them after a question', async () => {
    const held = (hold_out: Partial<NonNullable<CampaignDetail['hold_out']>>) =>
      aDetail({
        hold_out: {
          percentage: 20,
          months: 6,
          households: 241,
          until: '2027-02-22',
          is_released: false,
          released_on: null,
          ...hold_out,
        },
      })
    const { user, asked, answers } = openSummary(held({}), { answers: { [RELEASE]: { json: aDetail() } } })
    expect(screen.getByText('241 households (20%) held out')).toBeTruthy()
    expect(
      screen.getByText(/no campaign for Attendance Allowance writes to them until 22 February 2027\.$/),
    ).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Release now' }))
    const question = within(screen.getByRole('alertdialog', { name: 'Release held-out households' }))
    expect(asked(RELEASE)).toEqual([])
    answers[DETAIL] = { json: held({ is_released: true }) }
    await user.click(question.getByRole('button', { name: 'Release' }))
    expect(await screen.findByText('241 households (20%) were held out, and are released')).toBeTruthy()
    expect(asked(RELEASE)).toEqual([`${RELEASE}?campaign_id=1`])
    expect(screen.queryByRole('button', { name: 'Release now' })).toBeNull()
  })

  it('counts households by state, and shows those of one with why, asking for the pages near by', async () => {
    const { user, asked } = openSummary(
      aDetail({ recipients: { delivered: 1100, temporary_failure: 4, cannot_be_contacted: 120 } }),
      THREE_PAGES,
    )
    const states = within(screen.getByRole('table', { name: 'Households by the state of their message' }))
    expect(states.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
      'Delivered',
      'Temporary failure',
      'Cannot be contacted',
    ])
    await user.click(states.getByRole('button', { name: '120 cannot be contacted: show these households' }))
    expect(document.activeElement?.textContent).toBe('Households')
    expect(await screen.findAllByText('Its first name is missing.')).not.toEqual([])
    expect(screen.getByText('1 to 50 of 120')).toBeTruthy()
    const ofState = () => asked(RECIPIENTS).filter((path) => path.includes('state=cannot_be_contacted'))
    const page = (number: number) => `${RECIPIENTS}?campaign_id=1&page=${number}&state=cannot_be_contacted`
    await vi.waitFor(() => expect(ofState()).toEqual([page(1), page(2)]))
    await user.click(await screen.findByRole('button', { name: 'Next page' }))
    await vi.waitFor(() => expect(ofState()).toEqual([page(1), page(2), page(3)]))
    expect(screen.getByText('Page 2 of 3')).toBeTruthy()
  })

  it('says how many erased households no list has', async () => {
    openSummary(aDetail({ recipients: { delivered: 3 } }), {
      answers: { [RECIPIENTS]: { json: { ...A_PAGE, erased: 2 } } },
    })
    expect(await screen.findByText('Counted and not listed: 2 erased households.')).toBeTruthy()
  })

  it('has empty tables in words', async () => {
    openSummary(aDetail({ recipients: {}, status: 'Awaiting approval', phase: 'preparing' }), {
      answers: { [RECIPIENTS]: { json: { total: 0, erased: 0, recipients: [] } } },
    })
    expect(await screen.findAllByText('No households')).toHaveLength(2)
    expect(screen.getByText('No data available')).toBeTruthy()
  })

  it.each([
    [
      aDetail({ phase: 'preparing', prepared_count: 12_000, frozen_count: 40_000 }),
      'Preparing 12,000 of 40,000',
      12_000,
    ],
    [
      aDetail({ phase: 'sending', number_of_recipients: 4000, recipients: { prepared: 2800, sending: 1200 } }),
      'Sending 1,200 of 4,000',
      1200,
    ],
    [
      aDetail({ phase: 'paused', number_of_recipients: 100, recipients: { prepared: 60, permanent_failure: 40 } }),
      'Paused after 40 of 100',
      40,
    ],
  ])('shows how far it is', async (campaign, words, value) => {
    openSummary(campaign)
    expect(screen.getByText(words)).toBeTruthy()
    expect(screen.getByRole('progressbar', { name: 'Progress' })).toHaveProperty('value', value)
    await screen.findByText('NMR-1')
  })

  it('follows what goes on', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      const sending = aDetail({ phase: 'sending', number_of_recipients: 10, recipients: { prepared: 10 } })
      const done = aDetail({ ...COMPLETE, number_of_recipients: 10, recipients: { delivered: 10 } })
      openSummary(sending, { answers: { [DETAIL]: { json: done } } })
      expect(screen.getByText('Sending 0 of 10')).toBeTruthy()
      await act(() => vi.advanceTimersByTimeAsync(2_000))
      expect(screen.queryByText(/^Sending/)).toBeNull()
      expect(facts()).toMatchObject({ Status: 'Complete', 'Date Sent': '2 November 2026' })
    } finally {
      vi.useRealTimers()
    }
  })

  it('stays with the state that is looked at when its households go on to another, on a page that is still there', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      const many = aDetail({ phase: 'sending', number_of_recipients: 120, recipients: { prepared: 120 } })
      const { user, asked, answers } = openSummary(many, THREE_PAGES)
      await user.click(await screen.findByRole('button', { name: '120 prepared: show these households' }))
      await user.click(await screen.findByRole('button', { name: 'Next page' }))
      await vi.waitFor(() => expect(asked(RECIPIENTS).at(-1)).toBe(`${RECIPIENTS}?campaign_id=1&page=3&state=prepared`))
      answers[DETAIL] = { json: aDetail({ ...COMPLETE, number_of_recipients: 120, recipients: { delivered: 120 } }) }
      answers[RECIPIENTS] = { json: { total: 0, erased: 0, recipients: [] } }
      await act(() => vi.advanceTimersByTimeAsync(30_000))
      expect(screen.getByRole('button', { name: /Show/ }).textContent).toContain('Prepared (0)')
      expect(await screen.findAllByText('No households')).not.toEqual([])
    } finally {
      vi.useRealTimers()
    }
  })

  it('leads to the report of a campaign that has one', async () => {
    openSummary(aDetail({ ...COMPLETE, benefit_name: 'pension_credit' }))
    expect(screen.getByRole('link', { name: 'Campaign Report' }).getAttribute('href')).toBe('/campaigns/1')
    await screen.findByText('NMR-1')
  })
})
