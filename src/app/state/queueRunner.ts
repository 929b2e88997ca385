/**
 * How queued work is sent. Policy (decision 39 and the issue):
 * - in the order in which it was queued, one after the other, each with its own idempotency key;
 * - no answer, 5xx, 408, 425 or 429: the item waits, longer each time, and so does everything behind it;
 * - after {@link MOST_ATTEMPTS} answers of 5xx it counts as refused, so that one bad item cannot hold up the
 *   rest for ever (a line that fails never counts);
 * - 401: everything stops until somebody is signed in again, and nothing is dropped;
 * - any other 4xx: the item stays with the server's words until it is retried or discarded. What concerns
 *   the same template waits behind it; everything else goes on.
 */
import { subjectOf, type QueuedItem } from '#offline/queuedWork'
import type { Shelf } from '#offline/shelf'
import { Refused, SignedOut, messageOf } from '../api/errors'

const FIRST_PAUSE = 2_000
const LONGEST_PAUSE = 5 * 60_000
export const MOST_ATTEMPTS = 8

const PASSING_STATUSES: readonly number[] = [408, 425, 429]

/** How the queue was left: empty of what can be sent, waiting until a moment, or until someone signs in. */
export type Drained = { state: 'done' } | { state: 'wait'; until: number } | { state: 'signed-out' }

interface Drain<Reply> {
  queue: Shelf<QueuedItem>
  send: (item: QueuedItem) => Promise<Reply>
  /** Is told what became of an item that the server answered for good. */
  settled: (item: QueuedItem, outcome: { reply: Reply } | { refusal: unknown }) => void
  now: () => number
}

/** Sends what can be sent. Only one at a time may run for a queue: the caller holds the lock. */
export async function drain<Reply>({ queue, send, settled, now }: Drain<Reply>): Promise<Drained> {
  for (;;) {
    const next = nextOf(inOrder(await queue.list()))
    if (!next) return { state: 'done' }
    // A clock that was set back must not hold an item for longer than the longest pause.
    if (next.notBefore > now() && next.notBefore <= now() + LONGEST_PAUSE) return { state: 'wait', until: next.notBefore }
    const sending: QueuedItem = { ...next, state: 'sending' }
    // Discarded since the list was read: look again.
    if (!(await putIfThere(queue, sending))) continue
    try {
      const reply = await send(sending)
      await queue.remove(next.id)
      settled(next, { reply })
    } catch (error) {
      if (error instanceof SignedOut) {
        await putIfThere(queue, { ...next, state: 'waiting' })
        return { state: 'signed-out' }
      }
      const after = afterFailure(next, error, now())
      await putIfThere(queue, after)
      if (after.state === 'waiting') return { state: 'wait', until: after.notBefore }
      settled(after, { refusal: error })
    }
  }
}

/** An item that was discarded meanwhile stays discarded. */
const putIfThere = (queue: Shelf<QueuedItem>, item: QueuedItem): Promise<boolean> =>
  queue.atomically(async () => {
    const isThere = (await queue.list()).some(({ id }) => id === item.id)
    if (isThere) await queue.put(item)
    return isThere
  })

function afterFailure(item: QueuedItem, error: unknown, now: number): QueuedItem {
  const detail = messageOf(error)
  const isAnswer = error instanceof Refused
  const isServersFault = isAnswer && error.status >= 500
  if (isAnswer && !isServersFault && !PASSING_STATUSES.includes(error.status)) return { ...item, state: 'refused', detail }
  // Only answers count towards giving up: a line may fail as often as it likes.
  const attempts = isServersFault ? item.attempts + 1 : item.attempts
  if (attempts >= MOST_ATTEMPTS) return { ...item, state: 'refused', attempts: 0, detail }
  return { ...item, state: 'waiting', detail, attempts, notBefore: now + pauseAfter(attempts) }
}

/** 2 s, 4 s, 8 s … at most 5 minutes; a line that failed is watched by the probe and needs no long wait. */
const pauseAfter = (attempts: number) => Math.min(FIRST_PAUSE * 2 ** Math.max(0, attempts - 1), LONGEST_PAUSE)

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
export const inOrder = (items: readonly QueuedItem[]): QueuedItem[] => [...items].sort((a, b) => a.position - b.position)
