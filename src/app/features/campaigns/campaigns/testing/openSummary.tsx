/** A campaign's summary with a server behind it, for tests. */
import { act, cleanup, render } from '../../../../testing/render'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, vi } from 'vitest'
import type { CampaignDetail } from '#contract/campaigns/campaigns'
import { setOnline } from '../../../../state/connectivity'
import { sessionAtom } from '../../../../state/session'
import { appStore } from '../../../../state/store'
import { fakeServer, type FakeAnswer } from '../../../../testing/fakeServer'
import { DETAIL } from './reviewAndSend'
import { CampaignSummary } from '../summary/CampaignSummary'

export const RECIPIENTS = '/api/campaign-recipients'

export const A_PAGE = {
  total: 1,
  erased: 0,
  recipients: [
    {
      household_reference: 'NMR-1',
      state: 'cannot_be_contacted',
      reason: 'Its first name is missing.',
      updated_at: '2026-11-01T09:00:00.000Z',
    },
  ],
}

/** Leaves no session and no lost line behind. */
export function cleanSummaryForEachTest(): void {
  afterEach(() => {
    cleanup()
    act(() => setOnline(true))
    appStore.set(sessionAtom, null)
    vi.restoreAllMocks()
  })
}

/** Opens the summary as a viewer, or as a super administrator. */
export function openSummary(
  campaign: CampaignDetail,
  { isSuperAdmin = false, answers = {} }: { isSuperAdmin?: boolean; answers?: Record<string, FakeAnswer> } = {},
) {
  appStore.set(sessionAtom, {
    email: 'x@northmere.example',
    organisation: 'northmere',
    role: isSuperAdmin ? 'SuperAdmin' : 'Viewer',
    isSuperAdmin,
  })
  const all: Record<string, FakeAnswer> = { [DETAIL]: { json: campaign }, [RECIPIENTS]: { json: A_PAGE }, ...answers }
  const seen = fakeServer(all)
  const router = createMemoryRouter([
    { path: '/', element: <CampaignSummary campaign={campaign} /> },
    { path: '/campaigns/new', element: null },
  ])
  render(<RouterProvider router={router} />)
  const asked = (path: string) =>
    seen.filter((request) => request.path.split('?')[0] === path).map((request) => request.path)
  return { user: userEvent.setup({ delay: null }), asked, answers: all }
}

export const facts = () =>
  Object.fromEntries(
    [...document.querySelectorAll('dt')].map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  )
