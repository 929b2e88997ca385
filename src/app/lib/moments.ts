/* Moments and days as people in the UK read them, in London's time wherever the reader is. */

const london = { timeZone: 'Europe/London' } as const
const dayAndTime = new Intl.DateTimeFormat('en-GB', { ...london, dateStyle: 'medium', timeStyle: 'short' })

/** '21 Nov 2026, 04:30'. @param iso a moment as ISO 8601 has it. */
export const momentOf = (iso: string): string => dayAndTime.format(new Date(iso))
