/** Days as people in the United Kingdom reckon them, written yyyy-mm-dd. Pure. */

const LONDON = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' })

/** The day that a moment belongs to. */
export const londonDay = (moment: Date): string => LONDON.format(moment)

/** The same day so many months later, or before when they are less than 0; the month's last day where it is shorter. */
export function monthsOn(day: string, months: number): string {
  const date = new Date(day)
  const dayOfMonth = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() + months)
  // A day that its month does not have ran over into the next.
  if (date.getUTCDate() !== dayOfMonth) date.setUTCDate(0)
  return date.toISOString().slice(0, 10)
}
