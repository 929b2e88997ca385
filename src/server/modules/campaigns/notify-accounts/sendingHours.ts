import type { MessageSettings } from '#contract/campaigns/messageSettings'

/** Hours in London, from 0 to 24. */
export type SendingHours = Pick<MessageSettings, 'send_from' | 'send_until' | 'send_on_sundays'>

const LONDON = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  hour: '2-digit',
  hourCycle: 'h23',
  weekday: 'short',
})

function isOpen({ send_from, send_until, send_on_sundays }: SendingHours, moment: Date): boolean {
  const parts = LONDON.formatToParts(moment)
  const part = (type: 'hour' | 'weekday') => parts.find((one) => one.type === type)?.value ?? ''
  const hour = Number(part('hour'))
  return hour >= send_from && hour < send_until && (send_on_sundays || part('weekday') !== 'Sun')
}

const HOUR_MS = 60 * 60 * 1000
/** A Sunday and two nights. */
const FURTHEST_HOURS = 72

/** Null when messages may go out. */
export function nextOpening(hours: SendingHours, now: Date): Date | null {
  if (isOpen(hours, now)) return null
  // London's hours begin with UTC's.
  const first = Math.ceil((now.getTime() + 1) / HOUR_MS) * HOUR_MS
  for (let step = 0; step < FURTHEST_HOURS; step++) {
    const hour = new Date(first + step * HOUR_MS)
    if (isOpen(hours, hour)) return hour
  }
  return null
}
