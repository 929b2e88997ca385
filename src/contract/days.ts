const LONDON = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' })

/** A moment's day in London, yyyy-mm-dd. */
export const londonDay = (moment: Date): string => LONDON.format(moment)

/** The day `days` later. */
export function daysOn(day: string, days: number): string {
  const date = new Date(day)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}
