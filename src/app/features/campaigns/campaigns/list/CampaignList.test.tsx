import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { WaitingCampaign } from '#contract/campaigns/whoseTurn'
import { draftsAtom, removeDraft, saveDraft } from '../../../../state/drafts'
import { sessionAtom } from '../../../../state/session'
import { appStore } from '../../../../state/store'
import { A_DRAFT } from '../../../../testing/aDraft'
import { headings, LIST, names, openList, rows, findCampaignTable } from '../testing/openList'
import { aCampaign, COMPLETE } from '../testing/serverCampaigns'

afterEach(() => {
  cleanup()
  appStore.set(sessionAtom, null)
  vi.restoreAllMocks()
})

const MADE_OF = {
  campaign_name: 'Autumn &lt;2026&gt;',
  benefit_name: 'pension_credit',
  channel_name: 'sms',
  stagger: 3,
  hold_out_percentage: 20,
  lawful_basis: 'consent',
  sms_template_id: 4,
  template_s3_key: null,
  filters: [
    {
      category_name: 'home',
      filter_name: 'tenure',
      filter_display_name: 'Tenure',
      filter_value: { name: 'council_rent', display_name: 'Council rent' },
    },
  ],
}

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
        '2 Nov 2026',
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
      ['Change when it goes out', 'Send as soon as possible'],
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

  it('leads super administrators to what waits in all organisations, and authors to what was sent back', async () => {
    const waits = (part: Partial<WaitingCampaign>): WaitingCampaign => ({
      id: 5,
      name: 'Autumn',
      channel: 'sms',
      number_of_recipients: 75,
      is_rounded: false,
      created_by: 'Ada Lovell',
      organisation: 'Northmere',
      is_in_view: true,
      turn: 'review',
      since: '2026-11-20T09:00:00.000Z',
      review_comment: null,
      ...part,
    })
    const back = waits({ id: 7, name: 'Sent back', turn: 'redraft', review_comment: 'The telephone number is old.' })
    const { user, router } = openList([aCampaign()], {
      answers: {
        '/api/whose-turn': { json: [waits({}), waits({ id: 6, organisation: 'Glanmor', is_in_view: false }), back] },
        '/api/redraft-campaign': { json: MADE_OF },
      },
    })
    expect(await screen.findByRole('heading', { name: 'Your turn (3)' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Open: Autumn' }).getAttribute('href')).toBe('/campaigns/5')
    expect(screen.getByRole('button', { name: 'View as Glanmor' })).toBeTruthy()
    expect(screen.getByText(/^Sent back to you: The telephone number is old\. · SMS · 75 households · By/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Make a draft of it again: Sent back' }))
    expect(await screen.findByRole('heading', { name: 'Create new campaign' })).toBeTruthy()
    const draft = appStore.get(draftsAtom).find(({ campaignName }) => campaignName === 'Autumn <2026>')
    expect(router.state.location.search).toBe(`?draft=${draft?.id}`)
    expect(draft).toMatchObject({
      campaignType: 'Pension Credit',
      communicationChannel: 'SMS',
      stagger: 3,
      excludeHouseholds: true,
      smsTemplateId: 4,
      lawfulBasis: 'consent',
      selectedFilters: { home: { tenure: { selectedValues: [{ id: 'council_rent', displayName: 'Council rent' }] } } },
    })
    await removeDraft(draft?.id ?? '')
  })

  it('sends back with a comment, and cancels, until the first message has gone', async () => {
    const paused = aCampaign({ phase: 'paused', reviewed: true })
    const { user, asked } = openList([paused, aCampaign({ id: 2, name: 'Begun', phase: 'sending', has_begun: true })], {
      isSuperAdmin: true,
      answers: { '/api/send-back-campaign': { json: paused } },
    })
    await findCampaignTable()
    const [first, begun] = screen.getAllByRole('button', { name: 'More actions' })
    await user.click(begun!)
    expect(screen.queryByRole('menuitem', { name: 'Cancel campaign' })).toBeNull()
    await user.keyboard('{Escape}')
    await user.click(first!)
    expect(await screen.findByRole('menuitem', { name: 'Cancel campaign' })).toBeTruthy()
    await user.click(screen.getByRole('menuitem', { name: 'Send back with a comment' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Send back' }))
    await user.click(dialog.getByRole('button', { name: 'Send back' }))
    expect(dialog.getByText('Write what has to change.')).toBeTruthy()
    await user.type(dialog.getByRole('textbox', { name: 'What has to change' }), 'An old number.')
    await user.click(dialog.getByRole('button', { name: 'Send back' }))
    await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(asked('/api/send-back-campaign').map(({ path, body }) => [path, body])).toEqual([
      ['/api/send-back-campaign?campaign_id=1', { comment: 'An old number.' }],
    ])
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
    await user.click(within(row!).getByText('2 Nov 2026'))
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
