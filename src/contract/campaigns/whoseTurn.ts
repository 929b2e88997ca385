import { z } from 'zod'
import { endpoint } from '../endpoint'
import { campaignSchema } from './campaigns'

const TURNS = ['review', 'send', 'resume', 'redraft'] as const
export type CampaignTurn = (typeof TURNS)[number]

const waitingCampaignSchema = campaignSchema
  .pick({ id: true, name: true, channel: true, number_of_recipients: true, is_rounded: true, created_by: true })
  .extend({
    organisation: z.string(),
    is_in_view: z.boolean(),
    turn: z.enum(TURNS),
    since: z.iso.datetime(),
    review_comment: z.string().nullable(),
  })
export type WaitingCampaign = z.infer<typeof waitingCampaignSchema>

export const getWhoseTurn = endpoint({
  name: 'getWhoseTurn',
  method: 'GET',
  path: '/api/whose-turn',
  summary:
    'The campaigns that wait for the person who asks, longest first: of all organisations for super administrators, and those of one’s own that were sent back.',
  reply: z.array(waitingCampaignSchema),
})
