import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { removeDraft, saveDraft } from '../../../../state/drafts'
import { sessionAtom } from '../../../../state/session'
import { appStore } from '../../../../state/store'
import { A_DRAFT } from '../../../../testing/aDraft'
import { notify } from '../../../../ui/notify/notify'
import { headings, LIST, names, openList, rows, findCampaignTable } from '../testing/openList'
import { aCampaign, COMPLETE } from '../testing/serverCampaigns'

afterEach(() => {
  cleanup()
  appStore.set(sessionAtom, null)
  vi.restoreAllMocks()
})

const COLUMNS = [
  'Campaign Name',
  'Number of Recipients',
  'LIFT Snapshot',
  'Campaign Type',
  'Communication Channel',
  'Created By',
  'Date Sent',
  'Status',
]

describe('the list', () => {
  it('says when there is nothing, and where to begin', async () => {
    const { user } = openList([])
    expect(await screen.findByRole('heading', { name: 'You have not started any campaigns yet' })).toBeTruthy()
    expect(screen.getByText('Drafts stand here')).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Create new campaign' }))
    expect(await screen.findByRole('heading', { name: 'Create new campaign' })).toBeTruthy()
  })

  it('has its columns, for people who may not send without Review & Send', async () => {
    openList([
      aCampaign({
        ...COMPLETE,
        benefit_name: 'pension_credit',
        number_of_recipients: 12_040,
        channel: 'print_and_post',
      }),
      aCampaign({ id: 2, name: 'R&lt;D&gt;' }),
    ])
    expect(await headings()).toEqual([...COLUMNS, 'Export'])
    expect((await rows()).map((cells) => cells.slice(0, 8))).toEqual([
      [
        'Warm homesView details',
        '12,040',
        '1 October 2026',
        'pension credit',
        'Letter',
        'Ada Lovell',
        '2 November 2026',
        'Complete',
      ],
      [
        'R<D>View details',
        '1,204',
        '1 October 2026',
        'attendance allowance',
        'SMS',
        'Ada Lovell',
        '',
        'sent to apiYour provider reviews the list',
      ],
    ])
    expect(screen.queryByRole('button', { name: 'Review' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'More actions' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Create new campaign' })).toBeTruthy()
  })

  it('has Review & Send and a menu for super administrators', async () => {
    openList([aCampaign()], { isSuperAdmin: true })
    expect(await headings()).toEqual([...COLUMNS, 'Export', 'Review & Send', 'More'])
    expect((await rows())[0]?.[7]).toBe('sent to apiYour turn: review the list')
  })

  it('pauses what is being sent, and moves what waits for its start', async () => {
    const waiting = aCampaign({ phase: 'sending', reviewed: true, starts_at: '2026-11-24T09:00:00.000Z' })
    const { user, asked } = openList([waiting], {
      isSuperAdmin: true,
      answers: { '/api/pause-campaign': { json: waiting }, '/api/change-campaign-start': { json: waiting } },
    })
    expect((await rows())[0]?.[7]).toBe('sent to apiWaits for its startGoes out from Tuesday 24 November at 09:00')
    for (const [entry, button] of [
      ['Change when it goes out', 'Send as soon as it may'],
      ['Pause campaign', 'Pause campaign'],
    ] as const) {
      await user.click(screen.getByRole('button', { name: 'More actions' }))
      await user.click(await screen.findByRole('menuitem', { name: entry }))
      await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: button }))
      await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    }
    expect(asked('/api/change-campaign-start').map(({ body }) => body)).toEqual([{ start_at: null }])
    expect(asked('/api/pause-campaign')).toHaveLength(1)
  })

  it('sorts what can be sorted, and says how', async () => {
    const { user } = openList([
      aCampaign({ id: 3, name: 'beta', number_of_recipients: 9, status: 'cancelled', phase: 'finished' }),
      aCampaign({
        id: 2,
        name: 'Alpha',
        number_of_recipients: 10,
        channel: 'print_and_post',
        benefit_name: 'pension_credit',
      }),
      aCampaign({
        id: 1,
        name: 'Élan',
        number_of_recipients: 1,
        benefit_name: 'custom',
        status: 'archived',
        phase: 'finished',
      }),
    ])
    expect(await names()).toEqual(['beta', 'Alpha', 'Élan'])
    const expected = {
      'Campaign Name': ['Alpha', 'beta', 'Élan'],
      'Number of Recipients': ['Alpha', 'beta', 'Élan'],
      'Campaign Type': ['beta', 'Élan', 'Alpha'],
      'Communication Channel': ['Alpha', 'beta', 'Élan'],
      Status: ['Élan', 'beta', 'Alpha'],
    }
    for (const [column, order] of Object.entries(expected)) {
      const heading = screen.getByRole('columnheader', { name: column })
      expect(heading.getAttribute('aria-sort')).toBe('none')
      await user.click(within(heading).getByRole('button', { name: column }))
      // Figures begin with the greatest.
      const isFigure = column === 'Number of Recipients'
      const [first, second] = isFigure ? ['descending', 'ascending'] : ['ascending', 'descending']
      expect([column, await names(), heading.isConnected, heading.getAttribute('aria-sort')]).toEqual([
        column,
        order,
        true,
        first,
      ])
      await user.click(within(heading).getByRole('button', { name: column }))
      expect(heading.getAttribute('aria-sort')).toBe(second)
      // Equals keep their order either way.
      expect((await names())[0]).toBe(column === 'Communication Channel' ? 'beta' : order.at(-1))
    }
    const sortable = within(await findCampaignTable())
      .getAllByRole('columnheader')
      .filter((heading) => within(heading).queryByRole('button'))
    expect(sortable.map(({ textContent }) => textContent)).toEqual(Object.keys(expected))
  })

  it('comes ten a page, newest first, and counts', async () => {
    const many = Array.from({ length: 12 }, (_, index) => aCampaign({ id: 12 - index, name: `Campaign ${12 - index}` }))
    const { user } = openList(many)
    expect(await names()).toEqual(many.slice(0, 10).map(({ name }) => name))
    expect(screen.getByText('12 campaigns')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    expect(await names()).toEqual(['Campaign 2', 'Campaign 1'])
    expect(screen.getByText('Page 2 of 2')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Next page' }).hasAttribute('disabled')).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Campaign Name' }))
    expect((await names())[0]).toBe('Campaign 1')
  })

  it('counts one campaign as one', async () => {
    openList([aCampaign()])
    expect(await screen.findByText('1 campaign')).toBeTruthy()
  })

  it('is an empty table while there are drafts alone', async () => {
    await saveDraft(A_DRAFT)
    openList([])
    expect(await rows()).toEqual([['No data available']])
    expect(screen.getByText('0 campaigns')).toBeTruthy()
    expect(screen.queryByText('You have not started any campaigns yet')).toBeNull()
    await removeDraft(A_DRAFT.id)
    expect(await screen.findByText('You have not started any campaigns yet')).toBeTruthy()
  })

  it('opens a Complete pension credit campaign by its row and by its name; the others by View details alone', async () => {
    const { user, router } = openList([
      aCampaign({ ...COMPLETE, id: 7, name: 'Ours', benefit_name: 'pension_credit' }),
      aCampaign({ ...COMPLETE, id: 8, name: 'Theirs' }),
      aCampaign({ id: 9, name: 'Unsent', benefit_name: 'pension_credit' }),
    ])
    await findCampaignTable()
    for (const name of ['Theirs', 'Unsent']) {
      expect(screen.queryByRole('link', { name })).toBeNull()
      await user.click(screen.getByText(name))
      expect(router.state.location.pathname).toBe('/campaigns')
    }
    const details = screen.getAllByRole('link', { name: 'View details' }).map((link) => link.getAttribute('href'))
    expect(details).toEqual(['/campaigns/7?show=delivery', '/campaigns/8', '/campaigns/9'])
    expect(screen.getAllByRole('link', { name: 'View details', description: 'Theirs' })).toHaveLength(1)
    expect(screen.getByRole('link', { name: 'Ours' }).getAttribute('href')).toBe('/campaigns/7')
    const [, row] = within(await findCampaignTable()).getAllByRole('row')
    await user.click(within(row!).getByText('2 November 2026'))
    expect(router.state.location.pathname).toBe('/campaigns/7')
  })

  it('says why it cannot be loaded, and tries again', async () => {
    const { user, answers } = openList([], {
      answers: { [LIST]: { json: { detail: 'The records are closed.', code: 'x' }, status: 500 } },
    })
    // By its words: a toast is an alert too.
    expect((await screen.findByText(/The records are closed\./)).closest('[role="alert"]')).not.toBeNull()
    answers[LIST] = { json: [aCampaign()] }
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await names()).toEqual(['Warm homes'])
  })

  it('tells how far a campaign is', async () => {
    openList([
      aCampaign({
        id: 3,
        status: 'Awaiting approval',
        phase: 'preparing',
        prepared_count: 12_000,
        frozen_count: 40_000,
      }),
      aCampaign({
        id: 4,
        channel: 'print_and_post',
        status: 'Awaiting approval',
        phase: 'preparing',
        prepared_count: 5_000,
        frozen_count: 5_000,
        letters_made: 1_204,
      }),
      aCampaign({ id: 2, phase: 'sending', reviewed: true, sent_count: 812, delivered_count: 790 }),
      aCampaign({ id: 1, phase: 'paused', reviewed: true, sent_count: 12 }),
    ])
    expect((await rows()).map((cells) => cells[7])).toEqual([
      'Awaiting approvalDoorstep makes the messagesPreparing 12,000 of 40,000',
      'Awaiting approvalDoorstep makes the messages1,204 of 5,000 letters made',
      'sent to apiBeing sentSent 812, delivered 790',
      'sent to apiYour provider resumes itPaused after 12',
    ])
  })
})

