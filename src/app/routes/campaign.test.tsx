import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, type FakeAnswer } from '../testing/fakeServer'
import { Component, loader } from './campaign'

vi.mock('../features/report/ReportScreen', () => ({
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
  },
  prepared_count: 3,
  frozen_count: 3,
  recipients_hash: '',
  removed_since_review: 0,
  missed_count: 0,
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

test('one that the server does not have is not found', async () => {
  open('12', { json: { detail: 'Campaign not found', code: 'not_found' }, status: 404 })
  expect(await screen.findByRole('heading', { name: 'Campaign not found' })).toBeTruthy()
})

test.each(['0', '1.5', '-1', '1e3', '2147483648', 'new-one'])('%s is no campaign, and the server is not asked', async (id) => {
  const seen = open(id)
  expect(await screen.findByRole('heading', { name: 'Campaign not found' })).toBeTruthy()
  expect(seen).toEqual([])
})
