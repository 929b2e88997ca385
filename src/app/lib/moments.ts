/* London's time, wherever the reader is. */

const london = { timeZone: 'Europe/London' } as const
const dayAndTime = new Intl.DateTimeFormat('en-GB', { ...london, dateStyle: 'medium', timeStyle: 'short' })
const timeOfDay = new Intl.DateTimeFormat('en-GB', { ...london, timeStyle: 'short' })
const dayOfMoment = new Intl.DateTimeFormat('en-GB', { ...london, dateStyle: 'long' })
const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'long' })

/** '21 Nov 2026, 04:30'. */
export const momentOf = (iso: string): string => dayAndTime.format(new Date(iso))

/** '04:30'. */
export const timeOf = (moment: number): string => timeOfDay.format(moment)

/** '1 October 2026', of a moment. */
export const dayOf = (iso: string): string => dayOfMoment.format(new Date(iso))

/** '1 October 2026', of '2026-10-01'; other texts stay. */
export function longDate(date: string): string {
  const time = Date.parse(date)
  return Number.isNaN(time) ? date : day.format(time)
}
