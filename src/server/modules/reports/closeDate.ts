/**
 * Policy (docs/product.md#report): a campaign's report closes six months after the day it was sent, as people in the
 * United Kingdom reckon that day; on the month's last day where that month is shorter.
 */
import { londonDay, monthsOn } from '../../days'

const MONTHS = 6

/** The close date, yyyy-mm-dd, of a campaign sent at that time. */
export const closeDate = (sent: string): string => monthsOn(londonDay(new Date(sent)), MONTHS)
