/**
 * How queued work is sent. Policy (docs/product.md#queued-work):
 * - in the order in which it was queued, one after the other, each with its own idempotency key;
 * - no answer, or one that passes (see `isPassing`): the item waits, longer each time, and so does everything behind it;
 * - any other 5xx: the same, but after {@link MOST_FAULTS} of them it counts as refused, so that one bad item cannot
 *   hold up the rest for ever (a line that fails never counts);
 * - 401: everything stops until somebody is signed in again, and nothing is dropped;
 * - any other 4xx: the item stays with the server's words until it is retried or discarded. What concerns
 *   the same template waits behind it; everything else goes on;
 * - a disk without room keeps nothing from being sent.
 */
import { subjectOf, type QueuedItem } from '#offline/queuedWork'
import type { DeviceTable } from '#offline/table'
import { isPassing, Refused, SignedOut, messageOf } from '../../api/errors'
import { StorageFull } from '../device/tables'

const FIRST_PAUSE = 2_000
export const LONGEST_PAUSE = 5 * 60_000
export const MOST_FAULTS = 8

interface Drain<Reply> {
  queue: DeviceTable<QueuedItem>
  send: (item: QueuedItem) => Promise<Reply>
  /** Is told what the server has done; the item is gone from here. */
  sent: (item: QueuedItem, reply: Reply) => void
  /** Whether somebody waits for this answer and has taken the item back because of it; else it stays here. */
  isTakenBack: (item: QueuedItem, refusal: Refused) => Promise<boolean>
  now: () => number
}

/**
 * Sends what can be sent. Only one at a time may run for a queue: the caller holds the lock.
 * @returns when to go on, in milliseconds since 1970; `null` when there is nothing left that can be sent.
 */
export async function drain<Reply>({ queue, send, sent, isTakenBack, now }: Drain<Reply>): Promise<number | null> {
  for (;;) {
    const next = nextOf(inOrder(await queue.list()))
    if (!next) return null
    // A clock that was set back must not hold an item for longer than the longest pause.
    if (next.notBefore > now() && next.notBefore <= now() + LONGEST_PAUSE) return next.notBefore
    // Discarded since the list was read: look again.
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
      if (after.state === 'waiting') return after.notBefore
      // What could not be noted would be sent again at once, for ever.
      if (noted === 'no-room') return now() + LONGEST_PAUSE
    }
  }
}

/** Writes down where an item stands. One that was discarded meanwhile stays discarded. */
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
  const detail = messageOf(error)
  const isAnswer = error instanceof Refused && !isPassing(error)
  if (isAnswer && error.status < 500) return { ...item, state: 'refused', faults: 0, detail }
  const attempts = item.attempts + 1
  // Only answers count towards giving up: a line may fail as often as it likes.
  const faults = item.faults + (isAnswer ? 1 : 0)
  if (faults >= MOST_FAULTS) return { ...item, state: 'refused', attempts, faults, detail }
  return { ...item, state: 'waiting', detail, attempts, faults, notBefore: now + pauseAfter(attempts) }
}

/** 2 s, 4 s, 8 s … at most 5 minutes; begun anew when the line comes back. */
const pauseAfter = (attempts: number) => Math.min(FIRST_PAUSE * 2 ** (attempts - 1), LONGEST_PAUSE)

/** The first that is neither refused nor behind a refused one about the same template. One left as 'sending' by a crash counts as waiting. */
export function nextOf(items: readonly QueuedItem[]): QueuedItem | undefined {
  const held = new Set<string>()
  for (const item of items) {
    if (item.state === 'refused') held.add(subjectOf(item))
    else if (!held.has(subjectOf(item))) return item
  }
  return undefined
}

/** As they are to be sent. */
export const inOrder = (items: readonly QueuedItem[]): QueuedItem[] =>
  [...items].sort((a, b) => a.position - b.position)
