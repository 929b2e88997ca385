import { z } from 'zod'
import type { JobKind } from '../../jobs/queue'

const data = z.object({ campaignId: z.number().int(), organisationId: z.uuid() })

/** Which campaign a piece of work is about. Never what is in it. */
export type CampaignWork = z.infer<typeof data>

/** Makes a campaign's messages, a slice at a time: a piece whose worker died is soon given to another. */
export const PREPARE_CAMPAIGN: JobKind<CampaignWork> = { name: 'prepare-campaign', data, expiresInSeconds: 120 }

/** Sends what a campaign has prepared and not sent. Queued with the run itself; modules/messages does the work. */
export const SEND_CAMPAIGN: JobKind<CampaignWork> = {
  name: 'send-campaign',
  data,
  expiresInSeconds: 120,
  // However often a server starts or a slice ends, one piece waits for each campaign.
  oneWaiting: ({ campaignId }) => String(campaignId),
}

/** Clears the personal data of a campaign that was sent long enough ago. */
export const CLEAR_CAMPAIGN: JobKind<CampaignWork> = { name: 'clear-campaign', data }

/** Removes the letters of a campaign whose personal data were cleared; modules/letters does the work. */
export const CLEAR_LETTERS: JobKind<CampaignWork> = { name: 'clear-letters', data }
