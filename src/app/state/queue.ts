/**
 * Work that waits for the line (decision 39): queued on the device, sent by one tab at a time. How it is
 * sent stands in queueRunner.ts.
 */
import { createFilterTemplate, deleteFilterTemplate, renameFilterTemplate, type TemplateListItem } from '#contract/templates'
import { commandSchema, subjectOf, type Command, type QueuedItem } from '#offline/queuedWork'
import { call } from '../api/call'
import { isUnreached, messageOf } from '../api/errors'
import { onLineChange, onlineAtom } from './online'
import { drain, inOrder, nextOf, type Drained } from './queueRunner'
import { appStore, atom } from './store'
import { askToPersist, currentShelves, follow } from './storage'

export type { Command, QueuedItem } from '#offline/queuedWork'

const listAtom = atom<QueuedItem[]>([])
follow(listAtom, (shelves) => shelves.queue)

/** What waits to be sent, first to last; live, and the same in every tab. */
export const queueAtom = atom((get) => inOrder(get(listAtom)))

/** What the server answers to queued work. */
export type Reply = TemplateListItem | { template_id: number }

/** What became of a piece of work: done, with the server's answer, or waiting on the device. */
export type Enqueued = { state: 'sent'; reply: Reply } | { state: 'queued'; item: QueuedItem }

/**
 * Does the work now when the line is there and nothing that can be sent waits before it; queues it otherwise. What was
 * refused holds nobody up; and when it is about the same template, the new word on that template takes its place.
 * @throws Refused with the server's words when it was sent now and refused; StorageFull.
 */
export async function enqueue(work: Command): Promise<Enqueued> {
  const command = commandSchema.parse(work)
  const id = crypto.randomUUID()
  const { queue } = currentShelves()
  let lost: string | null = null
  const replaced = (await queue.list()).filter((item) => isReplacedBy(item, { id, command }))
  if (appStore.get(onlineAtom) && !nextOf(inOrder(await queue.list()).filter((item) => !replaced.includes(item)))) {
    try {
      const reply = await send(id, command)
      await Promise.all(replaced.map((item) => queue.remove(item.id)))
      return { state: 'sent', reply }
    } catch (error) {
      // It may have arrived: queued under the same key it is done once all the same.
      if (!isUnreached(error)) throw error
      lost = messageOf(error)
    }
  }
  const item = await append(id, command, lost)
  askToPersist()
  sendQueue()
  return { state: 'queued', item }
}

/** Nothing of a refused item was done, and the person has since said something else about its template. */
const isReplacedBy = (item: QueuedItem, later: Pick<QueuedItem, 'id' | 'command'>): boolean =>
  item.state === 'refused' && subjectOf(item) === subjectOf(later)

/** @param detail what went wrong when it was sent at once; `null` when it was not. */
async function append(id: string, command: Command, detail: string | null): Promise<QueuedItem> {
  const { queue } = currentShelves()
  return queue.atomically(async () => {
    const items = await queue.list()
    for (const item of items) if (isReplacedBy(item, { id, command })) await queue.remove(item.id)
    const last = inOrder(items).at(-1)
    const item: QueuedItem = {
      id,
      position: (last?.position ?? 0) + 1,
      command,
      state: 'waiting',
      detail,
      attempts: 0,
      notBefore: 0,
      queuedAt: new Date().toISOString(),
    }
    await queue.put(item)
    return item
  })
}

/** Sends a refused item again, in its old place. */
export async function retry(id: string): Promise<void> {
  const { queue } = currentShelves()
  await queue.atomically(async () => {
    const item = (await queue.list()).find((one) => one.id === id)
    // What went wrong with one that may have arrived stays noted: under its key it must stay what it is.
    const detail = item?.state === 'refused' ? null : (item?.detail ?? null)
    if (item) await queue.put({ ...item, state: 'waiting', detail, attempts: 0, notBefore: 0 })
  })
  sendQueue()
}

/** Whether an item may have reached the server: then its words can no longer be changed under the same key. */
export const mayHaveArrived = ({ state, detail }: QueuedItem) => state === 'sending' || (state === 'waiting' && detail !== null)

/**
 * Gives a template that waits to be created another name, in its place in the queue; one that was refused is sent again.
 * @throws Error when it is on its way already, or done.
 */
