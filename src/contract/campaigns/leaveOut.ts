import { campaignSchema } from './campaigns'
import { campaignIdSchema } from './recipients'
import { endpoint } from '../endpoint'

/** 409 unless it waits for its run. Idempotent. */
export const leaveOutOftenContacted = endpoint({
  name: 'leaveOutOftenContacted',
  method: 'POST',
  path: '/api/leave-out-often-contacted',
  summary: 'Takes off the list of a prepared campaign whom campaigns wrote to often lately.',
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
