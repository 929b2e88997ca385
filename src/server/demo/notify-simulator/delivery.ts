/**
 * What happens to a message after the simulator took it: a moment later its fate is settled, and for a text the
 * product is called back, as Notify does (of letters Notify calls back only those that came back). A call that is
 * not answered is made again, after a restart too.
 */
import { setImmediate } from 'node:timers/promises'
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

/** Moves the messages of the ledger to what becomes of them. */
export function createDelivery(ledger: Ledger): Delivery {
  let callBack: ((receipt: Receipt) => Promise<boolean>) | undefined
  let timer: NodeJS.Timeout | undefined
  let working = Promise.resolve()

  const plan = (milliseconds: number) => {
    if (!callBack || timer) return
    timer = setTimeout(() => {
      timer = undefined
      working = settleSome().then(
        (pause) => {
          if (pause !== undefined) plan(pause)
        },
        // The records may be closing; the next message, or the next start, looks again.
        () => {},
      )
    }, milliseconds)
    timer.unref()
  }

  /** @returns after how long to look again, if at all. */
  async function settleSome(): Promise<number | undefined> {
    const found = await ledger.underWay(AT_ONCE)
    for (const message of found) {
      if (!callBack) return undefined
      // As in inProcess of simulator.ts: people's requests come between two receipts.
      await setImmediate()
      if (message.type === 'sms' && !(await callBack(receiptOf(message)))) return PAUSE_AFTER_FAILURE_MS
      await ledger.settle(message.id, message.becomes)
    }
    return found.length > 0 ? PAUSE_MS : undefined
  }

  return {
    deliverTo(to) {
      callBack = to
      plan(PAUSE_MS)
      return {
        async stop() {
          callBack = undefined
          clearTimeout(timer)
          timer = undefined
          await working
        },
      }
    },
    wake: () => plan(PAUSE_MS),
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