describe('Export', () => {
  const aTab = () => {
    const tab = { opener: window, location: { replace: vi.fn() }, close: vi.fn() }
    // The parts of a window that a tab is led by.
    vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
    vi.spyOn(notify, 'success').mockResolvedValue()
    vi.spyOn(notify, 'error').mockResolvedValue()
    return tab
  }
  const SUMMARY = '/api/campaign-summary-csv'
  const REFERENCES = '/api/campaign-household-references-csv'

  it.each([
    [aCampaign({ id: 7, benefit_name: 'pension_credit' }), SUMMARY, SUMMARY, { id: 7 }],
    [aCampaign({ id: 8 }), REFERENCES, `${REFERENCES}?campaign_id=8`, undefined],
  ])(
    'takes pension credit to its summary and the others to their references',
    async (campaign, path, address, body) => {
      const tab = aTab()
      const { user, asked } = openList([campaign], { answers: { [path]: { json: { url: '/files/it.csv' } } } })
      await user.click(await screen.findByRole('button', { name: 'Export' }))
      await vi.waitFor(() =>
        expect(notify.success).toHaveBeenCalledWith('Success! Please check your downloads folder', 'campaigns'),
      )
      expect(tab.location.replace).toHaveBeenCalledExactlyOnceWith('/files/it.csv')
      expect(asked(path).map((request) => [request.path, request.body])).toEqual([[address, body]])
    },
  )

  it.each([
    [{ json: { detail: 'There is nothing to export.', code: 'x' }, status: 409 }, 'There is nothing to export.'],
    [{ text: '', status: 500 }, 'An error occurred'],
  ])('says why it failed, and closes its tab', async (answer, words) => {
    const tab = aTab()
    const { user } = openList([aCampaign()], { answers: { [REFERENCES]: answer } })
    await user.click(await screen.findByRole('button', { name: 'Export' }))
    await vi.waitFor(() => expect(notify.error).toHaveBeenCalledWith(words, 'campaigns'))
    expect(tab.close).toHaveBeenCalledOnce()
    expect(notify.success).not.toHaveBeenCalled()
  })
})
