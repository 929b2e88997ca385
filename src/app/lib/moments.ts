/* Moments and days as people in the UK read them, in London's time wherever the reader is. Pure. */

const london = { timeZone: 'Europe/London' } as const
const dayAndTime = new Intl.DateTimeFormat('en-GB', { ...london, dateStyle: 'medium', timeStyle: 'short' })
const timeOfDay = new Intl.DateTimeFormat('en-GB', { ...london, timeStyle: 'short' })
const dayOfMoment = new Intl.DateTimeFormat('en-GB', { ...london, dateStyle: 'long' })
const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'long' })

/** '21 Nov 2026, 04:30'. @param iso a moment as ISO 8601 has it. */
export const momentOf = (iso: string): string => dayAndTime.format(new Date(iso))

/** '04:30'. @param moment in milliseconds since 1970. */
export const timeOf = (moment: number): string => timeOfDay.format(moment)

/** '1 October 2026', the day of a moment. @param iso a moment as ISO 8601 has it. */
export const dayOf = (iso: string): string => dayOfMoment.format(new Date(iso))

/** '1 October 2026', of a day without a time, '2026-10-01'. What is no day stays as it is. */
export function longDate(date: string): string {
  const time = Date.parse(date)
  return Number.isNaN(time) ? date : day.format(time)
}
