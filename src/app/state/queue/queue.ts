/**
 * Work that waits for the line: queued on the device, sent by one tab at a time. How it is
 * sent stands in queueRunner.ts, and what people may do to it while it waits in queueItems.ts.
 */
import {
  createFilterTemplate,
  deleteFilterTemplate,
  renameFilterTemplate,
  type TemplateListItem,
} from '#contract/templates'
import { commandSchema, subjectOf, type Command, type QueuedItem } from '#offline/queuedWork'
import { call } from '../../api/call'
import { Refused } from '../../api/errors'
import { onConnectivityChange, onlineAtom } from '../connectivity'
import { drain, inOrder, LONGEST_PAUSE, nextOf } from './runner'
import { appStore, atom } from '../store'
import { askToPersist, deviceTables, follow, StorageFull } from '../device/tables'

export type { Command, QueuedItem } from '#offline/queuedWork'

const listAtom = atom<QueuedItem[]>([])
follow(listAtom, (shelves) => shelves.queue)

/** What the server answers to queued work. */
export type Reply = TemplateListItem | { template_id: number }

/** What became of a piece of work: done, with the server's answer, or waiting on the device as the item with that id. */
export type Enqueued = { state: 'sent'; reply: Reply } | { state: 'queued'; id: string }

type Answer = { reply: Reply } | { refusal: Refused }

/** Who made an item and waits for its answer. */
interface Waiting {
  /** Refused items that it stands for; they are back when it is refused too. */
  replaced: readonly QueuedItem[]
  tell: (answer: Answer) => void
}
const awaitedAtom = atom<ReadonlyMap<string, Waiting>>(new Map())

/** What waits to be sent, first to last; live, and the same in every tab. Not what somebody waits for at this moment. */
export const queueAtom = atom((get) => {
  const awaited = get(awaitedAtom)
  return inOrder(get(listAtom)).filter(({ id }) => !awaited.has(id))
})

/**
 * Does the work now when the line is there and nothing that can be sent waits before it; queues it otherwise. It lies on
 * the device before it is sent: a page that ends meanwhile loses nothing. What was refused holds nobody up; and when it
 * is about the same template, the new word on that template takes its place.
 * @throws Refused with the server's words when it was sent now and refused; StorageFull.
 */
export async function enqueue(work: Command): Promise<Enqueued> {
  const command = commandSchema.parse(work)
  const id = crypto.randomUUID()
  const others = inOrder(await deviceTables().queue.list())
  // Nothing of a refused item was done, and the person has since said something else about its template.
  const replaced = others.filter((item) => item.state === 'refused' && subjectOf(item) === subjectOf({ id, command }))
  const goesNow = appStore.get(onlineAtom) && !nextOf(others.filter((item) => !replaced.includes(item)))
  const answer = goesNow ? answerTo(id, replaced) : null
  try {
    await append(id, command, replaced)
  } catch (error) {
    // No room to keep it first: the line alone may still do it.
    if (!goesNow || !(error instanceof StorageFull)) throw error
    return { state: 'sent', reply: await send(id, command) }
  }
  askToPersist()
  const round = sendQueue()
  const answered = answer && (await Promise.race([answer, round]))
  if (answered && 'refusal' in answered) throw answered.refusal
  if (answered) return { state: 'sent', reply: answered.reply }
  letGo(id)
  return { state: 'queued', id }
}

/** Hides the item, and waits for what the server says of it. */
function answerTo(id: string, replaced: readonly QueuedItem[]): Promise<Answer> {
  return new Promise((tell) => appStore.set(awaitedAtom, (before) => new Map(before).set(id, { replaced, tell })))
}

/** Nobody waits for it any longer: from here on it waits where people see it. */
function letGo(id: string): void {
  appStore.set(awaitedAtom, (before) => new Map([...before].filter(([other]) => other !== id)))
}

async function append(id: string, command: Command, replaced: readonly QueuedItem[]): Promise<void> {
  const { queue } = deviceTables()
  await queue.atomically(async () => {
    const last = inOrder(await queue.list()).at(-1)
    for (const item of replaced) await queue.remove(item.id)
    await queue.put({
      id,
      position: (last?.position ?? 0) + 1,
      command,
      state: 'waiting',
      detail: null,
      attempts: 0,
      faults: 0,
      notBefore: 0,
      queuedAt: new Date().toISOString(),
    })
  })
}

