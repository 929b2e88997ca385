import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, type FakeAnswer } from '../testing/fakeServer'
import { setOnline } from './online'
import { discard, enqueue, madeAtom, queueAtom, renameWaiting, retry, sendQueue, type Command } from './queue'
import { closeStorage, currentShelves } from './storage'
import { appStore } from './store'

const CREATE = '/api/create-filter-template'
const RENAME = '/api/rename-filter-template'
const DELETE = '/api/delete-filter-template'
const TAKEN: FakeAnswer = { json: { detail: 'You already have a template called Taken.', code: 'template_name_taken' }, status: 409 }

const create = (name: string): Command => ({
  kind: 'create-template',
  body: { template_name: name, filter_template_details: [{ filter_name: 'tenure', filter_value_names: ['owned'] }] },
})
const rename = (template_id: number, template_name: string): Command => ({
  kind: 'rename-template',
  body: { template_id, template_name },
  formerName: 'Before',
})
const remove = (template_id: number): Command => ({ kind: 'delete-template', body: { template_id }, formerName: 'Before' })
const listed = (template_id: number, filter_template_name: string): FakeAnswer => ({ json: { template_id, filter_template_name } })

const waiting = () =>
  appStore.get(queueAtom).map(({ state, command }) => [state, 'template_name' in command.body ? command.body.template_name : 'delete'])

beforeEach(() => {
  closeStorage()
  setOnline(true)
})
afterEach(() => {
  closeStorage()
  setOnline(true)
})

/** The queue after this rename of template 7 was made without a line, and refused when the line came back. */
async function withRefusedRename(answers: Record<string, FakeAnswer>) {
  setOnline(false)
  await enqueue(rename(7, 'Taken'))
  answers[RENAME] = TAKEN
  const seen = fakeServer(answers)
  setOnline(true)
  sendQueue()
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

test('without a line it waits, and is sent when the line is back; who waited for it is told what it became', async () => {
  setOnline(false)
  const seen = fakeServer({ [CREATE]: listed(9, 'One') })
  const kept = await enqueue(create('One'))
  expect(seen).toEqual([])
  setOnline(true)
  sendQueue()
  await vi.waitFor(() => expect(waiting()).toEqual([]))
  expect(kept.state === 'queued' && appStore.get(madeAtom).get(kept.item.id)).toBe(9)
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

test('so does a deletion, also without a line', async () => {
  await withRefusedRename({})
  setOnline(false)
  await enqueue(remove(7))
  expect(waiting()).toEqual([['waiting', 'delete']])
})

test('what waits to be tried again keeps its turn: nothing overtakes it', async () => {
  setOnline(false)
  await enqueue(create('First'))
  const answers: Record<string, FakeAnswer> = { [CREATE]: { json: { detail: 'It broke.', code: 'broken' }, status: 500 } }
  fakeServer(answers)
  setOnline(true)
  sendQueue()
  await vi.waitFor(() => expect(appStore.get(queueAtom)).toMatchObject([{ detail: 'It broke.', attempts: 1 }]))
  await expect(enqueue(create('Second'))).resolves.toMatchObject({ state: 'queued' })
  expect(waiting()).toEqual([['waiting', 'First'], ['waiting', 'Second']])
})

test('sent at once over a line that breaks it waits under the same key, and says what happened', async () => {
  const seen = fakeServer({ [CREATE]: { fails: new TypeError('Failed to fetch') }, '/health': { fails: new TypeError('x') } })
  const kept = await enqueue(create('One'))
  expect(kept).toMatchObject({ state: 'queued', item: { detail: expect.stringContaining('could not be reached') as string } })
  const headers = seen[0]?.init.headers
  expect(headers).toMatchObject({ 'idempotency-key': kept.state === 'queued' ? kept.item.id : '' })
})

test('one that waits to be created is renamed where it waits; one that may have arrived is not', async () => {
  setOnline(false)
  await enqueue(create('One'))
  const two = await enqueue(create('Two'))
  const id = two.state === 'queued' ? two.item.id : ''
  await renameWaiting(id, 'Zwei')
  expect(waiting()).toEqual([['waiting', 'One'], ['waiting', 'Zwei']])
  const { queue } = currentShelves()
  for (const part of [{ state: 'sending' as const }, { state: 'waiting' as const, detail: 'No answer.' }]) {
    const item = (await queue.list()).find((one) => one.id === id)!
    await queue.put({ ...item, ...part })
    await expect(renameWaiting(id, 'Deux')).rejects.toThrow('being sent right now')
  }
  expect(waiting().at(-1)).toEqual(['waiting', 'Zwei'])
})

test('a refused creation is sent again under its new name, or as it was, or taken back', async () => {
  setOnline(false)
  const kept = await enqueue(create('Taken'))
  const id = kept.state === 'queued' ? kept.item.id : ''
  const answers: Record<string, FakeAnswer> = { [CREATE]: TAKEN }
  fakeServer(answers)
  setOnline(true)
  sendQueue()
  await vi.waitFor(() => expect(waiting()).toEqual([['refused', 'Taken']]))
  await retry(id)
  await vi.waitFor(() => expect(waiting()).toEqual([['refused', 'Taken']]))
  answers[CREATE] = listed(3, 'Free')
  await renameWaiting(id, 'Free')
  await vi.waitFor(() => expect(waiting()).toEqual([]))
  setOnline(false)
  const other = await enqueue(create('Other'))
  await discard(other.state === 'queued' ? other.item.id : '')
  expect(waiting()).toEqual([])
})

test('a deletion is sent like the rest', async () => {
  const seen = fakeServer({ [DELETE]: { json: { template_id: 4 } } })
  await expect(enqueue(remove(4))).resolves.toMatchObject({ state: 'sent', reply: { template_id: 4 } })
  expect(seen[0]?.body).toEqual({ template_id: 4 })
})
