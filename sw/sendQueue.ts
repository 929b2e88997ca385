/** Sends the queue after the last tab is closed, by Background Sync. */
/// <reference lib="webworker" />
import { getSessionUser } from '#contract/organisations/session'
import { faultSchema } from '#contract/fault'
import { databaseNames, openDeviceDatabase, type DeviceDatabase } from '#offline/database'
import { describeStatus, drain, NotSent } from '#offline/drain'
import { KEPT } from '#offline/kept'
import { nameDatabase, readOwner } from '#offline/owner'
import { describeCall, isDoneAlready, QUEUE_SYNC, queueLock, type QueuedItem } from '#offline/queuedWork'
import { createSeal } from '#offline/seal'
import { databaseTable } from '#offline/table'

/** Milliseconds that an answer may take. */
const ANSWER_LIMIT = 60_000

/** Handles the browser's word that there is a connection. */
export function sendQueueInBackground(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('sync', (event: Event) => {
    if (event instanceof ExtendableEvent && 'tag' in event && event.tag === QUEUE_SYNC)
      event.waitUntil(sendQueue(worker))
  })
}

/** @throws Error so that the browser tries again later, at most twice */
async function sendQueue(worker: ServiceWorkerGlobalScope): Promise<void> {
  const names = await databaseNames()
  if (!(await Promise.all(names.map(hasQueue))).includes(true)) return
  const pages = await worker.clients.matchAll({ type: 'window' })
  if (pages.some(({ visibilityState }) => visibilityState === 'visible')) throw new Error('A page is there to send.')
  if (worker.registration.installing ?? worker.registration.waiting) throw new Error('A newer worker shall send.')
  const owner = await askOwner()
  if (owner !== null && names.includes(owner)) await withDatabase(owner, sendFrom)
}

async function withDatabase<Result>(name: string, work: (database: DeviceDatabase) => Promise<Result>) {
  const database = await openDeviceDatabase(name)
  try {
    return await work(database)
  } finally {
    database.close()
  }
}

/** Whether something waits in it: sealed, so that only its owner's key says what. */
const hasQueue = (name: string): Promise<boolean> =>
  withDatabase(name, async (database) => (await database.table('queue').count()) > 0)

async function sendFrom(database: DeviceDatabase): Promise<void> {
  const kept = await databaseTable(database, 'kept', KEPT.kept.schema).list()
  // It went with the session.
  const key = kept.find((record) => record.id === 'key')?.key
  if (!key) return
  const queue = databaseTable(database, 'queue', KEPT.queue.schema, { seal: createSeal(key, 'queue') })
  const send = (item: QueuedItem) => sendAs(database.name, item)
  const isDone = await navigator.locks.request(queueLock(database.name), { ifAvailable: true }, async (lock) =>
    lock ? (await drain({ queue, send, now: Date.now })) === null : false,
  )
  if (!isDone) throw new Error('Something still waits.')
}

/** The database of who is signed in; null for nobody. @throws Error without an answer */
async function askOwner(): Promise<string | null> {
  const response = await ask(getSessionUser.path, { method: 'GET' })
  if (response.status === 401) return null
  return nameDatabase(readOwner(getSessionUser.reply.parse(await response.json())))
}

/** Sends an item as the owner of the queue, never as who signed in meanwhile. @throws NotSent */
async function sendAs(owner: string, item: QueuedItem): Promise<void> {
  if ((await askOwner()) !== owner) throw new NotSent('signed out', 'Somebody else is signed in.')
  const { endpoint, body, idempotencyKey } = describeCall(item)
  const response = await ask(endpoint.path, {
    method: endpoint.method,
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    body: JSON.stringify(body),
  })
  const answer: unknown = await response.json()
  if (response.ok) return void endpoint.reply.parse(answer)
  if (isDoneAlready(item.command, response.status)) return
  throw new NotSent(describeStatus(response.status), faultSchema.safeParse(answer).data?.detail ?? 'An error occurred')
}

/** What a proxy or a sign-in page answers in the server's place is no answer. */
const ask = (path: string, init: RequestInit): Promise<Response> =>
  fetch(path, { ...init, credentials: 'include', redirect: 'error', signal: AbortSignal.timeout(ANSWER_LIMIT) })
