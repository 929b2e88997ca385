/** docs/product.md#report: cautious, because councils quote the figures. */
import { londonDay, monthsOn } from '#contract/days'

const OPEN_MONTHS = 6

/** yyyy-mm-dd, by sending date. */
export const closeDate = (sent: string): string => monthsOn(londonDay(new Date(sent)), OPEN_MONTHS)

/** Months without contact that make a household uncontacted. */
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

/** Beside totals over campaigns. */
export const CLAIMS_METHOD =
  'Found by comparing snapshots: households that were contacted, were not claiming Pension Credit in the last snapshot up ' +
  'to the day of sending, and claim it in the latest snapshot at least 28 days and up to six months after it. What caused ' +
  'these claims is not known: some of these households would have claimed anyway. A household that several campaigns ' +
  'contacted is in the row of each, and once in the total. Claims of other benefits are not measured.'

export const CAUSE_NOT_KNOWN = 'Claims after contact; what caused them is not known.'
export const CAUSE_BY_HOLD_OUT =
  'Households claiming and annual value are of all who claimed after contact. The campaign caused only the difference ' +
  'from the households that were held out: a lifetime value is given of that alone.'
