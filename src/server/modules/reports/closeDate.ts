/** docs/product.md#report */
import { londonDay, monthsOn } from '../../days'

const MONTHS = 6

/** The close date, yyyy-mm-dd, of a campaign sent at that time. */
export const closeDate = (sent: string): string => monthsOn(londonDay(new Date(sent)), MONTHS)
