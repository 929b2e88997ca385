import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { keepDoubleClicks } from '../../../lib/doubleClicks'
import * as saving from '../../../lib/saveFile'
import { sessionAtom } from '../../../state/session'
import { appStore } from '../../../state/store'
import { setOnline } from '../../../state/connectivity'
import type { FakeAnswer } from '../../../testing/fakeServer'
import { press } from '../../../testing/press'
import { LIST, openList } from '../testing/openList'
import { aCampaign, aDetail, COMPLETE } from '../testing/serverCampaigns'

const REVIEW = '/api/review-campaign'
const RUN = '/api/run-reviewed-campaign'
const DETAIL = '/api/campaign'
const PACK = '/api/campaign-print-pack'
const REVIEW_LIST = '/api/campaign-review-list'

const reviewed = aCampaign({ reviewed: true })
const ANSWERS: Record<string, FakeAnswer> = {
  [REVIEW]: { json: reviewed },
  [RUN]: { json: { ...reviewed, phase: 'sending', started: true } },
  [DETAIL]: { json: aDetail({ reviewed: true }) },
}
const refusal = (detail: string): FakeAnswer => ({ json: { detail, code: 'campaign_state' }, status: 409 })

beforeEach(() => vi.spyOn(saving, 'saveFile').mockImplementation(() => {}))
afterEach(() => {
  cleanup()
  act(() => setOnline(true))
  appStore.set(sessionAtom, null)
  vi.restoreAllMocks()
})

async function openModal(label: string, campaign = aCampaign(), answers: Record<string, FakeAnswer> = {}) {
  const opened = openList([campaign], { isSuperAdmin: true, answers: { ...ANSWERS, ...answers } })
  await opened.user.click(await screen.findByRole('button', { name: label }))
  const dialog = await screen.findByRole('dialog', { name: 'Review & Send Campaign' })
  return { ...opened, dialog }
}

/** A button of the dialog once it can be pressed. */
const ready = (dialog: HTMLElement, name: string | RegExp) =>
  vi.waitFor(() => {
    const button = within(dialog).getByRole('button', { name })
    expect(button.hasAttribute('disabled')).toBe(false)
    return button
  })

describe('the Review & Send column', () => {
  it.each([
    ['Review', aCampaign()],
    ['Send', aCampaign({ reviewed: true })],
    ['Print & Post', aCampaign({ channel: 'print_and_post', status: 'Awaiting approval' })],
    ['Print & Post', aCampaign({ channel: 'print_and_post', status: 'Awaiting approval', reviewed: true })],
    [null, aCampaign({ status: 'Awaiting approval', phase: 'preparing' })],
    [null, aCampaign({ channel: 'print_and_post', status: 'Awaiting approval', phase: 'preparing' })],
    [null, aCampaign({ reviewed: true, phase: 'sending' })],
    [null, aCampaign({ channel: 'print_and_post', status: 'sent to api', reviewed: true, phase: 'sending' })],
    [null, aCampaign(COMPLETE)],
    [null, aCampaign({ status: 'cancelled', phase: 'finished' })],
  ])('has %s for its campaign', async (label, campaign) => {
    openList([campaign], { isSuperAdmin: true })
    await screen.findByText('Warm homes')
    const cell = within(screen.getAllByRole('row')[1]!).getAllByRole('cell').at(-2)
    expect(cell?.textContent).toBe(label ?? '')
  })
})

