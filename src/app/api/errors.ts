/** Offline: wait. Network: retry. Outdated: reload. Refused: read why. */

import type { LetterRefusal } from '#contract/fault'
import { isPassingStatus } from '#contract/platform/statuses'

export const GENERIC_FALLBACK = 'An error occurred'

export class Offline extends Error {
  override readonly name: string = 'Offline'
  constructor(message = 'You are offline. Check your connection and try again.') {
    super(message)
  }
}

/** The server stays silent, which is no proof that the device is offline. */
export class Unresponsive extends Offline {
  override readonly name = 'Unresponsive'
  constructor() {
    super('Doorstep does not answer. The connection or the server is slow: try again in a moment.')
  }
}

/** A proxy or a portal answers in place of the server. */
export class Intercepted extends Offline {
  override readonly name = 'Intercepted'
  constructor() {
    super('Something between you and Doorstep asks you to sign in. Sign in there, then try again.')
  }
}

/** Must never be mistaken for a 401. */
export class NetworkFailure extends Error {
  override readonly name = 'NetworkFailure'
  constructor(message = 'Doorstep could not be reached. Check your connection and try again.', options?: ErrorOptions) {
    super(message, options)
  }
}

/** Not retried: people have waited enough. */
export class TimedOut extends NetworkFailure {
  constructor() {
    super('Doorstep did not answer in time. Check your connection and try again.')
  }
}

/** App and server versions differ. */
export class Outdated extends Error {
  override readonly name = 'Outdated'
  constructor(options?: ErrorOptions) {
    super('Doorstep has been updated since this page was opened. Reload the page and try again.', options)
  }
}

/** `message` is the sentence to show. */
export class Refused extends Error {
  override readonly name: string = 'Refused'
  readonly status: number
  readonly code: string
  readonly fields: Readonly<Record<string, string>>

  readonly letter: LetterRefusal | undefined

  constructor(
    status: number,
    message: string,
    code = '',
    fields: Readonly<Record<string, string>> = {},
    letter?: LetterRefusal,
  ) {
    super(message)
    this.status = status
    this.code = code
    this.fields = fields
    this.letter = letter
  }
}

export class SignedOut extends Refused {
  override readonly name = 'SignedOut'
  constructor(message = 'You are not signed in. Sign in and try again.') {
    super(401, message, 'not_signed_in')
  }
}

/** Whether the organisation has no month of data yet. */
export const isNoMonth = (error: unknown): boolean => error instanceof Refused && error.code === 'no_month'

/** Whether the caller aborted. */
export function isAborted(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'name' in error && error.name === 'AbortError'
}

/** Whether the server was not reached. */
export function isUnreached(error: unknown): boolean {
  return error instanceof Offline || error instanceof NetworkFailure
}

/** The server's messages by input field. */
export const readFieldErrors = (error: unknown): Readonly<Record<string, string>> =>
  error instanceof Refused ? error.fields : {}

/** Whether a retry may succeed; not while offline. */
export function isPassing(error: unknown): boolean {
  return error instanceof NetworkFailure || (error instanceof Refused && isPassingStatus(error.status))
}

/** The failure of a query or mutation, in words. */
export const explainFailure = (error: unknown): string | null => (error === null ? null : explainError(error))

/** Why data may be outdated; not for offline, which the page shows. */
export function refreshFailure({ data, error }: { data: unknown; error: Error | null }): string | null {
  return data === undefined || error === null || isUnreached(error) ? null : explainError(error)
}

/** The sentence to show for an error. */
export function explainError(error: unknown, fallback: string = GENERIC_FALLBACK): string {
  return error instanceof Error && error.message !== '' ? error.message : fallback
}
