import type { BenefitName } from '../households/benefits'
import type { Channel } from '../households/channels'

export const CAMPAIGN_TYPES = {
  pension_credit: 'Pension Credit',
  healthy_start: 'Healthy Start',
  attendance_allowance: 'Attendance Allowance',
  free_school_meals: 'Free School Meals',
  custom: 'Custom',
} as const satisfies Record<BenefitName, string>
export type CampaignType = (typeof CAMPAIGN_TYPES)[BenefitName]

export const CHANNEL_WORDS = { print_and_post: 'Letter', sms: 'SMS' } as const satisfies Record<Channel, string>
export type ChannelWord = (typeof CHANNEL_WORDS)[Channel]
