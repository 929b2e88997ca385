import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { databaseNames, deleteDatabase } from '#offline/database'
import { sortItems } from '#offline/drain'
import { queryClient } from '../api/queryClient'
import { A_KEY } from '../testing/aKey'
import { fakeServer, type FakeAnswer } from '../testing/fakeServer'
import { setOnline } from './connectivity'
import { sendQueue } from './queue/queue'
import { closeTables, deviceTables, openTables, readKept } from './device/tables'
import { appStore } from './store'
import { keepTemplates, templateStore } from './templateStore'

vi.mock('../lib/whenIdle', () => ({ whenIdle: async () => {} }))

const LIST = '/api/user-filter-templates'
const VALUES = '/api/filter-template-values'
const viewer = { email: 'viewer@northmere.example', organisation: 'northmere', viewedAs: null }
const renting = { template_id: 1, filter_template_name: 'Renting' }
const older = { template_id: 2, filter_template_name: 'Älter' }
const row = {
  category_name: 'home',
  filter_name: 'tenure',
  filter_display_name: 'Tenure',
  filter_value: { name: 'rented', display_name: 'Rented' },
}

const answers = (templates: unknown[]): Record<string, FakeAnswer> => ({
  [LIST]: { json: templates },
  [VALUES]: { json: [row] },
})
const kept = () => deviceTables().templates.list()
const allKept = (count: number) =>
  vi.waitFor(async () => expect((await kept()).filter((one) => one.rows !== null)).toHaveLength(count))
const asks = (seen: { path: string; body: unknown }[]) =>
  seen.filter(({ path }) => path === VALUES).map(({ body }) => body)

let stop = () => {}
beforeEach(async () => {
  closeTables()
  for (const name of await databaseNames()) await deleteDatabase(name)
  setOnline(true)
  queryClient.clear()
  await openTables(viewer, A_KEY)
})
afterEach(() => {
  stop()
  stop = () => {}
  closeTables()
  setOnline(true)
})

test('every template can be used offline, also one that was never on screen', async () => {
  fakeServer(answers([renting, older]))
  stop = keepTemplates()
  await allKept(2)
  setOnline(false)
  // By name, as people sort it.
  await expect(templateStore.list()).resolves.toEqual({ templates: [older, renting], isFromDevice: true })
  await expect(templateStore.values(1)).resolves.toEqual([row])
})

test('somebody without templates has none offline either, and is not told that they come later', async () => {
  fakeServer(answers([]))
  await expect(templateStore.list()).resolves.toEqual({ templates: [], isFromDevice: false })
  await vi.waitFor(async () => expect(await readKept('templates-read')).not.toBeNull())
  setOnline(false)
  await expect(templateStore.list()).resolves.toEqual({ templates: [], isFromDevice: true })
})

test('values are asked for once: they never change', async () => {
  const seen = fakeServer(answers([renting]))
  await templateStore.list()
  await allKept(1)
  await templateStore.list()
  fakeServer(answers([renting, older]))
  await templateStore.list()
  await allKept(2)
  expect(asks(seen)).toEqual([{ template_id: 1 }])
})

test('two lists at once ask for the values of each once', async () => {
  const seen = fakeServer(answers([renting, older]))
  await Promise.all([templateStore.list(), templateStore.list()])
  await allKept(2)
  expect(asks(seen)).toEqual([{ template_id: 1 }, { template_id: 2 }])
})

test('one whose values are refused does not keep the others from being kept', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (path, init) => {
    if (path === LIST) return Response.json([renting, older])
    const isFirst = init?.body === JSON.stringify({ template_id: 1 })
    return isFirst ? Response.json({ detail: 'Gone.', code: 'not_found' }, { status: 404 }) : Response.json([row])
  })
  await templateStore.list()
  await allKept(1)
  expect((await kept()).map(({ template_id, rows }) => [template_id, rows !== null])).toEqual([
    [1, false],
    [2, true],
  ])
})

test('what is gone from the server goes from the device; what was made elsewhere comes, on reconnect', async () => {
  fakeServer(answers([renting]))
  stop = keepTemplates()
  await allKept(1)
  setOnline(false)
  fakeServer(answers([older]))
  setOnline(true)
  await vi.waitFor(async () => expect(await kept()).toMatchObject([{ ...older, rows: [row] }]))
})

