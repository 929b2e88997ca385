import type { Channel } from '#contract/campaigns'
import type { Limits } from './allowance'

/** What a campaign's page says while something holds the sending up. */
export const NOT_ANSWERING =
  'GOV.UK Notify is not answering. Doorstep keeps trying: nobody is left out, and nobody is sent to twice.'
export const NO_PROVIDER =
  'Messages cannot be sent yet: no GOV.UK Notify key is set on the server. Sending begins by itself once it is.'
export const NO_LETTERS = 'Letters cannot be sent from this server yet. Sending begins by itself once they can.'

/** The day's limit holds the sending up. */
export function dailyLimitReached(channel: Channel, limits: Limits): string {
  const [limit, what] = channel === 'sms' ? [limits.textsADay, 'text messages'] : [limits.lettersADay, 'letters']
  return `GOV.UK Notify takes ${limit.toLocaleString('en-GB')} ${what} a day, and today’s are sent. Sending goes on by itself tomorrow.`
}

/** The provider does not take the key. */
export const keyRefused = (words: string) =>
  `Paused: GOV.UK Notify does not accept this server’s key (${words}). Nobody was lost; resume once the key is put right.`

/** So many failed that the campaign is paused. */
export function tooManyFailures({ attempted, failed, reason }: { attempted: number; failed: number; reason: string | null }): string {
  const percent = Math.round((failed / attempted) * 100)
  const most = reason ? ` Most often: ${reason}` : ''
  return `Paused: ${failed.toLocaleString('en-GB')} of ${attempted.toLocaleString('en-GB')} messages failed (${percent}%).${most}`
}
