import { useCallback } from 'react'
import type { z } from 'zod'
import { getCampaignRecipients, type CampaignDetail, type RecipientState } from '#contract/campaigns'
import { call } from '../../../api/call'
import { useAsked, type Asked } from '../../../state/useAsked'

export type RecipientsReply = z.output<typeof getCampaignRecipients.reply>

/**
 * One page of a campaign's households, asked for anew when the campaign's counts change. The page before stays until
 * the next has come.
 */
export function useRecipients({ id, recipients }: CampaignDetail, state: RecipientState | null, page: number): Asked<RecipientsReply> {
  const load = useCallback(
    (signal: AbortSignal) =>
      call(getCampaignRecipients, { query: { campaign_id: id, page, ...(state === null ? {} : { state }) }, signal }),
    [id, state, page],
  )
  return useAsked(load, true, { keepsFormer: true, asOf: JSON.stringify(recipients) })
}
