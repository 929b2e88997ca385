/** Changes wait on the device; one tab at a time sends them: runner.ts sends, items.ts edits. */
import {
  createFilterTemplate,
  deleteFilterTemplate,
  renameFilterTemplate,
  shareFilterTemplate,
} from '#contract/households/filterTemplates'
import { sendVisitOutcome } from '#contract/campaigns/visits'
import { commandSchema, findSubject, type Command, type QueuedItem } from '#offline/queuedWork'
import { call } from '../../api/call'
import { areChangesHeld } from '../../api/confirmation'
import { Refused } from '../../api/errors'
import { onConnectivityChange, onlineAtom } from '../connectivity'
import { drain, sortItems, MAX_RETRY_PAUSE, findNextItem } from './runner'
import { appStore, atom } from '../store'
import { askToPersist, deviceTables, follow, StorageFull } from '../device/tables'

const listAtom = atom<QueuedItem[]>([])
follow(listAtom, (tables) => tables.queue)

interface Reply {
  readonly template_id?: number
}

export type Enqueued = { state: 'sent'; reply: Reply } | { state: 'queued'; id: string }

type Answer = { reply: Reply } | { refusal: Refused }

interface Waiting {
  /** Refused items that it replaces; restored if it is refused too. */
  replaced: readonly QueuedItem[]
  resolve: (answer: Answer) => void
}
const awaitedAtom = atom<ReadonlyMap<string, Waiting>>(new Map())

/** Waiting changes in order, without those that a caller awaits. */
export const queueAtom = atom((get) => {
  const awaited = get(awaitedAtom)
  return sortItems(get(listAtom)).filter(({ id }) => !awaited.has(id))
})

/** Stores a change, then sends it at once or queues it. @throws Refused, StorageFull */
export async function enqueue(work: Command): Promise<Enqueued> {
  const command = commandSchema.parse(work)
  const id = crypto.randomUUID()
  const others = sortItems(await deviceTables().queue.list())
  const replaced = others.filter(
    (item) => item.state === 'refused' && findSubject(item) === findSubject({ id, command }),
  )
  const goesNow = appStore.get(onlineAtom) && !findNextItem(others.filter((item) => !replaced.includes(item)))
  const answer = goesNow ? answerTo(id, replaced) : null
  try {
    await append(id, command, replaced)
  } catch (error) {
    // Without room it may still be sent.
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

function answerTo(id: string, replaced: readonly QueuedItem[]): Promise<Answer> {
  return new Promise((resolve) => appStore.set(awaitedAtom, (before) => new Map(before).set(id, { replaced, resolve })))
}

function letGo(id: string): void {
  appStore.set(awaitedAtom, (before) => new Map([...before].filter(([other]) => other !== id)))
}

/** Stores a change behind the others, possibly in the caller's transaction; {@link sendQueue} sends it. */
export async function append(id: string, command: Command, replaced: readonly QueuedItem[] = []): Promise<void> {
  const { queue } = deviceTables()
  await queue.atomically(async () => {
    const last = sortItems(await queue.list()).at(-1)
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
    case 'share-template':
      return call(shareFilterTemplate, { body: command.body, idempotencyKey })
    case 'delete-template':
      return call(deleteFilterTemplate, { body: command.body, idempotencyKey }).catch((error: unknown) => {
        // Already deleted.
        if (error instanceof Refused && error.status === 404) return { template_id: command.body.template_id }
        throw error
      })
    case 'visit-outcome':
      await call(sendVisitOutcome, { body: command.body })
      return {}
  }
}

/** Template ids by item, since the page opened. */
export const madeAtom = atom<ReadonlyMap<string, number>>(new Map())

let asked: Promise<void> | null = null
let timer: ReturnType<typeof setTimeout> | undefined

/** Sends what can be sent, after any other tab. Never throws. */
export function sendQueue(): Promise<void> {
  if (!appStore.get(onlineAtom) || areChangesHeld()) return Promise.resolve()
  clearTimeout(timer)
  asked ??= locked(async () => {
    // A later request gets its own round.
    asked = null
    goOnAt(await drainNow())
  }).catch(() => {
    asked = null
    // A wipe closed the database, or the device failed.
    goOnAt(Date.now() + MAX_RETRY_PAUSE)
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
      const { template_id: templateId } = reply
      if (command.kind === 'create-template' && templateId !== undefined)
        appStore.set(madeAtom, (before) => new Map(before).set(id, templateId))
      appStore.get(awaitedAtom).get(id)?.resolve({ reply })
    },
    isTakenBack: async ({ id }, refusal) => {
      const waiting = appStore.get(awaitedAtom).get(id)
      if (!waiting) return false
      await queue.atomically(async () => {
        await queue.remove(id)
        for (const item of waiting.replaced) await queue.put(item)
      })
      waiting.resolve({ refusal })
      return true
    },
    now: Date.now,
  })
}

let lastTurn: Promise<unknown> = Promise.resolve()

/** Without Web Locks the idempotency keys prevent repeats. */
async function locked<Result>(work: () => Promise<Result>): Promise<Result> {
  if ('locks' in navigator) return navigator.locks.request(`doorstep-queue ${deviceTables().name ?? 'memory'}`, work)
  const turn = lastTurn.then(work)
  lastTurn = turn.catch(() => {})
  return turn
}

/** Does the work while no tab sends. */
export const holdQueue = (work: () => Promise<void>): Promise<void> => locked(work)

/** Starts to send. @returns how to stop */
export function startQueue(): () => void {
  resumeQueue()
  const stop = onConnectivityChange(resumeQueue)
  return () => {
    stop()
    clearTimeout(timer)
  }
}

/** Sends at once what a lost connection delayed. */
export function resumeQueue(): void {
  void locked(resetDelays)
    .catch(() => {})
    .then(sendQueue)
}

const INTERRUPTED = 'Doorstep was closed while this was being sent.'

/** Items that a closed page was sending, or a lost connection delayed, are sent at once. */
async function resetDelays(): Promise<void> {
  const { queue } = deviceTables()
  await queue.atomically(async () => {
    for (const item of await queue.list()) {
      const standing: QueuedItem =
        item.state === 'sending' ? { ...item, state: 'waiting', detail: item.detail ?? INTERRUPTED } : item
      const reset = standing.faults > 0 ? standing : { ...standing, attempts: 0, notBefore: 0 }
      if (reset !== item) await queue.put(reset)
    }
  })
}
