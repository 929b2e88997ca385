/** How numbers of things read on the campaigns' screens. Pure. */
import type { Channel } from '#contract/campaigns'

/** '1,204'. */
export const figure = (count: number): string => count.toLocaleString('en-GB')

/** '1 campaign', '2 campaigns' (decision 32). */
export const countOf = (count: number, one: string, many: string = `${one}s`): string => `${figure(count)} ${count === 1 ? one : many}`

/** What a campaign sends: '1 text message', '1,204 letters'. */
export const messagesWord = (count: number, channel: Channel): string =>
  countOf(count, channel === 'sms' ? 'text message' : 'letter')
