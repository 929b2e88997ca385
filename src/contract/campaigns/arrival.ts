/**
 * https://www.notifications.service.gov.uk/using-notify/delivery-times: letters are printed at 17:30 and dispatched on
 * the next working day. Last checked: 22 November 2026.
 */
import { daysOn } from '../days'
import type { Charged } from './notifyRates'
import type { Postage } from './postage'

/** England and Wales: https://www.gov.uk/bank-holidays. Around holidays not yet listed, estimates are a day early. */
const BANK_HOLIDAYS: ReadonlySet<string> = new Set([
  ...['2026-01-01', '2026-04-03', '2026-04-06', '2026-05-04', '2026-05-25', '2026-08-31', '2026-12-25', '2026-12-28'],
  ...['2027-01-01', '2027-03-26', '2027-03-29', '2027-05-03', '2027-05-31', '2027-08-30', '2027-12-27', '2027-12-28'],
  ...['2028-01-03', '2028-04-14', '2028-04-17', '2028-05-01', '2028-05-29', '2028-08-28', '2028-12-25', '2028-12-26'],
])

/** Days after dispatch; first class counts Saturdays. */
const DELIVERY: Readonly<Record<Postage, { least: number; most: number; onSaturdays: boolean }>> = {
  first: { least: 1, most: 2, onSaturdays: true },
  second: { least: 3, most: 4, onSaturdays: false },
  economy: { least: 3, most: 6, onSaturdays: false },
}

/** Notify's capacity. */
const LETTERS_A_DAY = 20_000
const TEXTS_A_DAY = 250_000
const TEXTS_A_MINUTE = 3_000

const LONDON = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/London',
  ...({
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  } as const),
})

/** Expected days of the first and last message: yyyy-mm-dd, London. @param start of sending */
export function estimateArrival(
  what: Charged,
  start: Date,
  messages: number,
): { readonly from: string; readonly to: string } {
  const [day = '', time = ''] = LONDON.format(start).split(', ')
  if (what === 'sms') {
    const lasts = (messages % TEXTS_A_DAY) / TEXTS_A_MINUTE
    const [end = ''] = LONDON.format(new Date(start.getTime() + lasts * 60_000)).split(', ')
    return { from: day, to: daysOn(end, Math.floor(messages / TEXTS_A_DAY)) }
  }
  const printed = time < '17:30' ? day : daysOn(day, 1)
  const lastPrinted = daysOn(printed, Math.max(0, Math.ceil(messages / LETTERS_A_DAY) - 1))
  const { least, most, onSaturdays } = DELIVERY[what]
  const arrives = (from: string, days: number) => workingDaysOn(workingDaysOn(from, 1, false), days, onSaturdays)
  return { from: arrives(printed, least), to: arrives(lastPrinted, most) }
}

function workingDaysOn(day: string, days: number, onSaturdays: boolean): string {
  let on = day
  for (let left = days; left > 0;) {
    on = daysOn(on, 1)
    const weekday = new Date(on).getUTCDay()
    if (weekday !== 0 && (weekday !== 6 || onSaturdays) && !BANK_HOLIDAYS.has(on)) left -= 1
  }
  return on
}
