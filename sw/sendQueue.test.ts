import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { renameFilterTemplate } from '#contract/households/filterTemplates'
import { databaseNames, deleteDatabase, openDeviceDatabase } from '#offline/database'
import { KEPT } from '#offline/kept'
import { nameDatabase, readOwner } from '#offline/owner'
import type { QueuedItem } from '#offline/queuedWork'
import { createSeal, importKey } from '#offline/seal'
import { databaseTable } from '#offline/table'
import { sendQueueInBackground } from './sendQueue'

const ME = {
  email: 'viewer@northmere.example',
  temporary_organisation_name: null,
  organisation_auth_identifier: 'northmere',
  temporary_role_name: null,
  role_name: 'Viewer',
  erasure_count: 0,
} as const

const rename = (position: number, name: string): QueuedItem => ({
  id: crypto.randomUUID(),
  position,
  command: { kind: 'rename-template', body: { template_id: position, template_name: name }, formerName: '' },
  state: 'waiting',
  detail: null,
  attempts: 0,
  faults: 0,
  notBefore: 0,
  queuedAt: '2026-11-28T10:00:00.000Z',
})

/** My queue as a closed tab left it. */
async function leaveQueue(items: readonly QueuedItem[]) {
  const key = await importKey('A'.repeat(43))
  const database = await openDeviceDatabase(await nameDatabase(readOwner(ME)))
  await databaseTable(database, 'kept', KEPT.kept.schema).put({ id: 'key', key })
  const queue = databaseTable(database, 'queue', KEPT.queue.schema, { seal: createSeal(key, 'queue') })
  for (const item of items) await queue.put(item)
  return { left: async () => (await queue.list()).map(({ command, state }) => [nameOf(command), state]) }
}
const nameOf = (command: QueuedItem['command']) => ('template_name' in command.body ? command.body.template_name : '')

/** Answers who is signed in, and renames with this status. @returns the names that it was sent */
function serve({ user = ME, status = 200 }: { user?: object | null; status?: number } = {}) {
  const names: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (path, init) => {
    if (path === '/api/session/user') return user ? Response.json(user) : Response.json({}, { status: 401 })
    const body = renameFilterTemplate.body.parse(JSON.parse(z.string().parse(init?.body)))
    names.push(body.template_name)
    const reply = { template_id: body.template_id, filter_template_name: body.template_name }
    return Response.json(status === 200 ? reply : { detail: 'Not now.', code: 'no' }, { status })
  })
  return names
}

class FakeSyncEvent extends Event {
  work: Promise<unknown> = Promise.resolve()
  constructor(readonly tag: string) {
    super('sync')
  }
  waitUntil(work: Promise<unknown>): void {
    this.work = work
  }
}

/** The browser says that there is a connection. */
function sync({ visibility = 'hidden', waiting = null }: { visibility?: string; waiting?: object | null } = {}) {
  const target = Object.assign(new EventTarget(), {
    clients: { matchAll: async () => [{ visibilityState: visibility }] },
    registration: { installing: null, waiting },
  })
  // Only what sending touches of a worker's scope.
  sendQueueInBackground(target as unknown as ServiceWorkerGlobalScope)
  const event = new FakeSyncEvent('send-queue')
  target.dispatchEvent(event)
  return event.work
}

beforeEach(async () => {
  for (const name of await databaseNames()) await deleteDatabase(name)
  vi.stubGlobal('ExtendableEvent', FakeSyncEvent)
  const request = async (_: string, __: object, work: (lock: object) => unknown) => work({})
  vi.stubGlobal('navigator', { locks: { request } })
})
afterEach(() => void vi.unstubAllGlobals())

test('what a closed tab left is sent in order, and gone from the device', async () => {
  const names = serve()
  const { left } = await leaveQueue([rename(2, 'Second'), rename(1, 'First')])
  await sync()
  expect(names).toEqual(['First', 'Second'])
  expect(await left()).toEqual([])
})

test('what the server refuses stays, with the rest gone', async () => {
  serve({ status: 409 })
  const { left } = await leaveQueue([rename(1, 'Taken')])
  await sync()
  expect(await left()).toEqual([['Taken', 'refused']])
})

test('what the server does not take yet stays, and the browser is to ask again', async () => {
  serve({ status: 503 })
  const { left } = await leaveQueue([rename(1, 'Later')])
  await expect(sync()).rejects.toThrow('Something still waits.')
  expect(await left()).toEqual([['Later', 'waiting']])
})

test.each([
  ['somebody else', { ...ME, email: 'other@northmere.example' }],
  ['the same person in another organisation', { ...ME, temporary_organisation_name: 'southmere' }],
  ['nobody', null],
])('while %s is signed in, nothing is sent', async (_, user) => {
  const names = serve({ user })
  const { left } = await leaveQueue([rename(1, 'Mine')])
  await sync()
  expect(names).toEqual([])
  expect(await left()).toEqual([['Mine', 'waiting']])
})

test('with nothing waiting the server is not asked', async () => {
  serve()
  await leaveQueue([])
  await sync()
  expect(fetch).not.toHaveBeenCalled()
})

test('a page that is seen sends by itself, and the worker when it is gone', async () => {
  const names = serve()
  await leaveQueue([rename(1, 'Mine')])
  await expect(sync({ visibility: 'visible' })).rejects.toThrow('A page is there to send.')
  expect(names).toEqual([])
})

test('a worker that is being replaced leaves it to the next', async () => {
  const names = serve()
  await leaveQueue([rename(1, 'Mine')])
  await expect(sync({ waiting: {} })).rejects.toThrow('A newer worker shall send.')
  expect(names).toEqual([])
})
