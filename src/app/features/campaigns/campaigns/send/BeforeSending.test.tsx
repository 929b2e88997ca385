import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { FakeAnswer } from '../../../../testing/fakeServer'
import { cleanForEachTest, DETAIL, openModal, ready, reviewed, RUN } from '../testing/reviewAndSend'
import { aCampaign, aDetail } from '../testing/serverCampaigns'

cleanForEachTest()

describe('before a campaign is sent, the modal', () => {
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

  it('warns of numbers to which several texts go', async () => {
    const { dialog } = await openModal('Send', reviewed, {
      [DETAIL]: { json: aDetail({ reviewed: true, shared_numbers: { numbers: 1, households: 3, most: 3 } }) },
    })
    await within(dialog).findByText('1 mobile number is shared by 3 households')
    expect(within(dialog).getByText('Each household gets its own text, so that phone gets 3.')).toBeTruthy()
  })

  it('warns of a message that names another benefit than the campaign’s', async () => {
    const detail = aDetail({ reviewed: true, other_benefits: ['pension_credit'] })
    const { dialog } = await openModal('Send', reviewed, { [DETAIL]: { json: detail } })
    await within(dialog).findByText(/^It names Pension Credit and not Attendance Allowance/)
  })
})
