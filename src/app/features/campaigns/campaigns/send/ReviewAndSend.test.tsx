import { act, screen, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import * as saving from '../../../../lib/saveFile'
import { keepDoubleClicks } from '../../../../lib/doubleClicks'
import { setOnline } from '../../../../state/connectivity'
import type { FakeAnswer } from '../../../../testing/fakeServer'
import { press } from '../../../../testing/press'
import { LIST, openList } from '../testing/openList'
import { cleanForEachTest, openModal, ready, REVIEW, reviewed, RUN } from '../testing/reviewAndSend'
import { aCampaign, COMPLETE } from '../testing/serverCampaigns'

const PACK = '/api/campaign-print-pack'
const REVIEW_LIST = '/api/campaign-review-list'
const refusal = (detail: string): FakeAnswer => ({ json: { detail, code: 'campaign_state' }, status: 409 })

cleanForEachTest()

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

  it('opens a reviewed campaign with the question', async () => {
    const { dialog, asked } = await openModal('Send', reviewed)
    expect(dialog.textContent).toContain('Are you sure you want to send the campaign?')
    expect(dialog.textContent).not.toContain('eligible for this campaign')
    expect(await ready(dialog, /^Send 1,204/)).toBeTruthy()
    expect(asked(REVIEW)).toEqual([])
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
    const words = await screen.findByText('...')
    expect(words.closest('button')?.disabled).toBe(true)
    // The button that opened the modal is greyed: the focus stays in its row.
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('View details'))
    await act(async () => answer())
    expect((await screen.findByRole('button', { name: 'Review' })).hasAttribute('disabled')).toBe(false)
  })

  it('cannot confirm offline, and says why', async () => {
    const { dialog } = await openModal('Review')
    act(() => setOnline(false))
    expect(within(dialog).getByRole('button', { name: 'Confirm' }).hasAttribute('disabled')).toBe(true)
    expect(dialog.textContent).toContain('Reviewing and sending need a connection. Doorstep cannot be reached.')
  })
})
