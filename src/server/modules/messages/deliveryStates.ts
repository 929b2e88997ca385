/**
 * Policy (decision 36): what GOV.UK Notify's words mean here, and which of them may follow which. Receipts come
 * late, twice and out of order. What is final stays, with two exceptions that are news: a text that could not be
 * delivered for a while and then was, and a letter that was posted and came back.
 *
 * A letter is `delivered` when the printer has posted it (Notify's `received`): nobody learns more of a letter,
 * unless it comes back. https://docs.notifications.service.gov.uk/rest-api.html#get-message-status
 */
import type { RecipientState } from '#contract/campaigns'

export interface Delivery {
  readonly state: RecipientState
  /** In words, never personal data. */
  readonly reason: string | null
}

const DELIVERIES: Readonly<Record<string, Delivery>> = {
  delivered: { state: 'delivered', reason: null },
  received: { state: 'delivered', reason: null },
  'temporary-failure': { state: 'temporary_failure', reason: 'The phone was off or out of reach.' },
  'permanent-failure': { state: 'permanent_failure', reason: 'It could not be delivered: the number or address does not exist.' },
  'technical-failure': { state: 'technical_failure', reason: 'GOV.UK Notify had a technical fault.' },
  'validation-failed': { state: 'technical_failure', reason: 'GOV.UK Notify did not accept the letter’s layout.' },
  'virus-scan-failed': { state: 'technical_failure', reason: 'GOV.UK Notify’s virus scan did not pass the letter.' },
  cancelled: { state: 'technical_failure', reason: 'The letter was cancelled at GOV.UK Notify.' },
  'returned-letter': { state: 'returned', reason: 'The letter came back.' },
}

/** What Notify's status means; undefined while nothing is decided (created, sending, accepted, …). */
export const deliveryOf = (status: string): Delivery | undefined => DELIVERIES[status]

/** Whether a message in a state may still come to another. */
export function mayFollow(next: RecipientState, state: RecipientState): boolean {
  if (state === 'sending') return true
  if (state === 'temporary_failure') return next === 'delivered' || next === 'returned'
  return state === 'delivered' && next === 'returned'
}
