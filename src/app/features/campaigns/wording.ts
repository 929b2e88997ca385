/**
 * What campaigns' values are called on screen and on the wire. Pure. The form and its
 * drafts keep the words that people read.
 */
import { BENEFIT_NAMES, type BenefitName, type Channel } from '#contract/campaigns'
import { CAMPAIGN_TYPES, CHANNEL_WORDS, type CampaignType } from '#contract/campaignWords'
import { countOf } from '../../lib/counts'

/** A campaign type as a heading has it: 'Pension Credit'. */
export const typeTitle = (benefit: BenefitName): CampaignType => CAMPAIGN_TYPES[benefit]

/** The wire's name of a type as the form has it (its snake case), or `null` for words that are no type. */
export function benefitNameOf(type: string): BenefitName | null {
  const name = type.trim().toLowerCase().replace(/\s+/g, '_')
  return BENEFIT_NAMES.find((one) => one === name) ?? null
}

/** The wire's name of a channel as the form has it: a letter's own, otherwise the word in lower case. `null` for no channel. */
export function channelNameOf(word: string): Channel | null {
  if (word === CHANNEL_WORDS.print_and_post) return 'print_and_post'
  return word === CHANNEL_WORDS.sms ? 'sms' : null
}

/** A name of the wire with its underscores as spaces: the list's Campaign Type, 'pension credit'. */
export const underscoresAsSpaces = (name: string): string => name.replaceAll('_', ' ')

/** '1 filter', '3 filters'. */
export const filtersWord = (count: number): string => countOf(count, 'filter')

/** What a campaign sends: '1 text message', '1,204 letters'. */
export const messagesWord = (count: number, channel: Channel): string =>
  countOf(count, channel === 'sms' ? 'text message' : 'letter')
