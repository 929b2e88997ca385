import type { Channel } from '#contract/campaigns'
import type { Limits } from './allowance'
import type { Failures } from './repo'

/** What a campaign's page says while something holds the sending up. */
export const NOT_ANSWERING =
  'GOV.UK Notify is not answering. Doorstep keeps trying: nobody is left out, and nobody is sent to twice.'
export const NO_PROVIDER =
  'Messages cannot be sent yet: no GOV.UK Notify key is set on the server. Sending begins by itself once it is.'
export const NO_LETTERS = 'Letters cannot be sent from this server yet. Sending begins by itself once they can.'
export const NOT_MADE =
  'Letters cannot be made or fetched at the moment. Doorstep keeps trying: what cannot be sent within about an hour fails, and can be sent again.'

/** The day's limit holds the sending up. */
export function dailyLimitReached(channel: Channel, limits: Limits): string {
  const [limit, what] = channel === 'sms' ? [limits.textsADay, 'text messages'] : [limits.lettersADay, 'letters']
  return `GOV.UK Notify takes ${limit.toLocaleString('en-GB')} ${what} a day, and today’s are sent. Sending goes on by itself tomorrow.`
}

/** The records come from a backup. */
export const restored = (madeAt: Date) =>
  `Paused: these records were restored from a backup of ${madeAt.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/London' })}. ` +
  'Resume once no other server sends from the records that were lost: GOV.UK Notify is asked who was sent to since, and nobody is sent to twice.'

/** The provider does not take the key. */
export const keyRefused = (words: string) =>
  `Paused: GOV.UK Notify does not accept this server’s key (${words}). Nobody was lost; resume once the key is put right.`

/** So many failed that the campaign is paused: of those tried, and of those whose delivery is known where these are fewer. */
export function tooManyFailures({
  tried,
  settled,
  reason,
}: {
  tried: Failures
  settled: Failures
  reason: string | null
}): string {
  const figure = (messages: number) => messages.toLocaleString('en-GB')
  const share = ({ messages, failed }: Failures) => `(${Math.round((failed / messages) * 100)}%)`
  const known =
    settled.messages > 0 && settled.messages < tried.messages
      ? ` Of the ${figure(settled.messages)} whose delivery is known, ${figure(settled.failed)} failed ${share(settled)}.`
      : ''
  const most = reason ? ` Most often: ${reason}` : ''
  return `Paused: ${figure(tried.failed)} of ${figure(tried.messages)} messages failed ${share(tried)}.${known}${most}`
}