describe('the Review & Send modal', () => {
  it('shows the review, hands out the list, and asks after Confirm', async () => {
    const { dialog, user, asked } = await openModal('Review', aCampaign(), {
      [REVIEW_LIST]: { text: 'campaign,household_reference\r\n', type: 'text/csv' },
    })
    expect(dialog.textContent).toContain(
      'There are 1,204 households eligible for this campaign. Click below to review the entire list.',
    )
    await user.click(within(dialog).getByRole('button', { name: 'Download the list (CSV)' }))
    await vi.waitFor(() =>
      expect(saving.saveFile).toHaveBeenCalledWith(
        { blob: expect.any(Blob) as Blob, name: null },
        'campaign-1-review.csv',
      ),
    )
    expect(asked(REVIEW_LIST)[0]?.path).toBe(`${REVIEW_LIST}?campaign_id=1`)
    expect(asked(REVIEW)).toEqual([])

    await user.click(within(dialog).getByRole('button', { name: 'Confirm' }))
    expect(await within(dialog).findByText('Are you sure you want to send the campaign?')).toBeTruthy()
    expect(asked(REVIEW).map(({ path }) => path)).toEqual([`${REVIEW}?campaign_id=1`])
    expect(asked(RUN)).toEqual([])
    expect(asked(LIST)).toHaveLength(1)

    await user.click(await ready(dialog, 'Send 1,204 text messages'))
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(asked(RUN).map(({ path }) => path)).toEqual([`${RUN}?campaign_id=1`])
    await vi.waitFor(() => expect(asked(LIST)).toHaveLength(2))
  })

  it('says what it costs before it is sent', async () => {
    const letters = aCampaign({ reviewed: true, channel: 'print_and_post', status: 'Awaiting approval' })
    const cost = {
      messages: 348,
      units: 396,
      free_units: 0,
      postage: 'second',
      pence: 26_424,
      rates_from: '2026-01-05',
    } as const
    const { dialog } = await openModal('Print & Post', letters, { [DETAIL]: { json: aDetail({ ...letters, cost }) } })
    expect(await within(dialog).findByText('348 letters, 396 sheets, second class: £264.24 without VAT')).toBeTruthy()
    expect(dialog.textContent).toMatch(
      /rates from 5 January 2026\. Letters should arrive from \w+ \d+ \w+ to \w+ \d+ \w+\. Once sent, it cannot be undone\.Are you sure you want/,
    )
  })

  it('shows a letter to an invented household in each language of the campaign', async () => {
    const letters = aCampaign({ reviewed: true, channel: 'print_and_post', status: 'Awaiting approval' })
    const translation = { language: 'cy', translated_for: 'who_prefers_it', households: 40 } as const
    const addresses = ['/files/english.pdf', '/files/cymraeg.pdf']
    const { dialog } = await openModal('Print & Post', letters, {
      [DETAIL]: { json: aDetail({ ...letters, translation, letters: addresses }) },
      ...Object.fromEntries(addresses.map((address) => [address, { text: '%PDF' }])),
    })
    const frames = await vi.waitFor(() => {
      const found = within(dialog).getAllByTitle('Letter Preview')
      expect(found).toHaveLength(2)
      return found
    })
    expect(frames.map((frame) => frame.getAttribute('src')?.split('#')[0])).toEqual(addresses)
    expect(within(dialog).getByText('What an invented household gets')).toBeTruthy()
    expect(within(dialog).getByText('And one that prefers Cymraeg')).toBeTruthy()
    expect(within(dialog).getByRole('button', { name: 'Download the print pack (PDF)' })).toBeTruthy()
  })

  it('goes over the budget only where the sender may, and says so', async () => {
    const over = (may_go_over: boolean): FakeAnswer => ({
      json: aDetail({
        reviewed: true,
        cost: { messages: 1204, units: 1204, free_units: 0, postage: null, pence: 2890, rates_from: '2026-04-01' },
        budget: { pence: 100_000, left_pence: 2000, may_go_over },
      }),
    })
    const { dialog } = await openModal('Send', reviewed, { [DETAIL]: over(false) })
    await within(dialog).findByText('This goes over your organisation’s budget by £8.90')
    expect(
      within(dialog)
        .getByRole('button', { name: /^Send 1,204/ })
        .hasAttribute('disabled'),
    ).toBe(true)
    cleanup()

    const { dialog: other, user, asked } = await openModal('Send', reviewed, { [DETAIL]: over(true) })
    await user.click(await within(other).findByRole('checkbox', { name: 'Send it all the same' }))
    await user.click(await ready(other, 'Send 1,204 text messages'))
    await vi.waitFor(() => expect(asked(RUN).map(({ path }) => path)).toEqual([`${RUN}?campaign_id=1&over_budget=yes`]))
  })

  it('sends at a time that is chosen, by the clocks of London', async () => {
    vi.useFakeTimers({ now: new Date('2026-06-10T09:00:00Z'), shouldAdvanceTime: true, toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const hours = { send_from: 8, send_until: 20, send_on_sundays: false }
    const { dialog, user, asked } = await openModal('Send', reviewed, {
      '/api/message-settings': {
        json: { languages: ['en'], phone: null, return_address: null, privacy_notice: null, ...hours },
      },
    })
    await ready(dialog, /^Send 1,204/)
    await user.click(within(dialog).getByRole('radio', { name: 'At a time' }))
    const button = within(dialog).getByRole('button', { name: /^Send 1,204/ })
    expect(button.hasAttribute('disabled')).toBe(true)
    const day = within(dialog).getByLabelText('Day')
    fireEvent.change(day, { target: { value: '2026-06-14' } })
    expect(within(dialog).getByText('Your organisation sends nothing on Sundays.')).toBeTruthy()
    fireEvent.change(day, { target: { value: '2026-06-15' } })
    await user.click(within(dialog).getByRole('button', { name: /Hour/ }))
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toHaveLength(12)
    await user.click(screen.getByRole('option', { name: '09:00' }))
    await user.click(await ready(dialog, /^Send 1,204 text messages from Monday.* 15 June.*09:00$/))
    await vi.waitFor(() => expect(asked(RUN)).toHaveLength(1))
    expect(asked(RUN)[0]?.path).toBe(`${RUN}?campaign_id=1&start_at=2026-06-15T08%3A00%3A00.000Z`)
  })

  it('opens a reviewed campaign with the question', async () => {
    const { dialog, asked } = await openModal('Send', reviewed)
    expect(dialog.textContent).toContain('Are you sure you want to send the campaign?')
    expect(dialog.textContent).not.toContain('eligible for this campaign')
    expect(await ready(dialog, /^Send 1,204/)).toBeTruthy()
    expect(asked(REVIEW)).toEqual([])
  })

  it.each([
    [[1], '1 household was removed', 'Send 1,203 text messages'],
    [[2, 1], '3 households were removed', 'Send 1,201 text messages'],
  ])('says that %s were removed since the review and why, and sends to the rest', async (counts, words, button) => {
    const removals = counts.map((households, index) => ({ households, reason: `It has reason ${index}.` }))
    const { dialog } = await openModal('Send', reviewed, {
      [DETAIL]: {
        json: aDetail({ reviewed: true, removed_since_review: counts.reduce((sum, n) => sum + n), removals }),
      },
    })
    expect(await within(dialog).findByRole('button', { name: button })).toBeTruthy()
    expect(dialog.textContent).toContain(`${words} since the review`)
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(
      counts.map((count, index) => `${count} ${count === 1 ? 'household' : 'households'}. It has reason ${index}.`),
    )
  })

  it('does not send to nobody', async () => {
    const { dialog } = await openModal('Send', reviewed, {
      [DETAIL]: { json: aDetail({ reviewed: true, number_of_recipients: 2, removed_since_review: 2 }) },
    })
    const send = await within(dialog).findByRole('button', { name: 'Send 0 text messages' })
    expect(send.hasAttribute('disabled')).toBe(true)
    expect(dialog.textContent).toContain('Nobody is left to send to.')
  })

  it('names letters as letters', async () => {
    const letters = aCampaign({
      channel: 'print_and_post',
      status: 'Awaiting approval',
      reviewed: true,
      number_of_recipients: 1,
    })
    const { dialog } = await openModal('Print & Post', letters, { [DETAIL]: { json: aDetail({ ...letters }) } })
    expect(await ready(dialog, 'Send 1 letter')).toBeTruthy()
  })

  it("opens a letter campaign's print pack in a tab of its own, beside the list", async () => {
    const tab = { opener: window, location: { replace: vi.fn() }, close: vi.fn() }
    // The parts of a window that a tab is led by.
    vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
    const letters = aCampaign({ channel: 'print_and_post', status: 'Awaiting approval' })
    const { dialog, user, asked } = await openModal('Print & Post', letters, {
      [PACK]: { json: { url: '/files/pack.pdf' } },
    })
    expect(within(dialog).getByRole('button', { name: 'Download the list (CSV)' })).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Download the print pack (PDF)' }))
    await vi.waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith('/files/pack.pdf'))
    expect(asked(PACK).map(({ path }) => path)).toEqual([`${PACK}?campaign_id=1`])
  })

  it('has no print pack for texts', async () => {
    const { dialog } = await openModal('Review')
    expect(within(dialog).queryByRole('button', { name: /print pack/ })).toBeNull()
  })

  it('is not sent by the second press of a double click on Confirm', async () => {
    onTestFinished(keepDoubleClicks())
    const { dialog, user, asked } = await openModal('Review')
    await user.click(within(dialog).getByRole('button', { name: 'Confirm' }))
    press(await ready(dialog, 'Send 1,204 text messages'), 2)
    // While it sends there is no way back.
    expect(within(dialog).getByRole('button', { name: 'Cancel' }).hasAttribute('disabled')).toBe(false)
    expect(asked(RUN)).toEqual([])
  })

  it('is not sent before it is counted again; its words stand meanwhile, so that what lies beside them stays', async () => {
    const { dialog, user } = await openModal('Review', aCampaign(), {
      [DETAIL]: { json: aDetail({ reviewed: true, removed_since_review: 4 }) },
    })
    const answering = vi.mocked(globalThis.fetch).getMockImplementation()!
    let count = () => {}
    const counted = new Promise<void>((resolve) => (count = resolve))
    vi.mocked(globalThis.fetch).mockImplementation(async (...request) => {
      if (request[0] === `${DETAIL}?campaign_id=1`) await counted
      return answering(...request)
    })
    await user.click(within(dialog).getByRole('button', { name: 'Confirm' }))
    const send = await within(dialog).findByRole('button', { name: 'Send 1,204 text messages' })
    expect(send.hasAttribute('disabled')).toBe(true)
    count()
    expect(await ready(dialog, 'Send 1,200 text messages')).toBeTruthy()
  })

  it('takes who had many messages lately off the list in one press, and counts again', async () => {
    const LEAVE_OUT = '/api/leave-out-often-contacted'
    const { dialog, user, asked } = await openModal('Send', reviewed, {
      [DETAIL]: { json: aDetail({ reviewed: true, often_contacted_count: 214 }) },
      [LEAVE_OUT]: { json: aCampaign() },
    })
    await within(dialog).findByText('214 households had 3 or more messages in the last 90 days')
    const counts = asked(DETAIL).length
    await user.dblClick(within(dialog).getByRole('button', { name: 'Leave them out' }))
    await vi.waitFor(() => expect(asked(DETAIL).length).toBeGreaterThan(counts))
    expect(asked(LEAVE_OUT)).toHaveLength(1)
  })

  it('shows what is about to go out: each text as an invented household gets it', async () => {
    const texts = ['Dear ((first_name)), ring us.', 'Annwyl ((first_name)), ffoniwch ni.']
    const translation = { language: 'cy', translated_for: 'who_prefers_it', households: 12 } as const
    const { dialog } = await openModal('Send', reviewed, {
      [DETAIL]: { json: aDetail({ reviewed: true, texts, translation }) },
    })
    await within(dialog).findByText('Dear Margaret, ring us.')
    expect(within(dialog).getByText('Annwyl Margaret, ffoniwch ni.').lang).toBe('cy')
    within(dialog).getByText('And one that prefers Cymraeg')
  })

  it('offers the letters beside the question', async () => {
    const letters = aCampaign({ reviewed: true, channel: 'print_and_post', status: 'Awaiting approval' })
    const { dialog } = await openModal('Print & Post', letters, { [DETAIL]: { json: aDetail(letters) } })
    await within(dialog).findByRole('button', { name: 'Download the print pack (PDF)' })
  })

  it('warns of a web address alone with how many may not be able to use it', async () => {
    const { dialog } = await openModal('Send', reviewed, {
      [DETAIL]: { json: aDetail({ reviewed: true, web_alone_count: 1 }) },
    })
    await within(dialog).findByText('This message gives a web address alone, and 1 household may not be able to use it')
  })

  it('calls once for a double click', async () => {
    const { dialog, user, asked } = await openModal('Review')
    await user.dblClick(within(dialog).getByRole('button', { name: 'Confirm' }))
    await user.dblClick(await ready(dialog, 'Send 1,204 text messages'))
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect([asked(REVIEW).length, asked(RUN).length]).toEqual([1, 1])
  })

  it.each([
    ['reviewing', 'Review', aCampaign(), { [REVIEW]: refusal('This campaign is cancelled.') }, 'Confirm'],
    ['sending', 'Send', reviewed, { [RUN]: refusal('This campaign is cancelled.') }, 'Send 1,204 text messages'],
    [
      'downloading',
      'Review',
      aCampaign(),
      { [REVIEW_LIST]: refusal('This campaign is cancelled.') },
      'Download the list (CSV)',
    ],
  ])('shows an error of %s in the place of everything else', async (_, label, campaign, answers, button) => {
    const { dialog, user, asked } = await openModal(label, campaign, answers)
    await user.click(await ready(dialog, button))
    expect((await within(dialog).findByRole('alert')).textContent).toBe('This campaign is cancelled.')
    expect(within(dialog).getByRole('alert').querySelector('svg')).not.toBeNull()
    expect(dialog.textContent).not.toContain('eligible')
    expect(dialog.textContent).not.toContain('Are you sure')
    expect(within(dialog).queryByRole('button', { name: button })).toBeNull()
    const [, inFooter] = within(dialog).getAllByRole('button', { name: 'Close' })
    await user.click(inFooter!)
    expect(screen.queryByRole('dialog')).toBeNull()
    await vi.waitFor(() => expect(asked(LIST)).toHaveLength(2))
  })

  it("says 'An error occurred' when the server has no words", async () => {
    const { dialog, user } = await openModal('Review', aCampaign(), { [REVIEW]: { text: '', status: 500 } })
    await user.click(within(dialog).getByRole('button', { name: 'Confirm' }))
    expect((await within(dialog).findByRole('alert')).textContent).toBe('An error occurred')
  })

  it('reloads the list when it is closed, with "..." in the place of the words meanwhile', async () => {
    const { dialog, user, asked } = await openModal('Review')
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(asked(LIST)).toHaveLength(2)
    await user.click(await screen.findByRole('button', { name: 'Review' }))
    const answering = vi.mocked(globalThis.fetch).getMockImplementation()!
    let answer = () => {}
    vi.mocked(globalThis.fetch).mockImplementation(async (...request) => {
      await new Promise<void>((resolve) => (answer = resolve))
      return answering(...request)
    })
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }))
    const button = await screen.findByText('...')
    expect(button.hasAttribute('disabled')).toBe(true)
    // The button that opened the modal is greyed: the focus stays in its row.
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('View details'))
    await act(async () => answer())
    expect((await screen.findByRole('button', { name: 'Review' })).hasAttribute('disabled')).toBe(false)
  })

  it('cannot confirm without a line, and says why', async () => {
    const { dialog } = await openModal('Review')
    act(() => setOnline(false))
    expect(within(dialog).getByRole('button', { name: 'Confirm' }).hasAttribute('disabled')).toBe(true)
    expect(dialog.textContent).toContain('Reviewing and sending need a connection. You are offline.')
  })
})
