import { londonDay, monthsOn } from '#contract/days'
import type { MonthShift } from '#contract/households/imports'
import { formatMonth } from '../../../lib/moments'

/** From the coming month to a year ago, newest first. */
export function monthChoices(): { id: string; label: string }[] {
  const first = `${londonDay(new Date()).slice(0, 7)}-01`
  return Array.from({ length: 14 }, (_, back) => {
    const month = monthsOn(first, 1 - back)
    return { id: month, label: formatMonth(month) }
  })
}

const words = (name: string) => name.replaceAll('_', ' ')

/** 'heating: oil'. */
export const shiftName = ({ column, value }: MonthShift): string =>
  column === 'ward_code'
    ? `households in ${value ?? ''}`
    : value === null
      ? `average ${words(column)}`
      : value === 'true'
        ? words(column)
        : `${words(column)}: ${words(value)}`

/** '33.3%', or '£1,204.50' without the sign, which the column has. */
export const shiftFigure = (figure: number, { measure }: MonthShift): string =>
  measure === 'share'
    ? figure.toLocaleString('en-GB', { style: 'percent', maximumFractionDigits: 1 })
    : figure.toLocaleString('en-GB', { maximumFractionDigits: 2 })

/** '+50%'; 'new' or 'gone' if a side is zero. */
export function shiftChange({ before, after }: MonthShift): string {
  if (before === 0) return 'new'
  if (after === 0) return 'gone'
  const change = ((after - before) / Math.abs(before)).toLocaleString('en-GB', {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'always',
  })
  return change.replace('-', '−')
}
