/** Calls back for texts like Notify, retrying until answered, also after a restart. */
import { setImmediate, setTimeout } from 'node:timers/promises'
import { inBackground } from '../../db/turns'
import type { SimulatorLedger, SimulatedMessage } from './ledger'

interface Receipt {
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
  deliverTo(callBack: (receipt: Receipt) => Promise<boolean>): { stop(): Promise<void> }
  wake(): void
}

interface Pauses {
  readonly pauseMs: number
  readonly pauseAfterFailureMs: number
}
const PAUSES: Pauses = { pauseMs: 250, pauseAfterFailureMs: 5_000 }
const AT_ONCE = 200
const SETTLED_TOGETHER = 25

/** Settles the ledger's messages one by one. */
export function createDelivery(
  ledger: Pick<SimulatorLedger, 'underWay' | 'settle'>,
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
      // Only stopping rejects; the rest follows after the next start.
      .catch(() => {})
      .finally(() => {
        working = undefined
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
      const isSettled = found !== undefined && (await settle(found).catch(() => false))
      if (!isSettled) await wait(pauseAfterFailureMs)
    }
  }

  /** @returns false at the first callback not taken */
  async function settle(found: readonly SimulatedMessage[]): Promise<boolean> {
    for (let start = 0; start < found.length; start += SETTLED_TOGETHER) {
      const began = performance.now()
      const together = found.slice(start, start + SETTLED_TOGETHER)
      const taken: Promise<boolean | undefined>[] = []
      for (const message of together) {
        stopping.signal.throwIfAborted()
        await setImmediate()
        taken.push(message.type === 'sms' ? tell(message) : Promise.resolve(true))
      }
      const answers = await Promise.all(taken)
      const told = together.filter((_, index) => answers[index])
      if (told.length > 0) await ledger.settle(told.map(({ id, becomes }) => ({ id, status: becomes })))
      if (told.length < together.length) return false
      // Leaves half the time to requests.
      await wait(performance.now() - began)
    }
    return true
  }

  const tell = async (message: SimulatedMessage) => callBack?.(makeReceipt(message)).catch(() => false)

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

function makeReceipt({ id, reference, phoneNumber, becomes, createdAt }: SimulatedMessage): Receipt {
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
