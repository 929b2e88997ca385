import { act, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { saveDraft } from '../../../../state/drafts'
import { fakeServer } from '../../../../testing/fakeServer'
import { ANSWERS, FLATS, forgetDrafts, keptDrafts, openCampaigns } from '../testing/campaigns'
import { newDraft } from './draft'

afterEach(() => act(forgetDrafts))

const ID = '44444444-4444-4444-8444-444444444444'
const draft = {
  ...newDraft(ID, new Date('2026-11-20T09:05:00Z'), { theme: undefined, selectedFilters: FLATS }),
  campaignName: 'Warm <3',
}
const complete = { ...draft, campaignType: 'Pension Credit', communicationChannel: 'SMS', snapshot: '2026-10-01' }

test('nothing shows without drafts', () => {
  openCampaigns('/campaigns')
  expect(screen.queryByText('Drafts')).toBeNull()
})

test('a draft is listed with what it has, and edited where it was left', async () => {
  fakeServer(ANSWERS)
  await act(() => saveDraft({ ...draft, campaignType: 'Healthy Start' }))
  const { user } = openCampaigns('/campaigns')
  const row = within(await screen.findByRole('region', { name: 'Drafts' })).getByRole('listitem')
  expect(row.textContent).toContain('Healthy Start · 1 filter · Changed 20 Nov 2026, 09:05')
  expect(within(row).getByRole('link', { name: 'Warm <3' }).getAttribute('href')).toBe(`/campaigns/new?draft=${ID}`)
  await user.click(within(row).getByRole('link', { name: 'Edit: Warm <3' }))
  expect(await screen.findByDisplayValue('Warm <3')).toBeTruthy()
})

test('one whose details are complete opens where its template is chosen', async () => {
  await act(() => saveDraft(complete))
  openCampaigns('/campaigns')
  expect((await screen.findByRole('link', { name: 'Warm <3' })).getAttribute('href')).toBe(`/campaigns/new/${ID}`)
})

test('deleting asks first', async () => {
  await act(() => saveDraft({ ...draft, campaignName: '  ' }))
  const { user } = openCampaigns('/campaigns')
  await user.click(await screen.findByRole('button', { name: 'Delete: Untitled campaign' }))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Keep draft' }))
  expect(keptDrafts()).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Delete: Untitled campaign' }))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete draft' }))
  expect(keptDrafts()).toEqual([])
  expect(screen.queryByText('Drafts')).toBeNull()
})
