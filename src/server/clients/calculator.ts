import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

interface CalculatorBatch {
  /** One per batch, across attempts. */
  readonly idempotencyKey: string
  readonly body: string
}

export interface CalculatorClient {
  deliver(batch: CalculatorBatch): Promise<void>
}

const TIMEOUT_MS = 30_000

const WAITS_MS = [500, 2_000]

/** Signed as in docs/product.md#calculator. */
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
      // Households go to no other address.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    return response.ok ? undefined : `it answered ${response.status}`
  } catch (error) {
    return error instanceof Error ? error.message : 'it could not be reached'
  }
}
