/** docs/product.md#queued-work. After {@link MAX_FAULTS} 5xx an item is refused, so that it blocks nothing. */
import { isPassingStatus } from '#contract/platform/statuses'
import { findSubject, type QueuedItem } from './queuedWork'
import { isQuotaExceeded } from './quota'
import type { DeviceTable } from './table'

const FIRST_PAUSE = 2_000
export const MAX_RETRY_PAUSE = 5 * 60_000
export const MAX_FAULTS = 8
/** After one server fault an item still gets a second attempt before later ones overtake it. */
const PASSED_AFTER = 2

/** Nobody is signed in; refused for good; broken on; or neither, so that it may be sent later. */
type NotSentKind = 'signed out' | 'refused' | 'broken' | 'passing'

/** `message` is the sentence to show. */
export class NotSent extends Error {
  override readonly name = 'NotSent'
  constructor(
    readonly kind: NotSentKind,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** The failure that a status of 400 or more stands for. */
export function describeStatus(status: number): NotSentKind {
  if (status === 401) return 'signed out'
  if (isPassingStatus(status)) return 'passing'
  return status < 500 ? 'refused' : 'broken'
}

interface Drain<Reply> {
  queue: DeviceTable<QueuedItem>
  /** @throws NotSent; any other error is passing */
  send: (item: QueuedItem) => Promise<Reply>
  sent?: (item: QueuedItem, reply: Reply) => void
  /** Whether a waiting caller has dealt with the refusal. */
  isTakenBack?: (item: QueuedItem, refusal: NotSent) => Promise<boolean>
  now: () => number
}

/** Sends what can be sent; the caller holds the lock. @returns when to continue, or null */
export async function drain<Reply>({
  queue,
  send,
  sent = () => {},
  isTakenBack = async () => false,
  now,
}: Drain<Reply>): Promise<number | null> {
  for (;;) {
    const items = sortItems(await queue.list())
    const next = findNextItem(items, (item) => !isPassed(item, now())) ?? findNextItem(items)
    if (!next) return null
    if (isResting(next, now())) return findSoonest(items, now())
    if ((await note(queue, { ...next, state: 'sending' })) === 'gone') continue
    try {
      const reply = await send(next)
      await queue.remove(next.id)
      sent(next, reply)
    } catch (error) {
      const failure = error instanceof NotSent ? error : new NotSent('passing', readMessage(error), { cause: error })
      if (failure.kind === 'signed out') {
        await note(queue, { ...next, state: 'waiting' })
        return null
      }
      if (failure.kind !== 'passing' && (await isTakenBack(next, failure))) continue
      const after = afterFailure(next, failure, now())
      const noted = await note(queue, after)
      // A lost connection stops all; a server fault only its item.
      if (after.state === 'waiting' && !isPassed(after, now())) return after.notBefore
      // Otherwise it would be sent again forever.
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
    if (isQuotaExceeded(error)) return 'no-room'
    throw error
  }
}

const readMessage = (error: unknown): string => (error instanceof Error ? error.message : '')

function afterFailure(item: QueuedItem, { kind, message: detail }: NotSent, now: number): QueuedItem {
  if (kind === 'refused') return { ...item, state: 'refused', faults: 0, detail }
  const attempts = item.attempts + 1
  // Failed connections never count.
  const faults = item.faults + (kind === 'broken' ? 1 : 0)
  if (faults >= MAX_FAULTS) return { ...item, state: 'refused', attempts, faults, detail }
  return { ...item, state: 'waiting', detail, attempts, faults, notBefore: now + pauseAfter(attempts) }
}

/** At most 5 minutes; reset by a reconnect. */
const pauseAfter = (attempts: number) => Math.min(FIRST_PAUSE * 2 ** (attempts - 1), MAX_RETRY_PAUSE)

/** A clock set back must not block an item. */
const isResting = ({ notBefore }: QueuedItem, now: number): boolean =>
  notBefore > now && notBefore <= now + MAX_RETRY_PAUSE

const isPassed = (item: QueuedItem, now: number): boolean => item.faults >= PASSED_AFTER && isResting(item, now)

const findSoonest = (items: readonly QueuedItem[], now: number): number =>
  Math.min(...items.filter((item) => isResting(item, now)).map(({ notBefore }) => notBefore))

/** The first not refused that passes `mayGo`, unless it follows an unsent one of its template. */
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
