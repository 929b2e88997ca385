import type { GuideSlug } from '../../../state/guides'
import type { Guide } from './guide'
import { findHouseholdsGuide } from './guides/findHouseholds'
import { letterCampaignGuide } from './guides/letterCampaign'
import { monthGuide } from './guides/month'
import { peopleGuide } from './guides/people'
import { repliesGuide } from './guides/replies'
import { reportGuide } from './guides/report'
import { rightsGuide } from './guides/rights'
import { textCampaignGuide } from './guides/textCampaign'
import { visitRoundGuide } from './guides/visitRound'
import { wordsGuide } from './guides/words'

/** In the order of the list. */
export const GUIDES: Readonly<Record<GuideSlug, Guide>> = {
  'find-households': findHouseholdsGuide,
  'text-campaign': textCampaignGuide,
  'letter-campaign': letterCampaignGuide,
  replies: repliesGuide,
  report: reportGuide,
  'visit-round': visitRoundGuide,
  month: monthGuide,
  rights: rightsGuide,
  people: peopleGuide,
  words: wordsGuide,
}

/** Whether there is a guide of this name. */
export const isGuideSlug = (slug: string | undefined): slug is GuideSlug =>
  slug !== undefined && Object.hasOwn(GUIDES, slug)
