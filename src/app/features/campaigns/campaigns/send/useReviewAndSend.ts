import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { reviewCampaign, runReviewedCampaign } from '#contract/campaigns/campaignMoves'
import { type CampaignDetail, type ListedCampaign } from '#contract/campaigns/campaigns'
import { call } from '../../../../api/call'
import { explainFailure } from '../../../../api/errors'
import { campaignQuery } from '../queries'
import { penceOverBudget } from './sendingWarnings'
import { atOnce, momentOfStart } from './Start'

export type SendingChoice = ReturnType<typeof useSendingChoice>

function useSendingChoice(detail: CampaignDetail | null) {
  const [start, setStart] = useState(atOnce)
  const [isOverBudgetAccepted, setOverBudgetAccepted] = useState(false)
  return {
    start,
    setStart,
    startAt: momentOfStart(start),
    overBudget: detail ? penceOverBudget(detail) : 0,
    isOverBudgetAccepted,
    setOverBudgetAccepted,
  }
}

/** The steps of reviewing a campaign's list and sending it. */
export function useReviewAndSend(campaign: ListedCampaign, onSent: () => void) {
  const [view, setView] = useState<'review' | 'send'>(campaign.reviewed ? 'send' : 'review')
  const [downloadFailure, setDownloadFailure] = useState<string | null>(null)
  // What is sent may differ from an earlier count.
  const now = useQuery({ ...campaignQuery(campaign.id), enabled: view === 'send', staleTime: 0 })
  const detail = now.isFetchedAfterMount && now.data ? now.data : null
  const choice = useSendingChoice(detail)
  const { startAt, overBudget, isOverBudgetAccepted } = choice
  const query = { campaign_id: campaign.id }
  const confirm = useMutation({ mutationFn: () => call(reviewCampaign, { query }), onSuccess: () => setView('send') })
  const send = useMutation({
    mutationFn: () =>
      call(runReviewedCampaign, {
        query: {
          ...query,
          ...(startAt ? { start_at: startAt } : {}),
          ...(overBudget > 0 && isOverBudgetAccepted ? { over_budget: 'yes' } : {}),
        },
      }),
    onSuccess: onSent,
  })
  // Rounded numbers have no difference.
  const counted = detail && detail.number_of_recipients - (detail.is_rounded ? 0 : detail.removed_since_review)
  return {
    view,
    detail,
    refetchDetail: () => void now.refetch(),
    choice,
    confirm,
    send,
    recipients: counted ?? campaign.number_of_recipients,
    isSendable: counted !== null && counted > 0 && startAt !== undefined && (overBudget === 0 || isOverBudgetAccepted),
    isPending: confirm.isPending || send.isPending,
    failure: explainFailure(confirm.error ?? send.error ?? now.error) ?? downloadFailure,
    setDownloadFailure,
  }
}
