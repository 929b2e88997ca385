import { z } from 'zod'
import type { Tx } from '../../../db/engine'
import type { JobKind, Queue } from '../../../jobs/queue'

const data = z.object({ campaignId: z.number().int(), organisationId: z.uuid() })

export type CampaignWork = z.infer<typeof data>

/** The ids that a job carries. */
export const createWork = ({ id, organisationId }: { id: number; organisationId: string }): CampaignWork => ({
  campaignId: id,
  organisationId,
})

const ofCampaign = ({ campaignId }: CampaignWork) => String(campaignId)

/** Long enough for a print pack of 20,000 letters. */
export const PREPARE_CAMPAIGN: JobKind<CampaignWork> = {
  name: 'prepare-campaign',
  data,
  expiresInSeconds: 60 * 60,
  // One council's print pack must not block another's.
  workers: 2,
  oneWaiting: ofCampaign,
}

export const SEND_CAMPAIGN: JobKind<CampaignWork> = {
  name: 'send-campaign',
  data,
  expiresInSeconds: 120,
  oneWaiting: ofCampaign,
}

export const WITHDRAW_LETTERS: JobKind<CampaignWork> = {
  name: 'withdraw-letters',
  data,
  expiresInSeconds: 60 * 60,
  oneWaiting: ofCampaign,
}

/** `waits` goes to super administrators, others to the author. */
const NEWS = ['waits', 'reviewed', 'sent_back', 'paused', 'sent', 'complete'] as const
export type News = (typeof NEWS)[number]

const newsData = data.extend({
  news: z.enum(NEWS),
  /** The person who caused it gets no e-mail. */
  by: z.uuid().nullable(),
  /** Prevents duplicate e-mails. */
  reference: z.uuid(),
  attempt: z.number().int(),
})
export type NewsWork = z.infer<typeof newsData>

export const TELL_STAFF: JobKind<NewsWork> = { name: 'tell-staff', data: newsData, expiresInSeconds: 120 }

/** In the move's transaction. */
export const tellStaff = (
  queue: Queue,
  tx: Tx,
  campaign: { id: number; organisationId: string },
  news: News,
  by: { readonly userId: string } | null = null,
): Promise<void> =>
  queue.send(tx, TELL_STAFF, {
    ...createWork(campaign),
    news,
    by: by?.userId ?? null,
    reference: crypto.randomUUID(),
    attempt: 0,
  })

export const CLEAR_LETTERS: JobKind<CampaignWork> = { name: 'clear-letters', data }
