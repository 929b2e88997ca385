import { londonDay, monthsOn } from '#contract/days'
import { monthInWords } from '#contract/households/overTime'

const FIRST = '2000-01-01'

/**
 * Why no month of data can be of then: a slip of the year would hide every true month.
 * @param month yyyy-mm-01
 */
export function findImpossibility(month: string, now: Date): string | undefined {
  const last = monthsOn(`${londonDay(now).slice(0, 7)}-01`, 1)
  if (month > last)
    return `${monthInWords(month)} lies in the future. A month can be taken once it has begun, and the next one, ${monthInWords(last)}.`
  return month < FIRST ? `${monthInWords(month)} lies before ${monthInWords(FIRST)}.` : undefined
}