export async function renameWaiting(id: string, templateName: string): Promise<void> {
  const { queue } = currentShelves()
  await queue.atomically(async () => {
    const item = (await queue.list()).find((one) => one.id === id)
    if (!item || item.command.kind !== 'create-template' || mayHaveArrived(item)) {
      throw new Error('This template is being sent right now. Rename it when it is there.')
    }
    const body = { ...item.command.body, template_name: templateName }
    const command = commandSchema.parse({ ...item.command, body })
    await queue.put({ ...item, command, state: 'waiting', detail: null, attempts: 0, notBefore: 0 })
  })
  sendQueue()
}

/** Takes an item back; what was done already stays done. */
export async function discard(id: string): Promise<void> {
  await currentShelves().queue.remove(id)
  sendQueue()
}

/** An item as a file that a person can keep or hand to the helpdesk; `null` when it is not there any more. */
export async function exportItem(id: string): Promise<{ name: string; blob: Blob } | null> {
  const item = (await currentShelves().queue.list()).find((one) => one.id === id)
  if (!item) return null
  const { command, detail, queuedAt } = item
  const text = JSON.stringify({ queuedAt, kind: command.kind, ...command.body, detail }, null, 2)
  return { name: `doorstep-${command.kind}-${item.position}.json`, blob: new Blob([text], { type: 'application/json' }) }
}

function send(idempotencyKey: string, command: Command): Promise<Reply> {
  switch (command.kind) {
    case 'create-template':
      return call(createFilterTemplate, { body: command.body, idempotencyKey })
    case 'rename-template':
      return call(renameFilterTemplate, { body: command.body, idempotencyKey })
    case 'delete-template':
      return call(deleteFilterTemplate, { body: command.body, idempotencyKey })
  }
}

/** Templates that were made of queued work since the page was opened: their ids, by that of the item. */
export const madeAtom = atom<ReadonlyMap<string, number>>(new Map())

let isAskedFor = false
let timer: ReturnType<typeof setTimeout> | undefined

/** Sends what can be sent, unless another tab is at it: then after that one. Returns at once. */
export function sendQueue(): void {
  if (isAskedFor || !appStore.get(onlineAtom)) return
  isAskedFor = true
  clearTimeout(timer)
  void locked(async () => {
    // What is asked for from here on may be too late for this round and gets one of its own.
    isAskedFor = false
    return drainNow()
  })
    .then(goOn)
    .catch(() => {
      // The database was closed under it by a wipe: there is nothing left to send.
      isAskedFor = false
    })
}

function drainNow(): Promise<Drained> {
  const { queue } = currentShelves()
  return drain({
    queue,
    send: (item) => send(item.id, item.command),
    settled: ({ id, command }, outcome) => {
      if (command.kind !== 'create-template' || !('reply' in outcome)) return
      appStore.set(madeAtom, (before) => new Map(before).set(id, outcome.reply.template_id))
    },
    now: Date.now,
  })
}

function goOn(drained: Drained): void {
  // Coming online again asks by itself; signing in again is a new start of the app.
  if (drained.state === 'wait') timer = setTimeout(sendQueue, Math.max(0, drained.until - Date.now()))
}

/** One tab at a time. Without Web Locks (no https) the idempotency keys alone keep things from being done twice. */
async function locked<Result>(work: () => Promise<Result>): Promise<Result> {
  if (!('locks' in navigator)) return work()
  return navigator.locks.request(`doorstep-queue ${currentShelves().name ?? 'memory'}`, work)
}

/** Does the work while nothing is sent, in no tab: after what is being sent now. */
export const holdQueue = (work: () => Promise<void>): Promise<void> => locked(work)

/** Begins to send: now, and whenever the line comes back. @returns how to stop. */
export function startQueue(): () => void {
  sendQueue()
  const stop = onLineChange((isOnline) => {
    if (isOnline) void hurry().then(sendQueue)
  })
  return () => {
    stop()
    clearTimeout(timer)
  }
}

/** The line is back: what waited because of it need not wait any longer. */
async function hurry(): Promise<void> {
  const { queue } = currentShelves()
  await queue.atomically(async () => {
    for (const item of await queue.list()) {
      if (item.notBefore > 0 && item.attempts === 0) await queue.put({ ...item, notBefore: 0 })
    }
  })
}
