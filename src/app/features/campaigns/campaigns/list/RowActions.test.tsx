import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { sessionAtom } from '../../../../state/session'
import { appStore } from '../../../../state/store'
import { notify } from '../../../../ui/notify/notify'
import { openList } from '../testing/openList'
import { aCampaign } from '../testing/serverCampaigns'

afterEach(() => {
  cleanup()
  appStore.set(sessionAtom, null)
  vi.restoreAllMocks()
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
