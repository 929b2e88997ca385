import type { BenefitName, Channel } from './campaigns'

/** What each campaign type is called, on screen and in exports. */
export const CAMPAIGN_TYPES = {
  pension_credit: 'Pension Credit',
  healthy_start: 'Healthy Start',
  attendance_allowance: 'Attendance Allowance',
  free_school_meals: 'Free School Meals',
  custom: 'Custom',
} as const satisfies Record<BenefitName, string>
export type CampaignType = (typeof CAMPAIGN_TYPES)[BenefitName]

/** What each channel is called; the report too shows Letter for `print_and_post`, otherwise SMS. */
export const CHANNEL_WORDS = { print_and_post: 'Letter', sms: 'SMS' } as const satisfies Record<Channel, string>
export type ChannelWord = (typeof CHANNEL_WORDS)[Channel]
