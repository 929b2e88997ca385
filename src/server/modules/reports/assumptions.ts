/** docs/product.md#report: cautious, because councils quote the figures. */
import { londonDay, monthsOn } from '../../days'

const OPEN_MONTHS = 6

/** The close date, yyyy-mm-dd, of a campaign sent at that time. */
export const closeDate = (sent: string): string => monthsOn(londonDay(new Date(sent)), OPEN_MONTHS)

/** Years for which an award counts. */
export const LIFETIME_YEARS = 10

/** Why so, as the report and its CSV show it. */
export const LIFETIME_METHOD =
  `The annual value for ${LIFETIME_YEARS} years, at today's awards, neither uprated nor discounted. ` +
  `${LIFETIME_YEARS} years is a cautious figure: at 65, men have 18.5 years of life ahead of them on average and ` +
  'women 21.0 (Office for National Statistics, National life tables, UK: 2018 to 2020), but most people who are ' +
  'contacted are older, and some awards end.'
