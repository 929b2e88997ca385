/**
 * Why a call failed. Four different things, because people do four different things about them:
 * offline (wait), network (try again), outdated (reload), refused (read why).
 */

/** What people read when an error carries no words of its own. */
export const GENERIC_FALLBACK = 'An error occurred'

/** The browser says that there is no network. */
export class Offline extends Error {
  override readonly name = 'Offline'
  constructor() {
    super('You are offline. Check your connection and try again.')
  }
}

/** The server could not be reached, or did not answer in time. Never to be taken for a 401. */
export class NetworkFailure extends Error {
  override readonly name = 'NetworkFailure'
  constructor(message = 'Doorstep could not be reached. Check your connection and try again.', options?: ErrorOptions) {
    super(message, options)
  }
}

/** The server was silent for too long. Not asked again by itself: people have waited long enough to be told. */
export class TimedOut extends NetworkFailure {
  constructor() {
    super('Doorstep did not answer in time. Check your connection and try again.')
  }
}

/** The answer is not what the contract says: app and server are of different versions. */
export class Outdated extends Error {
  override readonly name = 'Outdated'
  constructor(options?: ErrorOptions) {
    super('Doorstep has been updated since this page was opened. Reload the page and try again.', options)
  }
}

/** The server refused, and said why. `message` is the sentence to show. */
export class Refused extends Error {
  override readonly name: string = 'Refused'
  /** The HTTP status. */
  readonly status: number
  /** The stable name of the refusal, empty when the server gave none. */
  readonly code: string
  /** What is wrong with which part of the input, by path. */
  readonly fields: Readonly<Record<string, string>>

  constructor(status: number, message: string, code = '', fields: Readonly<Record<string, string>> = {}) {
    super(message)
    this.status = status
    this.code = code
    this.fields = fields
  }
}

/** 401: nobody is signed in, or no longer. */
export class SignedOut extends Refused {
  override readonly name = 'SignedOut'
  constructor(message = 'You are not signed in. Sign in and try again.') {
    super(401, message, 'not_signed_in')
  }
}

/** Whether the caller itself gave up the call; such an error is to be ignored. */
export function isAborted(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'name' in error && error.name === 'AbortError'
}

/** Whether the server was not reached: what the device keeps may stand in, and what was asked may be asked again later. */
export function isUnreached(error: unknown): boolean {
  return error instanceof Offline || error instanceof NetworkFailure
}

/** Later, too early, too often; and a server that is starting, overloaded or behind a failing proxy. */
const PASSING_STATUSES: readonly number[] = [408, 425, 429, 502, 503, 504]

/** Whether the same call may well be answered in a moment. Not while offline: until the line is back nothing changes. */
export function isPassing(error: unknown): boolean {
  return error instanceof NetworkFailure || (error instanceof Refused && PASSING_STATUSES.includes(error.status))
}

/** What went wrong with a query or a mutation, in words; `null` when nothing did. */
export const failureOf = (error: unknown): string | null => (error === null ? null : messageOf(error))

/**
 * Why what a query shows may be out of date: it could not be fetched again. `null` when nothing is wrong, and while
 * offline, which is said above the page.
 */
export function refreshFailure({ data, error }: { data: unknown; error: Error | null }): string | null {
  return data === undefined || error === null || isUnreached(error) ? null : messageOf(error)
}

/** The sentence to show for anything thrown. */
export function messageOf(error: unknown, fallback: string = GENERIC_FALLBACK): string {
  return error instanceof Error && error.message !== '' ? error.message : fallback
}
