import { z } from 'zod'
import type { JobKind } from '../../../jobs/queue'

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

/** Handled by modules/campaigns/letters. */
export const WITHDRAW_LETTERS: JobKind<CampaignWork> = {
  name: 'withdraw-letters',
  data,
  expiresInSeconds: 60 * 60,
  oneWaiting: ofCampaign,
}

/** Handled by modules/campaigns/letters. */
export const CLEAR_LETTERS: JobKind<CampaignWork> = { name: 'clear-letters', data }
