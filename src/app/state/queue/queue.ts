/** Changes wait on the device; one tab at a time sends them. offline/drain.ts sends, items.ts edits. */
import { describeStatus, drain, findNextItem, MAX_RETRY_PAUSE, NotSent, sortItems } from '#offline/drain'
import {
  commandSchema,
  describeCall,
  findSubject,
  isDoneAlready,
  queueLock,
  type Command,
  type QueuedItem,
} from '#offline/queuedWork'
import { callJson } from '../../api/call'
import { areChangesHeld } from '../../api/confirmation'
import { explainError, Refused } from '../../api/errors'
import { onConnectivityChange, onlineAtom } from '../connectivity'
import { appStore, atom } from '../store'
import { StorageFull } from '../device/storageProblem'
import { askToPersist, deviceTables, follow } from '../device/tables'
import { askWorkerToSend, askWorkerWhenHidden } from './workerSending'

const listAtom = atom<QueuedItem[]>([])
follow(listAtom, (tables) => tables.queue, 'unsent change')

interface Reply {
  readonly template_id?: number
}

export type Enqueued = { state: 'sent'; reply: Reply } | { state: 'queued'; id: string }

type Answer = { reply: Reply } | { refusal: Refused }

interface Waiting {
  /** Replaced refusals; restored if this is refused too. */
  replaced: readonly QueuedItem[]
  resolve: (answer: Answer) => void
}
const awaitedAtom = atom<ReadonlyMap<string, Waiting>>(new Map())

/** Waiting changes in order, without those that a caller awaits. */
export const queueAtom = atom((get) => {
  const awaited = get(awaitedAtom)
  return sortItems(get(listAtom)).filter(({ id }) => !awaited.has(id))
})

/** Milliseconds that a caller waits; a stored change is sent in any case. */
const ANSWER_LIMIT = 800

/**
 * Stores a change and sends it, or queues it if offline or slower than {@link ANSWER_LIMIT}.
 * @throws Refused, StorageFull
 */
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
    return { state: 'sent', reply: await send({ id, command }) }
  }
  askToPersist()
  const round = sendQueue()
  const answered = answer && (await Promise.race([answer, round, passTime(ANSWER_LIMIT)]))
  if (answered && 'refusal' in answered) throw answered.refusal
  if (answered) return { state: 'sent', reply: answered.reply }
  stopAwaiting(id)
  return { state: 'queued', id }
}

function answerTo(id: string, replaced: readonly QueuedItem[]): Promise<Answer> {
  return new Promise((resolve) => appStore.set(awaitedAtom, (before) => new Map(before).set(id, { replaced, resolve })))
}

const passTime = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

function stopAwaiting(id: string): void {
  appStore.set(awaitedAtom, (before) => new Map([...before].filter(([other]) => other !== id)))
}

/** Stores a change, possibly in the caller's transaction; {@link sendQueue} sends it. */
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
  askWorkerToSend()
}

async function send({ id, command }: Pick<QueuedItem, 'id' | 'command'>): Promise<Reply> {
  const { endpoint, ...options } = describeCall({ id, command })
  try {
    const reply = await callJson(endpoint, options)
    return 'template_id' in reply ? reply : {}
  } catch (error) {
    if (error instanceof Refused && isDoneAlready(command, error.status)) return {}
    throw error
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
  if (moment === null) return
  timer = setTimeout(() => void sendQueue(), Math.max(0, moment - Date.now()))
  askWorkerToSend()
}

function drainNow(): Promise<number | null> {
  const { queue } = deviceTables()
  return drain({
    queue,
    send: (item) =>
      send(item).catch((cause: unknown) => {
        const kind = cause instanceof Refused ? describeStatus(cause.status) : 'passing'
        throw new NotSent(kind, explainError(cause), { cause })
      }),
    sent: ({ id, command }, reply) => {
      const { template_id: templateId } = reply
      if (command.kind === 'create-template' && templateId !== undefined)
        appStore.set(madeAtom, (before) => new Map(before).set(id, templateId))
      appStore.get(awaitedAtom).get(id)?.resolve({ reply })
    },
    isTakenBack: async ({ id }, { cause: refusal }) => {
      const waiting = appStore.get(awaitedAtom).get(id)
      if (!waiting || !(refusal instanceof Refused)) return false
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

/** Without Web Locks, idempotency keys prevent repeats. */
async function locked<Result>(work: () => Promise<Result>): Promise<Result> {
  if ('locks' in navigator) return navigator.locks.request(queueLock(deviceTables().name ?? 'memory'), work)
  const turn = lastTurn.then(work)
  lastTurn = turn.catch(() => {})
  return turn
}

/** Runs the work while no tab sends. */
export const holdQueue = (work: () => Promise<void>): Promise<void> => locked(work)

const hasWork = (): boolean => findNextItem(appStore.get(listAtom)) !== undefined

/** Starts to send. @returns how to stop */
export function startQueue(): () => void {
  resumeQueue()
  const stops = [onConnectivityChange(resumeQueue), askWorkerWhenHidden(hasWork)]
  return () => {
    stops.forEach((stop) => stop())
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
