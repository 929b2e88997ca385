import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { databaseNames, deleteDatabase } from '#offline/database'
import { A_KEY } from '../../testing/aKey'
import { onSignedOut } from '../../api/endSession'
import { fakeServer, type FakeAnswer } from '../../testing/fakeServer'
import { setOnline } from '../connectivity'
import { enqueue, madeAtom, queueAtom, sendQueue, startQueue } from './queue'
import { discard, mayHaveArrived, renameWaiting, retry } from './items'
import { StorageFull } from '../device/storageProblem'
import { closeTables, deviceTables, openTables } from '../device/tables'
import { appStore } from '../store'
import { dispatch } from '../device/device'
import type { Command, QueuedItem } from '#offline/queuedWork'

const CREATE = '/api/create-filter-template'
const RENAME = '/api/rename-filter-template'
const DELETE = '/api/delete-filter-template'
const TAKEN: FakeAnswer = {
  json: { detail: 'You already have a template called Taken.', code: 'template_name_taken' },
  status: 409,
}

const create = (name: string): Command => ({
  kind: 'create-template',
  body: { template_name: name, filter_template_details: [{ filter_name: 'tenure', filter_value_names: ['owned'] }] },
})
const rename = (template_id: number, template_name: string): Command => ({
  kind: 'rename-template',
  body: { template_id, template_name },
  formerName: 'Before',
})
const remove = (template_id: number): Command => ({
  kind: 'delete-template',
  body: { template_id },
  formerName: 'Before',
})
const listed = (template_id: number, filter_template_name: string): FakeAnswer => ({
  json: { template_id, filter_template_name },
})

const waiting = () =>
  appStore
    .get(queueAtom)
    .map(({ state, command }) => [state, 'template_name' in command.body ? command.body.template_name : 'delete'])

beforeEach(() => {
  closeTables()
  setOnline(true)
})
afterEach(() => {
  closeTables()
  setOnline(true)
  onSignedOut(() => {})
})

/** Puts an item where it stands after something that a test need not act out. */
async function standing(id: string, part: Partial<QueuedItem>) {
  const { queue } = deviceTables()
  await queue.put({ ...(await queue.list()).find((one) => one.id === id)!, ...part })
}
const idOf = async (work: ReturnType<typeof enqueue>) => {
  const kept = await work
  return kept.state === 'queued' ? kept.id : ''
}

/** The queue after this rename of template 7 was made offline, and refused on reconnect. */
async function withRefusedRename(answers: Record<string, FakeAnswer>) {
  setOnline(false)
  await enqueue(rename(7, 'Taken'))
  answers[RENAME] = TAKEN
  const seen = fakeServer(answers)
  setOnline(true)
  await sendQueue()
  await vi.waitFor(() => expect(waiting()).toEqual([['refused', 'Taken']]))
  seen.length = 0
  return seen
}

test('is sent at once when nothing waits, under a key of its own', async () => {
  const seen = fakeServer({ [CREATE]: listed(1, 'One') })
  await expect(enqueue(create('One'))).resolves.toMatchObject({ state: 'sent', reply: { template_id: 1 } })
  expect(seen[0]?.init.headers).toMatchObject({ 'idempotency-key': expect.stringMatching(/^[\w-]{36}$/) as string })
  expect(waiting()).toEqual([])
})

test('offline it waits, and is sent on reconnect; its caller gets the outcome', async () => {
  setOnline(false)
  const seen = fakeServer({ [CREATE]: listed(9, 'One') })
  const kept = await enqueue(create('One'))
  expect(seen).toEqual([])
  setOnline(true)
  await sendQueue()
  await vi.waitFor(() => expect(waiting()).toEqual([]))
  expect(kept.state === 'queued' && appStore.get(madeAtom).get(kept.id)).toBe(9)
})

test('an unresponsive server holds nobody up: the change is queued, and what the server says later stands with it', async () => {
  let respond = (_: Response) => {}
  const response = new Promise<Response>((resolve) => (respond = resolve))
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (path) =>
    path === '/health' ? Response.json({ status: 'ready' }) : response,
  )
  await expect(enqueue(create('Taken'))).resolves.toMatchObject({ state: 'queued' })
  respond(Response.json(TAKEN.json, { status: 409 }))
  await vi.waitFor(() => expect(waiting()).toEqual([['refused', 'Taken']]))
})

test('a refused item holds nobody up: what is new goes at once', async () => {
  const answers: Record<string, FakeAnswer> = { [CREATE]: listed(1, 'One') }
  await withRefusedRename(answers)
  await expect(enqueue(create('One'))).resolves.toMatchObject({ state: 'sent' })
  answers[RENAME] = listed(8, 'Eight')
  await expect(enqueue(rename(8, 'Eight'))).resolves.toMatchObject({ state: 'sent' })
  expect(waiting()).toEqual([['refused', 'Taken']])
})

