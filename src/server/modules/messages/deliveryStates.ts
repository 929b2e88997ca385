/**
 * Policy (docs/product.md#delivery): what GOV.UK Notify's words mean here, and which of them may follow which. Receipts
 * come late, twice and out of order. What is final stays, with two exceptions that are news: a text that could not be
 * delivered for a while and then was, and a letter that was posted and came back.
 *
 * A letter is `delivered` when the printer has posted it (Notify's `received`): nobody learns more of a letter,
 * unless it comes back. One that fails for good was not printed, whatever its address; a text's number is wrong then.
 * https://docs.notifications.service.gov.uk/rest-api.html#get-message-status
 */
import type { Channel, RecipientState } from '#contract/campaigns'

export interface Delivery {
  readonly state: RecipientState
  /** In words, never personal data. */
  readonly reason: string | null
}

const DELIVERIES: ReadonlyMap<string, Delivery> = new Map<string, Delivery>([
  ['delivered', { state: 'delivered', reason: null }],
  ['received', { state: 'delivered', reason: null }],
  ['temporary-failure', { state: 'temporary_failure', reason: 'The phone was off or out of reach.' }],
  ['permanent-failure', { state: 'permanent_failure', reason: 'The number does not exist or takes no texts.' }],
  ['technical-failure', { state: 'technical_failure', reason: 'GOV.UK Notify had a technical fault.' }],
  ['validation-failed', { state: 'technical_failure', reason: 'GOV.UK Notify did not accept the letter’s layout.' }],
  ['virus-scan-failed', { state: 'technical_failure', reason: 'GOV.UK Notify’s virus scan did not pass the letter.' }],
  ['cancelled', { state: 'technical_failure', reason: 'The letter was cancelled at GOV.UK Notify.' }],
  ['returned-letter', { state: 'returned', reason: 'The letter came back.' }],
])
const NOT_PRINTED: Delivery = {
  state: 'technical_failure',
  reason: 'GOV.UK Notify’s printer could not print the letter.',
}

/** Whether Notify's status decides anything (created, sending, accepted, … do not). */
export const isDecided = (status: string): boolean => DELIVERIES.has(status)

/** What Notify's status means; undefined while nothing is decided. */
export const deliveryOf = (status: string, channel: Channel): Delivery | undefined =>
  status === 'permanent-failure' && channel === 'print_and_post' ? NOT_PRINTED : DELIVERIES.get(status)

/**
 * Whether a message may still come to another state. Of one that was not known to be taken (it was given up, or was
 * prepared in a backup) any receipt is news.
 */
export function mayFollow(
  next: RecipientState,
  { state, sentAt }: { readonly state: RecipientState; readonly sentAt: Date | null },
): boolean {
  if (sentAt === null || state === 'sending') return true
  if (state === 'temporary_failure') return next === 'delivered' || next === 'returned'
  return state === 'delivered' && next === 'returned'
}
