import { isPassing, TimedOut } from './errors'

/** How often a read is asked for before it counts as failed. */
const ATTEMPTS = 3
/** The pause before the second attempt, in milliseconds; twice as long before each one after it. */
const FIRST_PAUSE = 500

/**
 * Does a read again when the line, or the server for a moment, failed it. Only for calls that change
 * nothing: whether a change was done before the line broke cannot be told.
 * @throws what the last attempt threw; the signal's reason when it was given up.
 */
export async function retried<Result>(work: () => Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === ATTEMPTS || error instanceof TimedOut || !isPassing(error)) throw error
      await pause(FIRST_PAUSE * 2 ** (attempt - 1), signal)
    }
  }
}

/** Waits, a little longer or shorter each time so that a thousand tablets do not come back at once. */
function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', giveUp)
        resolve()
      },
      milliseconds * (0.75 + Math.random() / 2),
    )
    signal?.addEventListener('abort', giveUp, { once: true })
  })
}
