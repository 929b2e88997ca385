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

/** Milliseconds between a message and its fate, and between two looks at what is under way. */
const PAUSE_MS = 250
/** After a callback that was not taken. */
const PAUSE_AFTER_FAILURE_MS = 5_000
const AT_ONCE = 200
/** Settled in one statement: a crash in between has so many called back again, which changes nothing. */
const SETTLED_TOGETHER = 10

/** Moves the messages of the ledger to what becomes of them, one after the other however many there are. */
export function createDelivery(ledger: Pick<Ledger, 'underWay' | 'settle'>): Delivery {
  let callBack: ((receipt: Receipt) => Promise<boolean>) | undefined
  let stopping = new AbortController()
  let isAnyUnderWay = false
  let working: Promise<void> | undefined

  const wait = (milliseconds: number) => setTimeout(milliseconds, undefined, { ref: false, signal: stopping.signal })

  function wake(): void {
    isAnyUnderWay = true
    if (!callBack || working) return
    working = inBackground(work)
      // The records may be closing; the next message, or the next start, looks again.
      .catch(() => {})
      .finally(() => (working = undefined))
  }

  async function work(): Promise<void> {
    while (isAnyUnderWay) {
      await wait(PAUSE_MS)
      isAnyUnderWay = false
      const found = await ledger.underWay(AT_ONCE)
      if (found.length === 0) continue
      isAnyUnderWay = true
      if (!(await settle(found))) await wait(PAUSE_AFTER_FAILURE_MS)
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
