/** The preview of a campaign, opened with a complete draft. */
import { act, screen, within } from '@testing-library/react'
import { saveDraft } from '../../../../state/drafts'
import { fakeServer, type FakeAnswer } from '../../../../testing/fakeServer'
import { newDraft } from '../drafts/draft'
import { FLATS, openCampaigns } from './campaigns'
import type { Draft } from '#offline/drafts'

export const ID = '55555555-5555-4555-8555-555555555555'
const complete: Draft = {
  ...newDraft(ID, new Date('2026-11-20T09:05:00Z'), { theme: undefined, selectedFilters: FLATS }),
  campaignName: 'Warm <3 homes',
  campaignType: 'Pension Credit',
  communicationChannel: 'SMS',
  snapshot: '2026-10-01',
}

export async function openPreview(answers: Record<string, FakeAnswer>, part: Partial<Draft> = {}) {
  const seen = fakeServer(answers)
  await act(() => saveDraft({ ...complete, updatedAt: new Date().toISOString(), ...part }))
  const opened = openCampaigns(`/campaigns/new/${ID}`)
  await screen.findByRole('heading', { level: 1, name: 'Preview Campaign' })
  return { ...opened, seen }
}
export const sendButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send for Review' })
export const confirm = () => within(screen.getByRole('alertdialog', { name: 'Please Confirm' }))
