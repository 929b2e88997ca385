import { act, cleanup, screen, within } from '../../../../testing/render'
import { focusManager } from '@tanstack/react-query'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { setOnline } from '../../../../state/connectivity'
import { queryClient } from '../../../../api/queryClient'
import { cleanSummaryForEachTest, openSummary } from '../testing/openSummary'
import { DETAIL } from '../testing/reviewAndSend'
import { aCampaign, aDetail, COMPLETE } from '../testing/serverCampaigns'

const RESUME = '/api/resume-campaign'
const MISSED = '/api/send-missed-recipients'

cleanSummaryForEachTest()

const PAUSED = aDetail({
  phase: 'paused',
  reviewed: true,
  problem: 'Paused: 30 of 100 messages failed (30%).',
  recipients: { prepared: 800, permanent_failure: 30, delivered: 70 },
})
const WITH_MISSED = aDetail({ ...COMPLETE, missed_count: 12, recipients: { delivered: 80, technical_failure: 12 } })

describe('a campaign that stopped', () => {
  it('says why, and a super administrator resumes it after a question that names what goes out', async () => {
    // A page that nobody looks at does not poll, however slow the machine.
    focusManager.setFocused(false)
    onTestFinished(() => focusManager.setFocused(undefined))
    const { user, asked } = openSummary(PAUSED, { isSuperAdmin: true, answers: { [RESUME]: { json: PAUSED } } })
    expect(screen.getByText('Paused: 30 of 100 messages failed (30%).')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Resume' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Resume campaign' }))
    expect(asked(RESUME)).toEqual([])
    await user.dblClick(dialog.getByRole('button', { name: 'Send 800 text messages' }))
    await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(asked(RESUME)).toEqual([`${RESUME}?campaign_id=1`])
    expect(asked(DETAIL)).toHaveLength(1)
  })

  it('sends the missed ones again, and them alone', async () => {
    const { user, asked } = openSummary(WITH_MISSED, {
      isSuperAdmin: true,
      answers: { [MISSED]: { json: { ...WITH_MISSED, recipients: 12 } } },
    })
    expect(screen.getByText('12 households were missed')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Send the missed ones' }))
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Send 12 text messages' }),
    )
    await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(asked(MISSED)).toEqual([`${MISSED}?campaign_id=1`])
  })

  it("stays with the question and the server's words when that is refused", async () => {
    const { user } = openSummary(WITH_MISSED, {
      isSuperAdmin: true,
      answers: {
        [MISSED]: { json: { detail: 'There are no missed recipients to send to.', code: 'none_missed' }, status: 409 },
      },
    })
    await user.click(screen.getByRole('button', { name: 'Send the missed ones' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: /^Send 12/ }))
    expect(await screen.findByText('There are no missed recipients to send to.')).toBeTruthy()
  })

  it.each([PAUSED, WITH_MISSED])('gives nobody else a button', async (campaign) => {
    openSummary(campaign)
    await screen.findByText('NMR-1')
    expect(screen.queryByRole('button', { name: /Resume|Send/ })).toBeNull()
  })

  it('cannot be resumed offline, and the figures say that they may be old', async () => {
    openSummary(PAUSED, { isSuperAdmin: true })
    await screen.findByText('NMR-1')
    act(() => setOnline(false))
    expect(screen.getByRole('button', { name: 'Resume' }).hasAttribute('disabled')).toBe(true)
    expect(screen.getByText(/New figures need a connection. Doorstep cannot be reached./)).toBeTruthy()
  })
})

describe('before its first message', () => {
  const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent)

  it('its author withdraws it until it is reviewed', async () => {
    const WITHDRAW = '/api/withdraw-campaign'
    const own = aDetail({ is_own: true })
    const { user, asked } = openSummary(own, { answers: { [WITHDRAW]: { json: aCampaign() } } })
    await user.click(screen.getByRole('button', { name: 'Withdraw campaign' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Withdraw campaign' }))
    await user.click(dialog.getByRole('button', { name: 'Withdraw campaign' }))
    await vi.waitFor(() => expect(asked(WITHDRAW)).toEqual([`${WITHDRAW}?campaign_id=1`]))
    cleanup()
    openSummary(aDetail({ id: 21, is_own: true, reviewed: true }))
    expect(buttons()).not.toContain('Withdraw campaign')
    cleanup()
    openSummary(aDetail({ id: 22, phase: 'paused', reviewed: true }), { isSuperAdmin: true })
    expect(buttons()).toEqual(expect.arrayContaining(['Send back with a comment', 'Cancel campaign']))
  })

  it.each([null, 20])('speaks of held-out households only where there are some (%s%%)', async (percentage) => {
    const hold_out =
      percentage === null
        ? null
        : { percentage, months: 6 as const, households: 241, until: null, is_released: false, released_on: null }
    openSummary(aDetail({ id: 25, is_own: true, hold_out }))
    expect(screen.queryByText(/can write to the held-out households at once/) !== null).toBe(percentage !== null)
    await screen.findByText('NMR-1')
  })

  it.each([
    ['sent_back', 'This campaign was sent back', 'An old number.'],
    ['withdrawn', 'This campaign was withdrawn by its author', null],
  ] as const)('once %s it says so, with a draft for its author', async (cancelled_as, title, review_comment) => {
    const ended = { status: 'cancelled', phase: 'finished', cancelled_as, review_comment } as const
    queryClient.clear()
    openSummary(aDetail({ ...ended, id: 23, is_own: true, late_receipts: 2 }))
    expect(screen.getByText(title)).toBeTruthy()
    expect(screen.getByText(review_comment ?? 'Nothing was sent.')).toBeTruthy()
    expect(screen.getByText(/has reported 2 messages of it all the same/)).toBeTruthy()
    expect(screen.getByRole('button', { name: /^Make a draft of it again/ })).toBeTruthy()
    cleanup()
    openSummary(aDetail({ ...ended, id: 24 }))
    expect(screen.queryByRole('button', { name: /^Make a draft of it again/ })).toBeNull()
  })
})
