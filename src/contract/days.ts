const LONDON = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' })

/** A moment's day in London, yyyy-mm-dd. */
export const londonDay = (moment: Date): string => LONDON.format(moment)

/** The day `days` later. */
export function daysOn(day: string, days: number): string {
  const date = new Date(day)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** `months` may be negative; clamped to the month's end. */
export function monthsOn(day: string, months: number): string {
  const date = new Date(day)
  const dayOfMonth = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() + months)
  if (date.getUTCDate() !== dayOfMonth) date.setUTCDate(0)
  return date.toISOString().slice(0, 10)
}
