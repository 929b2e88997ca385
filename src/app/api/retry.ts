import { isPassing, Offline, TimedOut } from './errors'

const ATTEMPTS = 3
/** Milliseconds; doubled before each later attempt. */
const FIRST_PAUSE = 500

/** Whether a failed read is retried; never a change, which may have been made. */
export function shouldRetry(failures: number, error: unknown): boolean {
  return failures < ATTEMPTS - 1 && !(error instanceof TimedOut) && (error instanceof Offline || isPassing(error))
}

/** For queries that fall back on the device. */
export const pauseWhileOffline = (failures: number, error: Error): boolean =>
  error instanceof Offline && shouldRetry(failures, error)

/** Milliseconds to the next attempt, with jitter. */
export function retryDelay(failures: number, error: unknown): number {
  return error instanceof Offline ? 0 : FIRST_PAUSE * 2 ** failures * (0.75 + Math.random() / 2)
}

/** Retries a read outside queries. */
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
