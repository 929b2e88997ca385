import { BENEFIT_NAMES, type BenefitName } from '#contract/households/benefits'
import {
  type CampaignDetail,
  type ListedCampaign,
  IMPACT_THEMES,
  type ImpactTheme,
} from '#contract/campaigns/campaigns'
import type { Channel } from '#contract/households/channels'
import { CAMPAIGN_TYPES, CHANNEL_WORDS, type CampaignType } from '#contract/campaigns/campaignWords'
import type { HoldOutMonths } from '#contract/campaigns/holdOuts'
import { inPounds } from '#contract/campaigns/notifyRates'
import { POSTAGE_WORDS } from '#contract/campaigns/postage'
import type { SharedNumbers } from '#contract/campaigns/sharedNumbers'
import { formatCount, figure } from '../../../lib/counts'

/** 'Pension Credit', for headings. */
export const typeTitle = (benefit: BenefitName): CampaignType => CAMPAIGN_TYPES[benefit]

/** The wire's name of a type in the form; null if unknown. */
export function readBenefitName(type: string): BenefitName | null {
  const name = type.trim().toLowerCase().replace(/\s+/g, '_')
  return BENEFIT_NAMES.find((one) => one === name) ?? null
}

/** The wire's name of a channel in the form; null if unknown. */
export function readChannelName(word: string): Channel | null {
  if (word === CHANNEL_WORDS.print_and_post) return 'print_and_post'
  return word === CHANNEL_WORDS.sms ? 'sms' : null
}

/** As the list shows types: 'pension credit'. */
export const underscoresAsSpaces = (name: string): string => name.replaceAll('_', ' ')

/** '1 filter', '3 filters'. */
export const filtersWord = (count: number): string => formatCount(count, 'filter')

/** '1 text message', '1,204 letters'. */
export const messagesWord = (count: number, channel: Channel): string =>
  formatCount(count, channel === 'sms' ? 'text message' : 'letter')

/** '348 letters, 396 sheets, second class: £264.24 without VAT'. */
export function costWord({ messages, units, free_units, postage, pence }: NonNullable<CampaignDetail['cost']>): string {
  const free = free_units === 0 ? '' : `, ${figure(free_units)} of them free`
  const parts =
    postage === null
      ? `${formatCount(units, 'segment')}${free}`
      : `${formatCount(units, 'sheet')}, ${POSTAGE_WORDS[postage]}`
  return `${messagesWord(messages, postage === null ? 'sms' : 'print_and_post')}, ${parts}: ${inPounds(pence)} without VAT`
}

/** '12 mobile numbers are shared by 50 households, at most 5 on one number'. */
export const sharedNumbersWord = ({ numbers, households, most }: SharedNumbers): string =>
  numbers === 1
    ? `1 mobile number is shared by ${formatCount(households, 'household')}`
    : `${figure(numbers)} mobile numbers are shared by ${formatCount(households, 'household')}, at most ${figure(most)} on one number`

/** {@link sharedNumbersWord} where every household gets its text. */
export const textsOnOneNumber = ({ numbers, most }: SharedNumbers): string =>
  `Each household gets its own text, so ${numbers === 1 ? 'that phone gets' : 'one phone may get'} ${figure(most)}.`

/** 'six months'. */
export const holdOutMonthsWord = (months: HoldOutMonths): string => `${months === 3 ? 'three' : 'six'} months`

/** 'Nobody', '20%': of a list, to be held out. */
export const holdOutWord = (percentage: number): string => (percentage === 0 ? 'Nobody' : `${percentage}%`)

/** 'from Thursday 26 November to Friday 27 November'. */
export function arrivalWord({ from, to }: { readonly from: string; readonly to: string }): string {
  return from === to ? `on ${weekdayWord(from)}` : `from ${weekdayWord(from)} to ${weekdayWord(to)}`
}

/** 'Thursday 3 December'. */
export const weekdayWord = (day: string): string =>
  new Date(day).toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })

/** Whether the server is working on it. */
export const isCampaignMoving = ({ phase }: Pick<ListedCampaign, 'phase'>): boolean =>
  phase === 'preparing' || phase === 'sending'

/** 'Preparing 12,000 of 40,000', 'Sent 812, delivered 790'; null when idle. */
export function describeProgress(campaign: ListedCampaign): string | null {
  const { phase, channel, prepared_count, frozen_count, letters_made, sent_count, delivered_count } = campaign
  switch (phase) {
    case 'preparing':
      if (prepared_count < frozen_count || channel === 'sms')
        return `Preparing ${figure(prepared_count)} of ${figure(frozen_count)}`
      return letters_made < frozen_count
        ? `${figure(letters_made)} of ${formatCount(frozen_count, 'letter')} made`
        : 'Putting the print pack together'
    case 'sending':
      if (campaign.starts_at !== null) return `Goes out from ${momentWord(campaign.starts_at)}`
      return `Sent ${figure(sent_count)}, delivered ${figure(delivered_count)}`
    case 'paused':
      return `Paused after ${figure(sent_count)}`
    default:
      return null
  }
}

/** 'Monday, 23 November, 08:00', in London. */
export const momentWord = (moment: string): string =>
  new Date(moment).toLocaleString('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'Europe/London',
  })

/** Whose turn it is; null if nobody's. */
export function describeTurn(
  { phase, reviewed, status, starts_at, cancelled_as, is_own }: ListedCampaign,
  mayAct: boolean,
): string | null {
  if (phase === 'prepared') {
    if (mayAct) return reviewed ? 'Your turn: send it' : 'Your turn: review the list'
    return reviewed ? 'Reviewed. Your provider sends it' : 'Your provider reviews the list'
  }
  if (phase === 'paused') return mayAct ? 'Your turn: see why, and resume it' : 'Your provider resumes it'
  if (phase === 'preparing') return 'Doorstep makes the messages'
  if (phase === 'sending') return starts_at === null ? 'Being sent' : 'Waits for its start'
  if (status !== 'cancelled') return null
  if (cancelled_as === 'sent_back') return is_own ? 'Your turn: it was sent back to you' : 'Sent back to its author'
  return cancelled_as === 'withdrawn' ? 'Withdrawn by its author' : 'Nothing was sent'
}

/** The impact theme in an address. @throws Error for an unknown one */
export function readTheme(slug: string | undefined): ImpactTheme | undefined {
  if (slug === undefined || isTheme(slug)) return slug
  throw new Error(`There is no campaign theme called “${slug}”.`)
}

const isTheme = (slug: string): slug is ImpactTheme => Object.hasOwn(IMPACT_THEMES, slug)
