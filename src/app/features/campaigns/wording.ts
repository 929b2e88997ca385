import {
  BENEFIT_NAMES,
  type BenefitName,
  type Channel,
  type ListedCampaign,
  IMPACT_THEMES,
  type ImpactTheme,
} from '#contract/campaigns'
import { CAMPAIGN_TYPES, CHANNEL_WORDS, type CampaignType } from '#contract/campaignWords'
import { countOf, figure } from '../../lib/counts'

/** A campaign type as a heading: 'Pension Credit'. */
export const typeTitle = (benefit: BenefitName): CampaignType => CAMPAIGN_TYPES[benefit]

/** The wire's name of a type in the form, or `null` for an unknown one. */
export function benefitNameOf(type: string): BenefitName | null {
  const name = type.trim().toLowerCase().replace(/\s+/g, '_')
  return BENEFIT_NAMES.find((one) => one === name) ?? null
}

/** The wire's name of a channel in the form, or `null`. */
export function channelNameOf(word: string): Channel | null {
  if (word === CHANNEL_WORDS.print_and_post) return 'print_and_post'
  return word === CHANNEL_WORDS.sms ? 'sms' : null
}

/** The list's Campaign Type: 'pension credit'. */
export const underscoresAsSpaces = (name: string): string => name.replaceAll('_', ' ')

/** '1 filter', '3 filters'. */
export const filtersWord = (count: number): string => countOf(count, 'filter')

/** What a campaign sends: '1 text message', '1,204 letters'. */
export const messagesWord = (count: number, channel: Channel): string =>
  countOf(count, channel === 'sms' ? 'text message' : 'letter')

/** Whether the server is working on it. */
export const isMoving = ({ phase }: Pick<ListedCampaign, 'phase'>): boolean =>
  phase === 'preparing' || phase === 'sending'

/** 'Preparing 12,000 of 40,000', 'Sending', 'Paused'; `null` when idle. */
export function progressOf({ phase, prepared_count, frozen_count }: ListedCampaign): string | null {
  switch (phase) {
    case 'preparing':
      return `Preparing ${figure(prepared_count)} of ${figure(frozen_count)}`
    case 'sending':
      return 'Sending'
    case 'paused':
      return 'Paused'
    default:
      return null
  }
}

/**
 * The impact theme that an address names.
 * @throws Error for an unknown one: the error screen shows it.
 */
export function themeOf(slug: string | undefined): ImpactTheme | undefined {
  if (slug === undefined || isTheme(slug)) return slug
  throw new Error(`There is no campaign theme called “${slug}”.`)
}

const isTheme = (slug: string): slug is ImpactTheme => Object.hasOwn(IMPACT_THEMES, slug)
