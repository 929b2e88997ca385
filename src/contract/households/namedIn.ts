import { z } from 'zod'

const NAMED_IN = ['filter_template', 'filter_link', 'campaign_filters', 'campaign_list', 'month_report'] as const
export type NamedIn = (typeof NAMED_IN)[number]

/** Where a household is named, for its file. Moments are ISO 8601. */
export const householdMentionSchema = z.object({ what: z.enum(NAMED_IN), name: z.string(), at: z.string() })
export type HouseholdMention = z.infer<typeof householdMentionSchema>

export const NAMED_IN_WORDS: Readonly<Record<NamedIn, string>> = {
  filter_template: 'Filter template',
  filter_link: 'Link to filters',
  campaign_filters: 'Filters of a campaign',
  campaign_list: 'List of a campaign that is being prepared',
  month_report: 'Report on a month’s files',
}
