/** Days as people in the United Kingdom reckon them, written yyyy-mm-dd. Pure. */
import { addMonths, formatISO, parseISO } from 'date-fns'

const LONDON = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' })

/** The day that a moment belongs to. */
export const londonDay = (moment: Date): string => LONDON.format(moment)

/** The same day so many months later, or before when they are less than 0; the month's last day where it is shorter. */
export function monthsOn(day: string, months: number): string {
  // A day without a time is parsed, moved and written in one and the same time zone, whichever the server has.
  return formatISO(addMonths(parseISO(day), months), { representation: 'date' })
}
