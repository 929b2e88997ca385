import { act, cleanup, render, screen, within } from '../../../testing/render'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import type { CampaignDetail, ListedCampaign } from '#contract/campaigns/campaigns'
import { setOnline } from '../../../state/connectivity'
import { sessionAtom } from '../../../state/session'
import { appStore } from '../../../state/store'
import { fakeServer } from '../../../testing/fakeServer'
import { CampaignSummary } from './summary/CampaignSummary'
import { openList, findCampaignTable } from './testing/openList'
import { aCampaign, aDetail, COMPLETE } from './testing/serverCampaigns'

/* Offline nothing of a campaign on the server can be changed or exported, wherever people stand, and they read why. */

afterEach(() => {
  cleanup()
  act(() => setOnline(true))
  appStore.set(sessionAtom, null)
})

const AWAITS = aCampaign({ channel: 'print_and_post', status: 'Awaiting approval' })
const PAUSED = aDetail({ phase: 'paused', reviewed: true, problem: 'Too many failed.', recipients: { prepared: 800 } })
const MISSED = aDetail({ ...COMPLETE, missed_count: 12, recipients: { delivered: 80, technical_failure: 12 } })

interface Opened {
  user: UserEvent
  asked: (path: string) => readonly unknown[]
}

async function openTheList(campaign: ListedCampaign): Promise<Opened> {
  const opened = openList([campaign], { isSuperAdmin: true })
  await findCampaignTable()
  return opened
}

async function openTheSummary(campaign: CampaignDetail): Promise<Opened> {
  appStore.set(sessionAtom, {
    email: 's@doorstep.example',
    organisation: 'northmere',
    role: 'SuperAdmin',
    isSuperAdmin: true,
  })
  const seen = fakeServer({
    '/api/campaign': { json: campaign },
    '/api/campaign-recipients': { json: { total: 0, erased: 0, recipients: [] } },
  })
  render(
    <RouterProvider router={createMemoryRouter([{ path: '/', element: <CampaignSummary campaign={campaign} /> }])} />,
  )
  await screen.findAllByText('No households')
  return {
    user: userEvent.setup({ delay: null }),
    asked: (path) => seen.filter((request) => request.path.startsWith(path)),
  }
}

const LIST_WORDS = 'Exporting, reviewing and sending need a connection. Doorstep cannot be reached.'

test.each([
  ['Export', () => openTheList(aCampaign(COMPLETE)), LIST_WORDS, '/api/campaign-household-references-csv'],
  [
    'Export',
    () => openTheList(aCampaign({ ...COMPLETE, benefit_name: 'pension_credit' })),
    LIST_WORDS,
    '/api/campaign-summary-csv',
  ],
  ['Review', () => openTheList(aCampaign()), LIST_WORDS, '/api/review-campaign'],
  ['Send', () => openTheList(aCampaign({ reviewed: true })), LIST_WORDS, '/api/run-reviewed-campaign'],
  ['Print & Post', () => openTheList(AWAITS), LIST_WORDS, '/api/review-campaign'],
  [
    'Resume',
    () => openTheSummary(PAUSED),
    'Sending needs a connection. Doorstep cannot be reached.',
    '/api/resume-campaign',
  ],
  [
    'Send the missed ones',
    () => openTheSummary(MISSED),
    'Sending needs a connection. Doorstep cannot be reached.',
    '/api/send-missed-recipients',
  ],
])('%s', async (name, open, words, path) => {
  const { user, asked } = await open()
  act(() => setOnline(false))
  const button = screen.getByRole<HTMLButtonElement>('button', { name })
  expect(button.disabled).toBe(true)
  expect(document.body.textContent).toContain(words)
  await user.click(button)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(asked(path)).toEqual([])
  act(() => setOnline(true))
  expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(false)
})

test.each([
  ['Cancel campaign', aCampaign(), '/api/cancel-campaign'],
  ['Archive campaign', aCampaign(COMPLETE), '/api/archive-campaign'],
])('%s, in the menu of its row', async (name, campaign, path) => {
  const { user, asked } = await openTheList(campaign)
  act(() => setOnline(false))
  await user.click(screen.getByRole('button', { name: 'More actions' }))
  const item = screen.getByRole('menuitem', { name: `${name} (needs a connection)` })
  expect(item.getAttribute('aria-disabled')).toBe('true')
  await user.click(item)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(asked(path)).toEqual([])
})

const fromMenu = async (user: UserEvent, name: string) => {
  await user.click(screen.getByRole('button', { name: 'More actions' }))
  await user.click(screen.getByRole('menuitem', { name }))
}

test.each([
  [
    'Cancel campaign',
    () => openTheList(aCampaign()),
    fromMenu,
    'Cancel campaign',
    'Cancelling',
    '/api/cancel-campaign',
  ],
  [
    'Archive campaign',
    () => openTheList(aCampaign(COMPLETE)),
    fromMenu,
    'Archive campaign',
    'Archiving',
    '/api/archive-campaign',
  ],
  ['Resume', () => openTheSummary(PAUSED), null, 'Send 800 text messages', 'Sending', '/api/resume-campaign'],
  [
    'Send the missed ones',
    () => openTheSummary(MISSED),
    null,
    'Send 12 text messages',
    'Sending',
    '/api/send-missed-recipients',
  ],
])('%s, when the connection goes while its question is asked', async (name, open, choose, yes, doing, path) => {
  const { user, asked } = await open()
  if (choose) await choose(user, name)
  else await user.click(screen.getByRole('button', { name }))
  const question = within(await screen.findByRole('alertdialog'))
  act(() => setOnline(false))
  expect(question.getByText(`${doing} needs a connection. Doorstep cannot be reached.`)).toBeTruthy()
  const button = question.getByRole<HTMLButtonElement>('button', { name: yes })
  expect(button.disabled).toBe(true)
  await user.click(button)
  expect(asked(path)).toEqual([])
})
