/** The Review & Send modal of a campaign in a super administrator's list. */
import { act, cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import * as saving from '../../../../lib/saveFile'
import { sessionAtom } from '../../../../state/session'
import { appStore } from '../../../../state/store'
import { setOnline } from '../../../../state/connectivity'
import type { FakeAnswer } from '../../../../testing/fakeServer'
import { openList } from './openList'
import { aCampaign, aDetail } from './serverCampaigns'

export const REVIEW = '/api/review-campaign'
export const RUN = '/api/run-reviewed-campaign'
export const DETAIL = '/api/campaign'

export const reviewed = aCampaign({ reviewed: true })
const ANSWERS: Record<string, FakeAnswer> = {
  [REVIEW]: { json: reviewed },
  [RUN]: { json: { ...reviewed, phase: 'sending', started: true } },
  [DETAIL]: { json: aDetail({ reviewed: true }) },
}

/** Saves no file, and leaves no lost line behind. */
export function cleanForEachTest(): void {
  beforeEach(() => vi.spyOn(saving, 'saveFile').mockImplementation(() => {}))
  afterEach(() => {
    cleanup()
    act(() => setOnline(true))
    appStore.set(sessionAtom, null)
  })
}

export async function openModal(label: string, campaign = aCampaign(), answers: Record<string, FakeAnswer> = {}) {
  const opened = openList([campaign], { isSuperAdmin: true, answers: { ...ANSWERS, ...answers } })
  await opened.user.click(await screen.findByRole('button', { name: label }))
  const dialog = await screen.findByRole('dialog', { name: 'Review & Send Campaign' })
  return { ...opened, dialog }
}

/** A button of the dialog once it can be pressed. */
export const ready = (dialog: HTMLElement, name: string | RegExp) =>
  vi.waitFor(() => {
    const button = within(dialog).getByRole('button', { name })
    expect(button.hasAttribute('disabled')).toBe(false)
    return button
  })
