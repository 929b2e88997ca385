import { cleanup, render, screen } from '../testing/render'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, type FakeAnswer } from '../testing/fakeServer'
import { Component, loader } from './campaign'

vi.mock('../features/campaigns/campaigns/summary/CampaignSummary', () => ({
  CampaignSummary: ({ campaign }: { campaign: { id: number } }) => <h1>{`Summary of ${campaign.id}`}</h1>,
}))
vi.mock('../features/campaigns/campaigns/preview/PreviewScreen', () => ({
  PreviewScreen: ({ campaignId }: { campaignId: string }) => <h1>{`Preview of ${campaignId}`}</h1>,
}))
vi.mock('../features/campaigns/reports/ReportScreen', () => ({
  ReportScreen: ({ campaignId }: { campaignId: number }) => <h1>{`Campaign Report of ${campaignId}`}</h1>,
}))

const CAMPAIGN = {
  id: 12,
  name: 'Summer',
  benefit_name: 'pension_credit',
  channel: 'sms',
  snapshot: '2026-08-01',
  status: 'Complete',
  number_of_recipients: 3,
  created_by: 'Priya Nair',
  reviewed: true,
  date_sent: '2026-08-12T09:00:00.000Z',
  phase: 'finished',
  problem: null,
  recipients: {
    prepared: 0,
    sending: 0,
    delivered: 3,
    temporary_failure: 0,
    permanent_failure: 0,
    technical_failure: 0,
    returned: 0,
    cannot_be_contacted: 0,
    removed: 0,
    held_out: 0,
  },
  prepared_count: 3,
  frozen_count: 3,
  letters_made: 0,
  sent_count: 0,
  delivered_count: 0,
  starts_at: null,
  recipients_hash: '',
  removed_since_review: 0,
  removals: [],
  hold_out: null,
  linked: [],
  missed_count: 0,
  cost: null,
}

afterEach(cleanup)

function open(id: string, answer: FakeAnswer = { json: CAMPAIGN }) {
  const seen = fakeServer({ '/api/campaign': answer })
  const routes = [{ path: '/campaigns/:campaignId', Component, loader, HydrateFallback: () => null }]
  render(<RouterProvider router={createMemoryRouter(routes, { initialEntries: [`/campaigns/${id}`] })} />)
  return seen
}

test('a Complete pension credit campaign opens its report', async () => {
  const seen = open('12')
  expect(await screen.findByRole('heading', { name: 'Campaign Report of 12' })).toBeTruthy()
  expect(seen.map(({ path }) => path)).toEqual(['/api/campaign?campaign_id=12'])
})

test.each([
  ['12?show=delivery', CAMPAIGN],
  ['12', { ...CAMPAIGN, benefit_name: 'custom' }],
  ['12', { ...CAMPAIGN, status: 'archived' }],
  ['12', { ...CAMPAIGN, status: 'sent to api', phase: 'sending' }],
])('%s of any other campaign, and the delivery of one with a report, open its summary', async (at, campaign) => {
  open(at, { json: campaign })
  expect(await screen.findByRole('heading', { name: 'Summary of 12' })).toBeTruthy()
})

test("a draft's id opens its preview, and the server is not asked", async () => {
  const seen = open('7E3C7AC5-5b5f-4b86-9ac5-9d7a3f7c1f10')
  expect(await screen.findByRole('heading', { name: /^Preview of 7E3C7AC5/ })).toBeTruthy()
  expect(seen).toEqual([])
})

test('one that the server does not have is not found', async () => {
  open('12', { json: { detail: 'Campaign not found', code: 'not_found' }, status: 404 })
  expect(await screen.findByRole('heading', { name: 'Campaign not found' })).toBeTruthy()
})

test.each(['0', '1.5', '-1', '1e3', '2147483648', 'new-one'])(
  '%s is no campaign, and the server is not asked',
  async (id) => {
    const seen = open(id)
    expect(await screen.findByRole('heading', { name: 'Campaign not found' })).toBeTruthy()
    expect(seen).toEqual([])
  },
)
