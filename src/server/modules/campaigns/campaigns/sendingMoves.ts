/** What the sender asks of campaigns, and tells them. */
import type { Tx } from '../../../db/engine'
import { hasUnsent, type RemovalReasons } from '../recipients/repo'
import type { MoveDependencies } from './dependencies'
import type { CampaignWork } from './jobs'
import { removeRecipients } from './leaveOut'
import * as repo from './repo'
import type { Starts } from './start'
import { decide, findPhase } from './moves'

export type SendingMoves = ReturnType<typeof createSendingMoves>

/** The part of a campaign's life that the sender moves. */
export function createSendingMoves({ queue, now, starts }: MoveDependencies & { readonly starts: Starts }) {
  const findSending = async (tx: Tx, id: number): Promise<repo.CampaignRow | undefined> => {
    const campaign = await repo.findCampaign(tx, id)
    return campaign && findPhase(campaign) === 'sending' ? campaign : undefined
  }

  return {
    /** Undefined while it is not sending. */
    findSending,

    /** Of all organisations (system transaction). */
    listUnsent: (tx: Tx): Promise<CampaignWork[]> => repo.unsentCampaigns(tx),

    /** Null when messages may go out already, or the campaign is not sending. */
    async startsAt(tx: Tx, id: number, at: Date): Promise<Date | null> {
      const campaign = await findSending(tx, id)
      return campaign ? starts.startsAt(tx, campaign, at) : null
    },

    async removeUnsent(tx: Tx, id: number, gone: RemovalReasons): Promise<void> {
      const campaign = await repo.lockCampaign(tx, id)
      if (campaign) await removeRecipients(queue, tx, campaign, gone)
    },

    async setProblem(tx: Tx, id: number, problem: string | null): Promise<void> {
      const campaign = await repo.lockCampaign(tx, id)
      if (!campaign || findPhase(campaign) !== 'sending') return
      await repo.changeCampaign(tx, id, { problem })
    },

    /** @returns false when it is not sending */
    async pause(tx: Tx, id: number, problem: string): Promise<boolean> {
      const campaign = await repo.lockCampaign(tx, id)
      if (!campaign || decide('pause', campaign) === 'refused') return false
      await repo.changeCampaign(tx, id, { pausedAt: now(), problem })
      return true
    },

    /** @returns whether it is complete */
    async completeIfSent(tx: Tx, id: number): Promise<boolean> {
      const campaign = await repo.lockCampaign(tx, id)
      if (!campaign) return false
      const decision = decide('complete', campaign)
      if (typeof decision === 'string') return campaign.status === 'Complete'
      if (await hasUnsent(tx, id)) return false
      const completedAt = now()
      await repo.changeCampaign(tx, id, {
        status: decision.to,
        sentAt: campaign.sentAt ?? completedAt,
        completedAt,
        problem: null,
      })
      return true
    },
  }
}
