/**
 * What happens to a message after the simulator took it: a moment later its fate is settled, and for a text the
 * product is called back, as Notify does (of letters Notify calls back only those that came back). A call that is
 * not answered is made again, after a restart too.
 */
import { setImmediate, setTimeout } from 'node:timers/promises'
import { inBackground } from '../../db/background'
import type { Ledger, SimulatedMessage } from './ledger'

/** A delivery receipt as Notify sends it. */
export interface Receipt {
  readonly id: string
  readonly reference: string | null
  readonly to: string
  readonly status: string
  readonly notification_type: 'sms'
  readonly created_at: string
  readonly completed_at: string
  readonly sent_at: string
}

export interface Delivery {
  /** Says who is called back, and starts settling what is under way. @returns what ends it. */
  deliverTo(callBack: (receipt: Receipt) => Promise<boolean>): { stop(): Promise<void> }
  /** Something was taken. */
  wake(): void
}

interface Pauses {
  /** Milliseconds between a message and its fate, and between two looks at what is under way. */
  readonly pauseMs: number
  /** After a callback that was not taken, and while the records do not answer. */
  readonly pauseAfterFailureMs: number
}
const PAUSES: Pauses = { pauseMs: 250, pauseAfterFailureMs: 5_000 }
const AT_ONCE = 200
/** Settled in one statement: a crash in between has so many called back again, which changes nothing. */
const SETTLED_TOGETHER = 10

/**
 * Moves the messages of the ledger to what becomes of them, one after the other however many there are.
 * @param pauses for tests.
 */
export function createDelivery(
  ledger: Pick<Ledger, 'underWay' | 'settle'>,
  { pauseMs, pauseAfterFailureMs }: Pauses = PAUSES,
): Delivery {
  let callBack: ((receipt: Receipt) => Promise<boolean>) | undefined
  let stopping = new AbortController()
  let isAnyUnderWay = false
  let working: Promise<void> | undefined

  const wait = (milliseconds: number) => setTimeout(milliseconds, undefined, { ref: false, signal: stopping.signal })

  function wake(): void {
    isAnyUnderWay = true
    if (!callBack || working) return
    working = inBackground(work)
      // Only stopping ends it early: what is left is settled after the next start.
      .catch(() => {})
      .finally(() => {
        working = undefined
        // Woken after the last look and before it was over.
        if (isAnyUnderWay) wake()
      })
  }

  async function work(): Promise<void> {
    while (isAnyUnderWay) {
      await wait(pauseMs)
      isAnyUnderWay = false
      const found = await ledger.underWay(AT_ONCE).catch(() => undefined)
      if (found?.length === 0) continue
      isAnyUnderWay = true
      // Records that do not answer for a while are asked again, too: no other message may come to wake us.
      const isSettled = found !== undefined && (await settle(found).catch(() => false))
      if (!isSettled) await wait(pauseAfterFailureMs)
    }
  }

  /** @returns whether every callback was taken; no further one is made after one that was not. */
  async function settle(found: readonly SimulatedMessage[]): Promise<boolean> {
    for (let start = 0; start < found.length; start += SETTLED_TOGETHER) {
      const began = performance.now()
      const together = found.slice(start, start + SETTLED_TOGETHER)
      const told: SimulatedMessage[] = []
      for (const message of together) {
        stopping.signal.throwIfAborted()
        // As in inProcess of simulator.ts: people's requests come between two receipts.
        await setImmediate()
        if (message.type === 'sms' && !(await callBack?.(receiptOf(message)))) break
        told.push(message)
      }
      if (told.length > 0) await ledger.settle(told.map(({ id, becomes }) => ({ id, status: becomes })))
      if (told.length < together.length) return false
      // Half the time belongs to people's requests.
      await wait(performance.now() - began)
    }
    return true
  }

  return {
    deliverTo(to) {
      callBack = to
      wake()
      return {
        async stop() {
          callBack = undefined
          stopping.abort()
          await working
          stopping = new AbortController()
        },
      }
    },
    wake,
  }
}

function receiptOf({ id, reference, phoneNumber, becomes, createdAt }: SimulatedMessage): Receipt {
  const now = new Date().toISOString()
  return {
    id,
    reference,
    to: phoneNumber ?? '',
    status: becomes,
    notification_type: 'sms',
    created_at: createdAt.toISOString(),
    completed_at: now,
    sent_at: now,
  }
}