test('a new name takes the place of a refused one, once the server has it', async () => {
  const answers: Record<string, FakeAnswer> = {}
  await withRefusedRename(answers)
  await expect(enqueue(rename(7, 'Also taken'))).rejects.toThrow('You already have a template called Taken.')
  expect(waiting()).toEqual([['refused', 'Taken']])
  answers[RENAME] = listed(7, 'Free')
  await expect(enqueue(rename(7, 'Free'))).resolves.toMatchObject({ state: 'sent' })
  expect(waiting()).toEqual([])
})

test('so does a deletion, also offline', async () => {
  await withRefusedRename({})
  setOnline(false)
  await enqueue(remove(7))
  expect(waiting()).toEqual([['waiting', 'delete']])
})

test('what waits to be tried again keeps its turn: nothing overtakes it', async () => {
  setOnline(false)
  await enqueue(create('First'))
  const answers: Record<string, FakeAnswer> = {
    [CREATE]: { json: { detail: 'It broke.', code: 'broken' }, status: 500 },
  }
  fakeServer(answers)
  setOnline(true)
  await sendQueue()
  await vi.waitFor(() => expect(appStore.get(queueAtom)).toMatchObject([{ detail: 'It broke.', attempts: 1 }]))
  await expect(enqueue(create('Second'))).resolves.toMatchObject({ state: 'queued' })
  expect(waiting()).toEqual([
    ['waiting', 'First'],
    ['waiting', 'Second'],
  ])
})

test('sent over a connection that breaks, it waits under the same key, and says what happened', async () => {
  const seen = fakeServer({
    [CREATE]: { fails: new TypeError('Failed to fetch') },
    '/health': { fails: new TypeError('x') },
  })
  const kept = await enqueue(create('One'))
  expect(kept.state).toBe('queued')
  expect(appStore.get(queueAtom)).toMatchObject([
    { state: 'waiting', detail: expect.stringContaining('could not be reached') as string },
  ])
  expect(seen[0]?.init.headers).toMatchObject({ 'idempotency-key': appStore.get(queueAtom)[0]?.id })
})

test.each<[string, Partial<QueuedItem>]>([
  ['is being sent', { state: 'sending' }],
  ['was sent and had no answer', { detail: 'No answer.' }],
  ['was given up after failures of the server', { state: 'refused', detail: 'It broke.', faults: 8 }],
])('one that %s keeps its words: under its key they may be there already', async (_, part) => {
  setOnline(false)
  await enqueue(create('One'))
  const id = await idOf(enqueue(create('Two')))
  await renameWaiting(id, 'Zwei')
  expect(waiting()).toEqual([
    ['waiting', 'One'],
    ['waiting', 'Zwei'],
  ])
  await standing(id, part)
  await expect(renameWaiting(id, 'Deux')).rejects.toThrow(/sent/)
  expect(waiting().at(-1)?.[1]).toBe('Zwei')
  // Also when it is tried again.
  if (part.state === 'sending') return
  await retry(id)
  expect(appStore.get(queueAtom).map(mayHaveArrived)).toEqual([false, true])
})

test('what is taken back is gone for certain only when it cannot have arrived; what is being sent or was sent is not', async () => {
  setOnline(false)
  const [one, two, three] = [
    await idOf(enqueue(create('One'))),
    await idOf(enqueue(create('Two'))),
    await idOf(enqueue(create('Three'))),
  ]
  await expect(discard(one)).resolves.toBe(true)
  await expect(discard(one)).rejects.toThrow('sent already')
  await standing(two, { detail: 'No answer.' })
  await expect(discard(two)).resolves.toBe(false)
  await standing(three, { state: 'sending' })
  await expect(discard(three)).rejects.toThrow('being sent right now')
  expect(waiting()).toEqual([['sending', 'Three']])
})

test('a refused creation is sent again under its new name, or as it was, or taken back', async () => {
  setOnline(false)
  const id = await idOf(enqueue(create('Taken')))
  const answers: Record<string, FakeAnswer> = { [CREATE]: TAKEN }
  fakeServer(answers)
  setOnline(true)
  await sendQueue()
  await vi.waitFor(() => expect(waiting()).toEqual([['refused', 'Taken']]))
  await retry(id)
  await vi.waitFor(() => expect(waiting()).toEqual([['refused', 'Taken']]))
  answers[CREATE] = listed(3, 'Free')
  await renameWaiting(id, 'Free')
  await vi.waitFor(() => expect(waiting()).toEqual([]))
  setOnline(false)
  await discard(await idOf(enqueue(create('Other'))))
  expect(waiting()).toEqual([])
})

test('a deletion is sent like the rest, and done where there is nothing to delete any more', async () => {
  const answers: Record<string, FakeAnswer> = { [DELETE]: { json: { template_id: 4 } } }
  const seen = fakeServer(answers)
  await expect(enqueue(remove(4))).resolves.toMatchObject({ state: 'sent' })
  expect(seen[0]?.body).toEqual({ template_id: 4 })
  answers[DELETE] = {
    json: { detail: 'There is no such template. It may have been deleted.', code: 'not_found' },
    status: 404,
  }
  setOnline(false)
  await enqueue(remove(5))
  setOnline(true)
  await sendQueue()
  expect(waiting()).toEqual([])
})

