/* London time, wherever the reader is. */
import { once } from './once'

const london = { timeZone: 'Europe/London' } as const
const dayAndTime = once(() => new Intl.DateTimeFormat('en-GB', { ...london, dateStyle: 'medium', timeStyle: 'short' }))
const timeOfDay = once(() => new Intl.DateTimeFormat('en-GB', { ...london, timeStyle: 'short' }))
const shortDay = once(() => new Intl.DateTimeFormat('en-GB', { ...london, dateStyle: 'medium' }))
const dayOfMoment = once(() => new Intl.DateTimeFormat('en-GB', { ...london, dateStyle: 'long' }))
const month = once(() => new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }))
const day = once(() => new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'long' }))

/** '21 Nov 2026, 04:30'. */
export const formatMoment = (iso: string): string => dayAndTime().format(new Date(iso))

/** '04:30'. */
export const formatTime = (moment: number): string => timeOfDay().format(moment)

/** '1 October 2026', of a moment. */
export const formatDay = (iso: string): string => dayOfMoment().format(new Date(iso))

/** '1 Oct 2026', of a moment or a date. */
export const formatShortDay = (iso: string): string => shortDay().format(new Date(iso))

/** 'October 2026', of '2026-10-01'. */
export const formatMonth = (date: string): string => month().format(new Date(date))

/** '1 October 2026', of '2026-10-01'; other texts stay. */
export function longDate(date: string): string {
  const time = Date.parse(date)
  return Number.isNaN(time) ? date : day().format(time)
}

/** The ISO moment of a full hour in London. @param day '2026-11-24' @param hour 0–23 */
export function londonHour(day: string, hour: number): string {
  const utc = Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00Z`)
  const shown = new Intl.DateTimeFormat('en-GB', { ...london, hour: '2-digit', hourCycle: 'h23' }).format(utc)
  // In summer London is an hour ahead.
  return new Date(Number(shown) === hour ? utc : utc - 60 * 60 * 1000).toISOString()
}
