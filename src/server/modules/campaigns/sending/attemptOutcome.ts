import type { HandoverResult } from '../../../clients/notify'

/** What came of handing one message to GOV.UK Notify. */
export type AttemptOutcome =
  | { readonly kind: 'taken'; readonly providerId: string; readonly isNew: boolean }
  | { readonly kind: 'failed'; readonly reason: string; readonly isUnknown: boolean }
  | Extract<HandoverResult, { kind: 'keyRefused' }>
  /** `isAnswering`: Notify answers others, but not this. */
  | (Extract<HandoverResult, { kind: 'tryLater' }> & { readonly isAnswering: boolean })
  | { readonly kind: 'removed'; readonly reason: string }
  | { readonly kind: 'notMade' }
  /** The claim was about to end. */
  | { readonly kind: 'notTried' }
