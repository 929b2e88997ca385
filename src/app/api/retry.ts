import { isPassing, Offline, TimedOut } from './errors'

/** How often a read is sent before it counts as failed. */
const ATTEMPTS = 3
/** The pause before the second attempt, in milliseconds; twice as long before each one after it. */
const FIRST_PAUSE = 500

/**
 * Whether a read that failed is sent again. Only for calls that change nothing: whether a change was made before the
 * connection broke cannot be told. An offline failure counts too: a query then pauses until the connection is back.
 * @param failures how often it failed before.
 */
export function shouldRetry(failures: number, error: unknown): boolean {
  return failures < ATTEMPTS - 1 && !(error instanceof TimedOut) && (error instanceof Offline || isPassing(error))
}

/** For queries that fall back on the device, which retry by themselves: an offline one without a copy pauses. */
export const pauseWhileOffline = (failures: number, error: Error): boolean =>
  error instanceof Offline && shouldRetry(failures, error)

/** The pause before the next attempt; a little random, so that a thousand tablets do not come back at once. */
export function retryDelay(failures: number, error: unknown): number {
  return error instanceof Offline ? 0 : FIRST_PAUSE * 2 ** failures * (0.75 + Math.random() / 2)
}

/**
 * Does a read with these retries, where it is not a query: before anyone is signed in, and on the login page.
 * @throws what the last attempt threw; the signal's reason when it was aborted.
 */
export async function withRetries<Result>(read: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await read()
    } catch (error) {
      if (error instanceof Offline || !shouldRetry(failures, error)) throw error
      await pause(retryDelay(failures, error), signal)
    }
  }
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', abort, { once: true })
  })
}