test('one that waited to be created is kept once it was sent', async () => {
  stop = keepTemplates()
  setOnline(false)
  const made = await templateStore.create(
    { template_name: 'Renting', filter_template_details: [{ filter_name: 'tenure', filter_value_names: ['rented'] }] },
    {},
  )
  const one = { id: made.key, command: { kind: 'create-template' }, state: 'waiting' }
  await vi.waitFor(() => expect(appStore.get(templateStore.waiting)).toMatchObject([one]))
  fakeServer({ ...answers([renting]), '/api/create-filter-template': { json: renting } })
  setOnline(true)
  await templateStore.retry(made.key)
  await allKept(1)
  // Deleting it now, by the row that is still drawn, deletes it on the server.
  fakeServer({ ...answers([]), '/api/delete-filter-template': { json: { template_id: 1 } } })
  await expect(templateStore.removeWaiting(made.key)).resolves.toBe('removed')
})

test('a refusal does not mean offline; and a device without templates says so', async () => {
  fakeServer({ [LIST]: { json: { detail: 'It broke.', code: 'x' }, status: 500 } })
  await deviceTables().templates.put({ ...renting, rows: [row] })
  await expect(templateStore.list()).rejects.toThrow('It broke.')
  setOnline(false)
  await expect(templateStore.values(2)).rejects.toThrow('You are offline')
  await deviceTables().templates.remove(1)
  await expect(templateStore.list()).rejects.toThrow('You are offline')
})

test('a change names the template as it was called, for the list of what waits', async () => {
  fakeServer({})
  await deviceTables().templates.put({ ...renting, rows: null })
  setOnline(false)
  await expect(templateStore.rename(1, 'Tenants')).resolves.toBe(false)
  await expect(templateStore.remove(1)).resolves.toBe(false)
  expect(sortItems(await deviceTables().queue.list()).map(({ command }) => command)).toMatchObject([
    { kind: 'rename-template', formerName: 'Renting' },
    { kind: 'delete-template', formerName: 'Tenants' },
  ])
})

const RENAME = '/api/rename-filter-template'
const DELETE = '/api/delete-filter-template'
const CHANGED: FakeAnswer = {
  json: { detail: 'Since you last saw it this template has been shared.', code: 'template_changed' },
  status: 409,
}
const bodies = (seen: { path: string; body: unknown }[], path: string) =>
  seen.filter((request) => request.path === path).map(({ body }) => body)

test('a change says on which name it was made, which is the one that waits to be sent, if any', async () => {
  const seen = fakeServer({
    ...answers([renting]),
    [RENAME]: { json: { template_id: 1, filter_template_name: 'Rented' } },
    [DELETE]: { json: { template_id: 1 } },
  })
  await templateStore.list()
  await allKept(1)
  setOnline(false)
  await templateStore.rename(1, 'Rented')
  await templateStore.remove(1)
  setOnline(true)
  await sendQueue()
  await vi.waitFor(() => {
    expect(bodies(seen, RENAME)).toMatchObject([{ seen: { template_name: 'Renting', is_shared: false } }])
    expect(bodies(seen, DELETE)).toMatchObject([{ seen: { template_name: 'Rented', is_shared: false } }])
  })
})

test('after another device’s change was told, the next try is made on it', async () => {
  const server: Record<string, FakeAnswer> = { ...answers([renting]), [DELETE]: CHANGED }
  const seen = fakeServer(server)
  await templateStore.list()
  await allKept(1)
  server[LIST] = { json: [{ ...renting, is_shared: true }] }
  await expect(templateStore.remove(1)).rejects.toThrow('has been shared')
  server[DELETE] = { json: { template_id: 1 } }
  await expect(templateStore.remove(1)).resolves.toBe(true)
  expect(bodies(seen, DELETE)).toMatchObject([{ seen: { is_shared: false } }, { seen: { is_shared: true } }])
})

test('one that was refused in the queue for another device’s change is sent again on what the device knows now', async () => {
  const server: Record<string, FakeAnswer> = { ...answers([renting]), [DELETE]: CHANGED }
  const seen = fakeServer(server)
  stop = keepTemplates()
  await allKept(1)
  setOnline(false)
  await templateStore.remove(1)
  server[LIST] = { json: [{ ...renting, is_shared: true }] }
  setOnline(true)
  await sendQueue()
  await vi.waitFor(async () => expect(await kept()).toMatchObject([{ is_shared: true }]))
  server[DELETE] = { json: { template_id: 1 } }
  for (const { id } of appStore.get(templateStore.waiting)) await templateStore.retry(id)
  await vi.waitFor(() =>
    expect(bodies(seen, DELETE)).toMatchObject([{ seen: { is_shared: false } }, { seen: { is_shared: true } }]),
  )
})
