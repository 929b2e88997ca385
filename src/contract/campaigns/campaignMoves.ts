import { z } from 'zod'
import { text } from '../bounded'
import { campaignSchema } from './campaigns'
import { campaignIdSchema } from './recipients'
import { endpoint } from '../endpoint'
import { lawfulBasisSchema } from './lawfulBases'

export const FURTHEST_START_DAYS = 30

const startAt = text(40).pipe(z.iso.datetime({ offset: true }))

export const reviewCampaign = endpoint({
  name: 'reviewCampaign',
  method: 'POST',
  path: '/api/review-campaign',
  summary: 'Marks the recipients of a prepared campaign as reviewed. Idempotent.',
  query: campaignIdSchema,
  reply: campaignSchema,
})

export const runReviewedCampaign = endpoint({
  name: 'runReviewedCampaign',
  method: 'POST',
  path: '/api/run-reviewed-campaign',
  summary: 'Sends a reviewed campaign, once, whatever is clicked twice.',
  query: campaignIdSchema.extend({
    start_at: startAt.optional(),
    /** Sends over the organisation's budget, if the sender may. */
    over_budget: z.literal('yes').optional(),
  }),
  /** False for a repeated run. */
  reply: campaignSchema.extend({ started: z.boolean() }),
})

export const changeCampaignStart = endpoint({
  name: 'changeCampaignStart',
  method: 'POST',
  path: '/api/change-campaign-start',
  summary: 'Sets when a campaign that was run, and has not begun to go out, does; null: as soon as it may.',
  query: campaignIdSchema,
  body: z.object({ start_at: startAt.nullable() }),
  reply: campaignSchema,
})

export const pauseCampaign = endpoint({
  name: 'pauseCampaign',
  method: 'POST',
  path: '/api/pause-campaign',
  summary: 'Stops sending after what is under way, until it is resumed. Idempotent.',
  query: campaignIdSchema,
  reply: campaignSchema,
})

/** 409 after the run: sent messages keep their basis. */
export const setCampaignLawfulBasis = endpoint({
  name: 'setCampaignLawfulBasis',
  method: 'POST',
  path: '/api/set-campaign-lawful-basis',
  summary: 'Names the lawful basis of a campaign that was not run.',
  query: campaignIdSchema,
  body: z.object({ lawful_basis: lawfulBasisSchema }),
  reply: campaignSchema,
})

/** 409 after the run. */
export const cancelCampaign = endpoint({
  name: 'cancelCampaign',
  method: 'POST',
  path: '/api/cancel-campaign',
  summary: 'Cancels a campaign that was not run.',
  query: campaignIdSchema,
  reply: campaignSchema,
})

export const archiveCampaign = endpoint({
  name: 'archiveCampaign',
  method: 'POST',
  path: '/api/archive-campaign',
  summary: 'Archives a campaign that is Complete or cancelled.',
  query: campaignIdSchema,
  reply: campaignSchema,
})

export const resumeCampaign = endpoint({
  name: 'resumeCampaign',
  method: 'POST',
  path: '/api/resume-campaign',
  summary: 'Goes on sending a paused campaign, to those alone that have not been sent to.',
  query: campaignIdSchema,
  reply: campaignSchema,
})

/** 409 if there are none. */
export const sendMissedRecipients = endpoint({
  name: 'sendMissedRecipients',
  method: 'POST',
  path: '/api/send-missed-recipients',
  summary: 'Sends again to those alone whose message failed for a technical or passing reason.',
  query: campaignIdSchema,
  reply: campaignSchema.extend({ recipients: z.number().int() }),
})

/** 409 unless it waits for its run. Idempotent. */
export const leaveOutOftenContacted = endpoint({
  name: 'leaveOutOftenContacted',
  method: 'POST',
  path: '/api/leave-out-often-contacted',
  summary: 'Takes off the list of a prepared campaign the households that were written to often lately.',
  query: campaignIdSchema,
  reply: campaignSchema,
})

/** 409 without a hold-out. */
export const releaseHoldOut = endpoint({
  name: 'releaseHoldOut',
  method: 'POST',
  path: '/api/release-hold-out',
  summary: 'Lets other campaigns write to the households that a campaign held out. Idempotent.',
  query: campaignIdSchema,
  reply: campaignSchema,
})
