/**
 * Policy (decision 31): a campaign's report closes six months after the day it was sent, as people in the United
 * Kingdom reckon that day; on the month's last day where that month is shorter.
 */
import { addMonths, formatISO, parseISO } from 'date-fns'

const MONTHS = 6

const UK_DAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' })

/** The close date, yyyy-mm-dd, of a campaign sent at that time. */
export function closeDate(sent: string): string {
  // A day without a time is parsed, moved and written in one and the same time zone, whichever the server has.
  const day = parseISO(UK_DAY.format(new Date(sent)))
  return formatISO(addMonths(day, MONTHS), { representation: 'date' })
}