/** A server that answers creations from the moment when the test says so. */
function slowServer() {
  let answer = () => {}
  const open = new Promise<void>((resolve) => (answer = resolve))
  const reached = vi.fn()
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    reached()
    await open
    return Response.json({ template_id: 1, filter_template_name: 'One' })
  })
  return { reached, answer: () => answer() }
}

test('it lies on the device before it is sent, and is not shown as waiting while its maker waits for the answer', async () => {
  const { reached, answer } = slowServer()
  const made = enqueue(create('One'))
  await vi.waitFor(() => expect(reached).toHaveBeenCalled())
  expect(await deviceTables().queue.list()).toMatchObject([
    { state: 'sending', command: { body: { template_name: 'One' } } },
  ])
  expect(waiting()).toEqual([])
  const behind = await enqueue(create('Two'))
  expect(behind.state).toBe('queued')
  expect(waiting()).toEqual([['waiting', 'Two']])
  answer()
  await expect(made).resolves.toMatchObject({ state: 'sent', reply: { template_id: 1 } })
  await vi.waitFor(() => expect(waiting()).toEqual([]))
})

test.each([
  ['refused', 409, 'You already have a template called One.'],
  ['failed by the server', 500, 'It broke.'],
])('one %s while its caller waits is reported to the caller and not kept', async (_, status, detail) => {
  fakeServer({ [CREATE]: { json: { detail, code: 'x' }, status } })
  await expect(enqueue(create('One'))).rejects.toThrow(detail)
  expect(await deviceTables().queue.list()).toEqual([])
})

test('one that meets a server that is starting waits and is sent later', async () => {
  fakeServer({ [CREATE]: { json: { detail: 'Starting.', code: 'x' }, status: 503 } })
  await expect(enqueue(create('One'))).resolves.toMatchObject({ state: 'queued' })
  expect(appStore.get(queueAtom)).toMatchObject([{ state: 'waiting', detail: 'Starting.' }])
})

test('without room on the device it is sent all the same; offline the full disk is said', async () => {
  const { queue } = deviceTables()
  vi.spyOn(queue, 'put').mockRejectedValue(new StorageFull())
  fakeServer({ [CREATE]: listed(1, 'One') })
  await expect(enqueue(create('One'))).resolves.toMatchObject({ state: 'sent', reply: { template_id: 1 } })
  setOnline(false)
  await expect(enqueue(create('Two'))).rejects.toThrow('no room')
})

const viewer = { email: 'viewer@northmere.example', organisation: 'northmere', viewedAs: null }

test('a 401 in the middle wipes and loses nothing: the same person signs in, and each is sent once', async () => {
  for (const name of await databaseNames()) await deleteDatabase(name)
  await openTables(viewer, A_KEY)
  setOnline(false)
  await enqueue(create('One'))
  await enqueue(create('Two'))
  const wiped: Promise<void>[] = []
  onSignedOut(() => wiped.push(dispatch({ type: 'session ended' })))
  const answers: Record<string, FakeAnswer> = {
    [CREATE]: { json: { detail: 'Not signed in.', code: 'not_signed_in' }, status: 401 },
  }
  const seen = fakeServer(answers)
  setOnline(true)
  await sendQueue()
  await Promise.all(wiped)
  await openTables(viewer, A_KEY)
  answers[CREATE] = listed(1, 'x')
  seen.length = 0
  const stop = startQueue()
  await vi.waitFor(async () => expect(await deviceTables().queue.list()).toEqual([]))
  expect(seen.map(({ body }) => body)).toMatchObject([{ template_name: 'One' }, { template_name: 'Two' }])
  stop()
})

test('a Submit that meets a 401 is kept for the same person', async () => {
  for (const name of await databaseNames()) await deleteDatabase(name)
  await openTables(viewer, A_KEY)
  const wiped: Promise<void>[] = []
  onSignedOut(() => wiped.push(dispatch({ type: 'session ended' })))
  fakeServer({ [CREATE]: { json: { detail: 'Not signed in.', code: 'not_signed_in' }, status: 401 } })
  await expect(enqueue(create('One'))).resolves.toMatchObject({ state: 'queued' })
  await Promise.all(wiped)
  await openTables(viewer, A_KEY)
  expect(await deviceTables().queue.list()).toMatchObject([{ command: { body: { template_name: 'One' } } }])
})

test('what a page was sending when it closed waits again, also offline, and can be discarded', async () => {
  setOnline(false)
  const id = await idOf(enqueue(create('One')))
  await standing(id, { state: 'sending', attempts: 4, notBefore: Date.now() + 60_000 })
  const stop = startQueue()
  await vi.waitFor(() =>
    expect(appStore.get(queueAtom)).toMatchObject([{ state: 'waiting', notBefore: 0, attempts: 0 }]),
  )
  expect(appStore.get(queueAtom)[0]?.detail).toBe('Doorstep was closed while this was being sent.')
  await expect(discard(id)).resolves.toBe(false)
  stop()
})
