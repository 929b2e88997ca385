/** The campaigns list with a server behind it, for tests. */
import { render, screen, within } from '../../../../testing/render'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider, useParams } from 'react-router-dom'
import type { ListedCampaign } from '#contract/campaigns/campaigns'
import { sessionAtom } from '../../../../state/session'
import { appStore } from '../../../../state/store'
import { fakeServer, type FakeAnswer } from '../../../../testing/fakeServer'
import { CampaignList } from '../list/CampaignList'

export const LIST = '/api/all-campaigns'

const Campaign = () => <h1>{`Campaign ${useParams().campaignId ?? ''}`}</h1>

/** Opens /campaigns as a viewer, or as a super administrator. */
export function openList(
  campaigns: readonly ListedCampaign[],
  { isSuperAdmin = false, answers = {} }: { isSuperAdmin?: boolean; answers?: Record<string, FakeAnswer> } = {},
) {
  appStore.set(sessionAtom, {
    email: 'someone@northmere.example',
    organisation: 'northmere',
    role: isSuperAdmin ? 'SuperAdmin' : 'Viewer',
    isSuperAdmin,
  })
  const all: Record<string, FakeAnswer> = { [LIST]: { json: campaigns }, ...answers }
  const seen = fakeServer(all)
  const router = createMemoryRouter(
    [
      { path: '/campaigns', element: <CampaignList drafts={<p>Drafts stand here</p>} /> },
      { path: '/campaigns/new', element: <h1>Create new campaign</h1> },
      { path: '/campaigns/:campaignId', Component: Campaign },
    ],
    { initialEntries: ['/campaigns'] },
  )
  const user = userEvent.setup({ delay: null })
  const opened = render(<RouterProvider router={router} />)
  const asked = (path: string) => seen.filter((request) => request.path.split('?')[0] === path)
  return { ...opened, user, router, answers: all, asked }
}

/** The list, once it has loaded. */
export const findCampaignTable = () => screen.findByRole('table', { name: /^Campaigns/ })

export const headings = async () =>
  within(await findCampaignTable())
    .getAllByRole('columnheader')
    .map((heading) => heading.textContent)

/** Each row's cells as text. */
export const rows = async () =>
  within(await findCampaignTable())
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent))

/** The names, in order. */
export const names = async () => (await rows()).map(([name]) => name?.replace('View details', ''))
