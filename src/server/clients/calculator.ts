import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

/** One batch of households for the operator's calculator. */
export interface CalculatorBatch {
  /** The same for every attempt at the same batch: the calculator takes it once. */
  readonly idempotencyKey: string
  /** JSON. */
  readonly body: string
}

/** The operator's calculator (`CALCULATOR_URL`). */
export interface CalculatorClient {
  /** Delivers a batch. @throws Error when it was not taken; nothing of the batch is in the message. */
  deliver(batch: CalculatorBatch): Promise<void>
}

const TIMEOUT_MS = 30_000

/** Waits between the attempts of one delivery; the job queue tries again later, for days. */
const WAITS_MS = [500, 2_000]

/**
 * Speaks to the calculator. Every request is signed: `X-Doorstep-Signature` is `sha256=` and the hexadecimal
 * HMAC-SHA256, under the shared secret, of the timestamp in `X-Doorstep-Timestamp` (seconds), a full stop and
 * the body. The calculator refuses other signatures and old timestamps, so that a batch can be neither forged
 * nor replayed.
 *
 * @param wait for tests, which have no time to lose.
 */
export function createCalculatorClient(
  { url, secret }: { readonly url: string; readonly secret: string },
  wait: (milliseconds: number) => Promise<unknown> = sleep,
): CalculatorClient {
  return {
    async deliver(batch) {
      for (let attempt = 0; ; attempt++) {
        const problem = await attemptTo(url, secret, batch)
        if (problem === undefined) return
        const pause = WAITS_MS[attempt]
        if (pause === undefined) throw new Error(`The calculator did not take the households: ${problem}.`)
        await wait(pause)
      }
    },
  }
}

/** What went wrong, or nothing when the batch was taken. */
async function attemptTo(
  url: string,
  secret: string,
  { idempotencyKey, body }: CalculatorBatch,
): Promise<string | undefined> {
  const timestamp = String(Math.floor(Date.now() / 1000))
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
        'x-doorstep-timestamp': timestamp,
        'x-doorstep-signature': `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`,
      },
      // Households go to the address that the operator named and to no other.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    return response.ok ? undefined : `it answered ${response.status}`
  } catch (error) {
    return error instanceof Error ? error.message : 'it could not be reached'
  }
}
