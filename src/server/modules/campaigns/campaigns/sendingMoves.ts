import type { Tx } from '../../../db/engine'
import { hasUnsent, type RemovalReasons } from '../recipients/removingRepo'
import { isAnyHandedOver } from '../recipients/sendingRepo'
import type { MoveDependencies } from './dependencies'
import { tellStaff, type CampaignWork } from './jobs'
import { removeRecipients } from './leaveOut'
import * as repo from './repo'
import type { Starts } from './start'
import { decide, findPhase } from './moves'

export type SendingMoves = ReturnType<typeof createSendingMoves>

/** The moves that the sender makes. */
export function createSendingMoves({ queue, now, starts }: MoveDependencies & { readonly starts: Starts }) {
  const findSending = async (tx: Tx, id: number): Promise<repo.CampaignRow | undefined> => {
    const campaign = await repo.findCampaign(tx, id)
    return campaign && findPhase(campaign) === 'sending' ? campaign : undefined
  }

  return {
    findSending,

    /**
     * One statement, so that it and cancelling exclude each other.
     * @returns undefined while not sending, or before its start
     */
    async begin(tx: Tx, id: number, at: Date): Promise<repo.CampaignRow | undefined> {
      const campaign = await findSending(tx, id)
      // The start may have changed since.
      if (!campaign || (campaign.startAt !== null && campaign.startAt > at)) return undefined
      return campaign.handingOverSince === null ? repo.beginHandingOver(tx, id, at) : campaign
    },

    /** Campaigns of all organisations (system transaction). */
    listUnsent: (tx: Tx): Promise<CampaignWork[]> => repo.unsentCampaigns(tx),

    /** Null when messages may go out, or it is not sending. */
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

    /** @param isTold false while jobs cannot be queued, after a restore. @returns false when not sending */
    async pause(tx: Tx, id: number, problem: string, isTold = true): Promise<boolean> {
      const campaign = await repo.lockCampaign(tx, id)
      if (!campaign || decide('pause', campaign) === 'refused') return false
      if (isTold) await tellStaff(queue, tx, campaign, 'paused')
      const hasBegun = campaign.sentAt !== null || (await isAnyHandedOver(tx, id))
      await repo.changeCampaign(tx, id, {
        pausedAt: now(),
        problem,
        // Refused for its key before anything was taken, it can be cancelled again.
        handingOverSince: hasBegun ? (campaign.handingOverSince ?? now()) : null,
      })
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
      await tellStaff(queue, tx, campaign, 'complete')
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
