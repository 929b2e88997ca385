/** When things were done, as people in the United Kingdom read it. Pure. */

const LOCAL = { timeZone: 'Europe/London' } as const
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', ...LOCAL })
const MOMENT = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', ...LOCAL })

/** The day of a time of the wire, '1 October 2026'; nothing for what never was. */
export const dayOf = (time: string | null): string => (time === null ? '' : DAY.format(Date.parse(time)))

/** A time of the wire, '1 Oct, 09:30'. */
export const momentOf = (time: string): string => MOMENT.format(Date.parse(time))
