/** docs/product.md#report: cautious, because councils quote the figures. */
import { monthsOn } from '../../../lib/days'
import { londonDay } from '#contract/days'

const OPEN_MONTHS = 6

/** The close date, yyyy-mm-dd, of a campaign sent then. */
export const closeDate = (sent: string): string => monthsOn(londonDay(new Date(sent)), OPEN_MONTHS)

/** Months without contact before a comparison, for a household to count as not contacted. */
export const UNCONTACTED_MONTHS = 6

export const WEEKS_A_YEAR = 52

/** No rate or estimate of ours is involved, so there is no range. */
export const ANNUAL_METHOD =
  `Weekly Pension Credit awards as the council’s data have them in the month compared with, for ${WEEKS_A_YEAR} weeks, ` +
  'neither uprated nor estimated.'

export const LIFETIME_YEARS = 7
export const LIFETIME_RANGE_YEARS = [3, 7, 10] as const

export const LIFETIME_METHOD =
  `The annual value for ${LIFETIME_YEARS} years, at today's awards, neither uprated nor discounted. How long an award ` +
  'lasts is not known: it ends with a death, a move or a higher income. The range shows the same for ' +
  `${LIFETIME_RANGE_YEARS[0]} and for ${LIFETIME_RANGE_YEARS[2]} years.`

export const CAUSE_NOT_KNOWN = 'Claims after contact; what caused them is not known.'
export const CAUSE_BY_HOLD_OUT =
  'Claims after contact; what the campaign caused of them is the difference from the households that were held out.'
