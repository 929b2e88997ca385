import { z } from 'zod'
import type { JobKind } from '../../jobs/queue'

const data = z.object({ campaignId: z.number().int(), organisationId: z.uuid() })

/** Which campaign a piece of work is about. Never what is in it. */
export type CampaignWork = z.infer<typeof data>

/** However often a server starts or a slice ends, one piece waits for each campaign. */
const ofCampaign = ({ campaignId }: CampaignWork) => String(campaignId)

/**
 * Makes a campaign's messages, a slice at a time. A piece may last as long as fifty letters that LibreOffice makes one by
 * one, or the print pack of a day's 20,000: given to another before it is over, it would only be done twice at once.
 * What a killed server left is taken up by the next that starts.
 */
export const PREPARE_CAMPAIGN: JobKind<CampaignWork> = {
  name: 'prepare-campaign',
  data,
  expiresInSeconds: 60 * 60,
  // While the print pack of one council is put together, another's campaign goes on.
  workers: 2,
  oneWaiting: ofCampaign,
}

/** Sends what a campaign has prepared and not sent. Queued with the run itself; modules/messages does the work. */
export const SEND_CAMPAIGN: JobKind<CampaignWork> = {
  name: 'send-campaign',
  data,
  expiresInSeconds: 120,
  oneWaiting: ofCampaign,
}

/** Clears the personal data of a campaign that was sent long enough ago. */
export const CLEAR_CAMPAIGN: JobKind<CampaignWork> = { name: 'clear-campaign', data }

/** Removes the letters of recipients that were removed, from the print pack too; modules/letters does the work. */
export const WITHDRAW_LETTERS: JobKind<CampaignWork> = {
  name: 'withdraw-letters',
  data,
  expiresInSeconds: 60 * 60,
  oneWaiting: ofCampaign,
}

/** Removes the letters of a campaign whose personal data were cleared; modules/letters does the work. */
export const CLEAR_LETTERS: JobKind<CampaignWork> = { name: 'clear-letters', data }
