import { z } from 'zod'
import { text } from '../bounded'
import { addCampaign, campaignSchema } from './campaigns'
import { HOLD_OUT_PERCENTAGES } from './holdOuts'
import { templateValueRowSchema } from '../households/filterTemplates'
import { campaignIdSchema } from './recipients'
import { endpoint } from '../endpoint'
import { lawfulBasisSchema } from './lawfulBases'

export const FURTHEST_START_DAYS = 30

export const REVIEW_COMMENT_LIMIT = 1_000

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
    /** If the sender may. */
    over_budget: z.literal('yes').optional(),
  }),
  /** False for a repeated run. */
  reply: campaignSchema.extend({ started: z.boolean() }),
})

export const changeCampaignStart = endpoint({
  name: 'changeCampaignStart',
  method: 'POST',
  path: '/api/change-campaign-start',
  summary: 'Sets when a campaign that was run, and has not begun to go out, does; null: as soon as possible.',
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

/** 409 once the first message has been handed over. */
export const cancelCampaign = endpoint({
  name: 'cancelCampaign',
  method: 'POST',
  path: '/api/cancel-campaign',
  summary:
    'Cancels a campaign of which no message has been handed over, also one that waits for its start or is paused.',
  query: campaignIdSchema,
  reply: campaignSchema,
})

/** 409 once the first message has been handed over. */
export const sendBackCampaign = endpoint({
  name: 'sendBackCampaign',
  method: 'POST',
  path: '/api/send-back-campaign',
  summary: 'Cancels a campaign likewise, with a comment for its author, who can make a draft of it again.',
  query: campaignIdSchema,
  body: z.object({ comment: text(REVIEW_COMMENT_LIMIT).trim().min(1, 'Write what has to change.') }),
  reply: campaignSchema,
})

/** 409 once reviewed, and for anybody else's. */
export const withdrawCampaign = endpoint({
  name: 'withdrawCampaign',
  method: 'POST',
  path: '/api/withdraw-campaign',
  summary: 'Cancels a campaign that was not reviewed, by its author.',
  query: campaignIdSchema,
  reply: campaignSchema,
})

/** 409 unless cancelled, and for anybody else's. */
export const redraftCampaign = endpoint({
  name: 'redraftCampaign',
  method: 'POST',
  path: '/api/redraft-campaign',
  summary: 'What a cancelled campaign was made of, for a new draft by its author. Idempotent.',
  query: campaignIdSchema,
  reply: addCampaign.body.shape.campaign_request.omit({ snapshot: true, hold_out_percentage: true }).extend({
    hold_out_percentage: z.literal(HOLD_OUT_PERCENTAGES),
    filters: z.array(templateValueRowSchema),
  }),
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

/** 409 unless it awaits its run. Idempotent. */
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
