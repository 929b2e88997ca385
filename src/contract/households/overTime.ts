/** docs/product.md#over-the-months */
import { z } from 'zod'
import { BENEFIT_TITLES, type BenefitName } from './benefits'
import { CONTACT_CATEGORY, contactValueInWords, LAST_CONTACTED_FILTER, MESSAGES_FILTER } from './contactPressure'
import { OVER_TIME_CATEGORY } from './filters'
import { LAST_VISITED_FILTER, VISIT_OUTCOME_FILTER, VISITS_CATEGORY } from './visitFilters'

export const NEW_SINCE_FILTER = { filter_name: 'new_since', display_name: 'New since' } as const
export const STILL_WAITING_FILTER = {
  filter_name: 'still_waiting',
  display_name: 'Contacted, still not claiming',
} as const

/** Computed for each request. */
export const LISTED_FILTERS = [
  { ...NEW_SINCE_FILTER, category_name: OVER_TIME_CATEGORY },
  { ...STILL_WAITING_FILTER, category_name: OVER_TIME_CATEGORY },
  { ...MESSAGES_FILTER, category_name: CONTACT_CATEGORY.category_name },
  { ...LAST_CONTACTED_FILTER, category_name: CONTACT_CATEGORY.category_name },
  { ...VISIT_OUTCOME_FILTER, category_name: VISITS_CATEGORY.category_name },
  { ...LAST_VISITED_FILTER, category_name: VISITS_CATEGORY.category_name },
]

/** They reveal recipients of campaigns, or visits. */
export const CONTACT_FILTERS = [
  STILL_WAITING_FILTER,
  MESSAGES_FILTER,
  LAST_CONTACTED_FILTER,
  VISIT_OUTCOME_FILTER,
  LAST_VISITED_FILTER,
]

/** After this many days a contacted household that does not claim is still waiting. */
export const WAITING_DAYS = 60

export const CLAIMED_BENEFITS = [
  'pension_credit',
  'attendance_allowance',
  'healthy_start',
  'free_school_meals',
] as const satisfies readonly BenefitName[]
export type ClaimedBenefit = (typeof CLAIMED_BENEFITS)[number]

/** New in the data, or a benefit that may be or is claimed now but was not then. */
export type Change =
  { readonly kind: 'household' } | { readonly kind: 'unclaimed' | 'claiming'; readonly benefit: ClaimedBenefit }

export interface NewSince {
  /** yyyy-mm-dd. */
  readonly month: string
  readonly change: Change
}

const partsSchema = z.tuple([
  z.iso.date(),
  z.enum(['household', 'unclaimed', 'claiming']),
  z.enum(['', ...CLAIMED_BENEFITS]),
])

/** '2026-09-01:unclaimed:pension_credit'. */
export const newSinceValue = ({ month, change }: NewSince): string =>
  `${month}:${change.kind}:${change.kind === 'household' ? '' : change.benefit}`

/** Parses a value; undefined if invalid. */
export function readNewSince(value: string): NewSince | undefined {
  const parts = partsSchema.safeParse(value.split(':', 4))
  if (!parts.success) return undefined
  const [month, kind, benefit] = parts.data
  if (kind === 'household') return benefit === '' ? { month, change: { kind } } : undefined
  return benefit === '' ? undefined : { month, change: { kind, benefit } }
}

/** Lazy: it loads the browser's language data. */
let monthWords: Intl.DateTimeFormat | undefined

/** 'October 2026', of yyyy-mm-dd. */
export const monthInWords = (month: string): string => {
  monthWords ??= new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return monthWords.format(new Date(month))
}

function newSinceInWords(value: string): string | undefined {
  const read = readNewSince(value)
  if (!read) return undefined
  const { month, change } = read
  const what =
    change.kind === 'household'
      ? 'in the data'
      : `${change.kind === 'claiming' ? 'claims' : 'may claim'} ${BENEFIT_TITLES[change.benefit]}`
  return `${monthInWords(month)}: ${what}`
}

/** Contacted by any campaign for a benefit, or by one. */
export interface StillWaiting {
  readonly benefit: ClaimedBenefit
  readonly campaignId: number | undefined
}

/** 'pension_credit', or with one campaign 'pension_credit:12'. */
export const stillWaitingValue = ({ benefit, campaignId }: StillWaiting): string =>
  campaignId === undefined ? benefit : `${benefit}:${campaignId}`

/** 32-bit. */
const waitingParts = z.tuple([
  z.enum(CLAIMED_BENEFITS),
  z
    .string()
    .regex(/^[1-9]\d{0,9}$/)
    .transform(Number)
    .pipe(z.int32())
    .optional(),
])

/** Parses a value; undefined if invalid. */
export function readStillWaiting(value: string): StillWaiting | undefined {
  const parts = waitingParts.safeParse(value.split(':', 3))
  return parts.success ? { benefit: parts.data[0], campaignId: parts.data[1] } : undefined
}

/** In words; undefined if invalid. */
export function overTimeInWords(filterName: string, value: string): string | undefined {
  if (filterName === NEW_SINCE_FILTER.filter_name) return newSinceInWords(value)
  const waiting = filterName === STILL_WAITING_FILTER.filter_name ? readStillWaiting(value) : undefined
  if (waiting) {
    const { benefit, campaignId } = waiting
    const by = campaignId === undefined ? '' : ` campaign ${campaignId}`
    return `${BENEFIT_TITLES[benefit]}, ${WAITING_DAYS} days after${by}`
  }
  return (
    contactValueInWords(filterName, value) ??
    [VISIT_OUTCOME_FILTER, LAST_VISITED_FILTER]
      .find(({ filter_name }) => filter_name === filterName)
      ?.filter_values.find(({ name }) => name === value)?.display_name
  )
}

/** The benefit in either filter's value. */
export function benefitOfValue(filterName: string, value: string): ClaimedBenefit | undefined {
  if (filterName === STILL_WAITING_FILTER.filter_name) return readStillWaiting(value)?.benefit
  const change = filterName === NEW_SINCE_FILTER.filter_name ? readNewSince(value)?.change : undefined
  return change && 'benefit' in change ? change.benefit : undefined
}
