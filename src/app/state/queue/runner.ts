/** docs/product.md#queued-work. After {@link MAX_FAULTS} 5xx an item is refused, so that it blocks nothing. */
import { findSubject, type QueuedItem } from '#offline/queuedWork'
import type { DeviceTable } from '#offline/table'
import { isPassing, Refused, SignedOut, explainError } from '../../api/errors'
import { StorageFull } from '../device/tables'

const FIRST_PAUSE = 2_000
export const MAX_RETRY_PAUSE = 5 * 60_000
export const MAX_FAULTS = 8
/** After one server fault an item still gets a second attempt before later ones overtake it. */
const PASSED_AFTER = 2

interface Drain<Reply> {
  queue: DeviceTable<QueuedItem>
  send: (item: QueuedItem) => Promise<Reply>
  sent: (item: QueuedItem, reply: Reply) => void
  isTakenBack: (item: QueuedItem, refusal: Refused) => Promise<boolean>
  now: () => number
}

/** Sends what can be sent; the caller holds the lock. @returns when to continue, or null */
export async function drain<Reply>({ queue, send, sent, isTakenBack, now }: Drain<Reply>): Promise<number | null> {
  for (;;) {
    const items = sortItems(await queue.list())
    const next = findNextItem(items, (item) => !isPassed(item, now())) ?? findNextItem(items)
    if (!next) return null
    if (isResting(next, now())) return soonestOf(items, now())
    // Discarded meanwhile.
    if ((await note(queue, { ...next, state: 'sending' })) === 'gone') continue
    try {
      const reply = await send(next)
      await queue.remove(next.id)
      sent(next, reply)
    } catch (error) {
      if (error instanceof SignedOut) {
        await note(queue, { ...next, state: 'waiting' })
        return null
      }
      if (error instanceof Refused && !isPassing(error) && (await isTakenBack(next, error))) continue
      const after = afterFailure(next, error, now())
      const noted = await note(queue, after)
      // A lost connection stops all items; a server fault on one item stops only that one.
      if (after.state === 'waiting' && !isPassed(after, now())) return after.notBefore
      // Or it would be sent again for ever.
      if (noted === 'no-room') return now() + MAX_RETRY_PAUSE
    }
  }
}

async function note(queue: DeviceTable<QueuedItem>, item: QueuedItem): Promise<'noted' | 'gone' | 'no-room'> {
  try {
    return await queue.atomically(async () => {
      if (!(await queue.list()).some(({ id }) => id === item.id)) return 'gone'
      await queue.put(item)
      return 'noted'
    })
  } catch (error) {
    if (error instanceof StorageFull) return 'no-room'
    throw error
  }
}

function afterFailure(item: QueuedItem, error: unknown, now: number): QueuedItem {
  const detail = explainError(error)
  const isAnswer = error instanceof Refused && !isPassing(error)
  if (isAnswer && error.status < 500) return { ...item, state: 'refused', faults: 0, detail }
  const attempts = item.attempts + 1
  // Failed connections never count.
  const faults = item.faults + (isAnswer ? 1 : 0)
  if (faults >= MAX_FAULTS) return { ...item, state: 'refused', attempts, faults, detail }
  return { ...item, state: 'waiting', detail, attempts, faults, notBefore: now + pauseAfter(attempts) }
}

/** At most 5 minutes; reset by a reconnect. */
const pauseAfter = (attempts: number) => Math.min(FIRST_PAUSE * 2 ** (attempts - 1), MAX_RETRY_PAUSE)

/** A clock set back must not block an item. */
const isResting = ({ notBefore }: QueuedItem, now: number): boolean =>
  notBefore > now && notBefore <= now + MAX_RETRY_PAUSE

/** Later items go on while it rests. */
const isPassed = (item: QueuedItem, now: number): boolean => item.faults >= PASSED_AFTER && isResting(item, now)

const soonestOf = (items: readonly QueuedItem[], now: number): number =>
  Math.min(...items.filter((item) => isResting(item, now)).map(({ notBefore }) => notBefore))

/** The first item that is not refused, passes `mayGo`, and does not follow an unsent one of its template. */
export function findNextItem(
  items: readonly QueuedItem[],
  mayGo: (item: QueuedItem) => boolean = () => true,
): QueuedItem | undefined {
  const held = new Set<string>()
  for (const item of items) {
    if (item.state === 'refused' || !mayGo(item)) held.add(findSubject(item))
    else if (!held.has(findSubject(item))) return item
  }
  return undefined
}

/** In sending order. */
export const sortItems = (items: readonly QueuedItem[]): QueuedItem[] =>
  [...items].sort((a, b) => a.position - b.position)