async function send(idempotencyKey: string, command: Command): Promise<Reply> {
  switch (command.kind) {
    case 'create-template':
      return call(createFilterTemplate, { body: command.body, idempotencyKey })
    case 'rename-template':
      return call(renameFilterTemplate, { body: command.body, idempotencyKey })
    case 'delete-template':
      return call(deleteFilterTemplate, { body: command.body, idempotencyKey }).catch((error: unknown) => {
        // Gone already: it is as was asked for.
        if (error instanceof Refused && error.status === 404) return { template_id: command.body.template_id }
        throw error
      })
  }
}

/** Templates that were made of queued work since the page was opened: their ids, by that of the item. */
export const madeAtom = atom<ReadonlyMap<string, number>>(new Map())

let asked: Promise<void> | null = null
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Sends what can be sent, unless another tab is at it: then after that one. Never throws.
 * @returns when the round is over.
 */
export function sendQueue(): Promise<void> {
  if (!appStore.get(onlineAtom) || isHeld) return Promise.resolve()
  clearTimeout(timer)
  asked ??= locked(async () => {
    // What is asked for from here on may be too late for this round and gets one of its own.
    asked = null
    // Coming online again asks by itself; signing in again is a new start of the app.
    goOnAt(await drainNow())
  }).catch(() => {
    asked = null
    // The database was closed under it by a wipe, and nothing is left to send; or the device failed, and may be well again.
    goOnAt(Date.now() + LONGEST_PAUSE)
  })
  return asked
}

function goOnAt(moment: number | null): void {
  clearTimeout(timer)
  if (moment !== null) timer = setTimeout(() => void sendQueue(), Math.max(0, moment - Date.now()))
}

function drainNow(): Promise<number | null> {
  const { queue } = deviceTables()
  return drain({
    queue,
    send: (item) => send(item.id, item.command),
    sent: ({ id, command }, reply) => {
      if (command.kind === 'create-template')
        appStore.set(madeAtom, (before) => new Map(before).set(id, reply.template_id))
      appStore.get(awaitedAtom).get(id)?.tell({ reply })
    },
    isTakenBack: async ({ id }, refusal) => {
      const waiting = appStore.get(awaitedAtom).get(id)
      if (!waiting) return false
      await queue.atomically(async () => {
        await queue.remove(id)
        for (const item of waiting.replaced) await queue.put(item)
      })
      waiting.tell({ refusal })
      return true
    },
    now: Date.now,
  })
}

let lastTurn: Promise<unknown> = Promise.resolve()

/** One at a time in all tabs. Without Web Locks in this one, and the idempotency keys keep things from being done twice. */
async function locked<Result>(work: () => Promise<Result>): Promise<Result> {
  if ('locks' in navigator) return navigator.locks.request(`doorstep-queue ${deviceTables().name ?? 'memory'}`, work)
  const turn = lastTurn.then(work)
  lastTurn = turn.catch(() => {})
  return turn
}

/** Does the work while nothing is sent, in no tab: after what is being sent now. */
export const holdQueue = (work: () => Promise<void>): Promise<void> => locked(work)

/** Whether nothing is sent though there is a line: it was gone, and nobody knows yet whose session it came back to. */
let isHeld = false

/** Begins to send: now, and after {@link releaseQueue} whenever the line was gone. @returns how to stop. */
export function startQueue(): () => void {
  isHeld = !appStore.get(onlineAtom)
  begin()
  const stop = onConnectivityChange((isOnline) => {
    if (!isOnline) isHeld = true
    begin()
  })
  return () => {
    stop()
    isHeld = false
    clearTimeout(timer)
  }
}

/** It is still the same person in the same view: what waits may go. */
export function releaseQueue(): void {
  isHeld = false
  begin()
}

/** While the lock is held here nothing is being sent anywhere. */
const begin = () =>
  void locked(beginAnew)
    .catch(() => {})
    .then(sendQueue)

const INTERRUPTED = 'Doorstep was closed while this was being sent.'

/** What a page was sending when it ended waits again, also without a line; and what waited because of the line need not wait any longer. */
async function beginAnew(): Promise<void> {
  const { queue } = deviceTables()
  await queue.atomically(async () => {
    for (const item of await queue.list()) {
      const standing: QueuedItem =
        item.state === 'sending' ? { ...item, state: 'waiting', detail: item.detail ?? INTERRUPTED } : item
      const anew = standing.faults > 0 ? standing : { ...standing, attempts: 0, notBefore: 0 }
      if (anew !== item) await queue.put(anew)
    }
  })
}
