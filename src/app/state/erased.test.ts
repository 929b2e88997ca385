import 'fake-indexeddb/auto'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NO_HOUSEHOLD } from '#contract/households/filters'
import { databaseNames, deleteDatabase, openDeviceDatabase } from '#offline/database'
import { createSeal } from '#offline/seal'
import { A_KEY } from '../testing/aKey'
import { A_DRAFT } from '../testing/aDraft'
import { fakeServer, type FakeAnswer, type SeenRequest } from '../testing/fakeServer'
import { holdChanges, releaseChanges } from '../api/confirmation'
import { queryClient } from '../api/queryClient'
import { setOnline } from './connectivity'
import { storageProblemAtom } from './device/storageProblem'
import { closeTables, deviceTables, openTables } from './device/tables'
import { writtenDraftAtom } from './drafts'
import { forgetGoneHouseholds, watchErasures } from './erased'
import {
  everySelectionAtom,
  filterRequestAtom,
  forgetFiltersAtom,
  selectedFiltersAtom,
} from './filters/selectedFilters'
import type { SelectedFilters } from './filters/selection'
import { enqueue, holdQueue } from './queue/queue'
import { erasureCountAtom } from './session'
import { appStore } from './store'

const PATH = '/api/household-reference-matches'
const viewer = { email: 'viewer@northmere.example', organisation: 'northmere', viewedAs: null }

const choosing = (...references: string[]): SelectedFilters => ({
  household_reference: {
    household_references: {
      displayName: 'Household reference',
      selectedValues: references.map((one) => ({ id: one, displayName: one })),
    },
  },
})
const RENTING: SelectedFilters = {
  home: { tenure: { displayName: 'Tenure', selectedValues: [{ id: 'rented', displayName: 'Rented' }] } },
}
const row = (name: string) => ({
  category_name: 'household_reference',
  filter_name: 'household_references',
  filter_display_name: 'Household reference',
  filter_value: { name, display_name: name },
})

let answers: Record<string, FakeAnswer>
let seen: SeenRequest[]
const asked = () => seen.filter(({ path }) => path === PATH).map(({ body }) => body)
const said = () => appStore.get(storageProblemAtom)?.message
const everythingHeld = async () => {
  const { drafts, queue, templates } = deviceTables()
  return JSON.stringify([
    Object.values(sessionStorage),
    appStore.get(everySelectionAtom),
    appStore.get(writtenDraftAtom),
    await Promise.all([drafts.list(), queue.list(), templates.list()]),
  ])
}

/** Queued while offline. */
async function waiting(name: string, references: string[], selection = choosing(...references)) {
  setOnline(false)
  const details = [{ filter_name: 'household_references', filter_value_names: references }]
  await enqueue({
    kind: 'create-template',
    body: { template_name: name, filter_template_details: details },
    selection,
  })
}

beforeEach(async () => {
  closeTables()
  for (const name of await databaseNames()) await deleteDatabase(name)
  sessionStorage.clear()
  appStore.set(forgetFiltersAtom)
  appStore.set(erasureCountAtom, 1)
  appStore.set(writtenDraftAtom, null)
  setOnline(true)
  await openTables(viewer, A_KEY)
  answers = { [PATH]: { json: { matched: [], unmatched: ['GONE-1', 'GONE-2'] } } }
  seen = fakeServer(answers)
})
afterEach(() => {
  closeTables()
  releaseChanges()
  setOnline(true)
})

test('asks nothing where no household is held', async () => {
  appStore.set(selectedFiltersAtom, RENTING)
  await forgetGoneHouseholds()
  expect(asked()).toEqual([])
})

test('takes households that are no longer held out of the selected filters and of what undo and redo go to', async () => {
  appStore.set(selectedFiltersAtom, choosing('GONE-1'))
  appStore.set(selectedFiltersAtom, { ...RENTING, ...choosing('GONE-2', 'HERE-1') })
  await forgetGoneHouseholds()
  expect(asked()).toEqual([{ values: ['GONE-2', 'HERE-1', 'GONE-1'], erasures_seen: 0 }])
  expect(appStore.get(selectedFiltersAtom)).toEqual({ ...RENTING, ...choosing('HERE-1') })
  expect(await everythingHeld()).not.toContain('GONE')
  expect(said()).toBe(
    'Your organisation no longer holds a household that was named here. It was removed from the selected filters on this device.',
  )
})

test('a selection of such a household alone chooses nobody, and is not asked about again', async () => {
  appStore.set(selectedFiltersAtom, choosing('GONE-1'))
  await forgetGoneHouseholds()
  expect(appStore.get(filterRequestAtom).dynamic_filter_value_request_list).toEqual([
    { filter_name: 'household_references', filter_value_list: [NO_HOUSEHOLD] },
  ])
  await forgetGoneHouseholds()
  expect(asked()).toHaveLength(1)
})

test('a draft keeps all that was typed, and its newest copy is the one without the household', async () => {
  const draft = { ...A_DRAFT, selectedFilters: choosing('GONE-1', 'HERE-1') }
  await deviceTables().drafts.put(draft)
  appStore.set(writtenDraftAtom, { owner: '', draft })
  await forgetGoneHouseholds()
  const [kept] = await deviceTables().drafts.list()
  expect(kept).toEqual({ ...draft, selectedFilters: choosing('HERE-1'), updatedAt: kept?.updatedAt })
  expect((kept?.updatedAt ?? '') > draft.updatedAt).toBe(true)
  expect(appStore.get(writtenDraftAtom)?.draft).toEqual(kept)
  expect(said()).toContain('a campaign draft')
})

test('a queued template goes without the household, and chooses nobody if it names no other', async () => {
  await waiting('Both', ['GONE-1', 'HERE-1'])
  await waiting('Alone', ['GONE-2'])
  answers['/api/create-filter-template'] = { json: { detail: 'Not now' }, status: 503 }
  setOnline(true)
  await forgetGoneHouseholds()
  const inOrder = (await deviceTables().queue.list()).toSorted((one, other) => one.position - other.position)
  const left = inOrder.map(({ command }) => command)
  expect(left).toMatchObject([
    {
      body: {
        template_name: 'Both',
        filter_template_details: [{ filter_name: 'household_references', filter_value_names: ['HERE-1'] }],
      },
      selection: choosing('HERE-1'),
    },
    {
      body: {
        template_name: 'Alone',
        filter_template_details: [{ filter_name: 'household_references', filter_value_names: [NO_HOUSEHOLD] }],
      },
      selection: choosing(NO_HOUSEHOLD),
    },
  ])
  expect(await everythingHeld()).not.toContain('GONE')
  expect(said()).toContain('a template that waits to be sent')
})

test('a kept template loses it as the server’s does', async () => {
  await deviceTables().templates.put({
    template_id: 1,
    filter_template_name: 'Mine',
    rows: [row('GONE-1'), row('HERE-1')],
  })
  await forgetGoneHouseholds()
  expect((await deviceTables().templates.list())[0]?.rows).toEqual([row(NO_HOUSEHOLD), row('HERE-1')])
  expect(said()).toContain('a template')
  expect(said()).not.toContain('GONE')
})

test('what the page had in memory is asked for again', async () => {
  queryClient.setQueryData(['card', null, { household_reference: 'GONE-1' }], {})
  appStore.set(selectedFiltersAtom, choosing('GONE-1'))
  await forgetGoneHouseholds()
  expect(
    JSON.stringify(
      queryClient
        .getQueryCache()
        .getAll()
        .map(({ queryKey }) => queryKey),
    ),
  ).not.toContain('GONE')
})

test('nothing is asked for a person that the server does not confirm, and nothing changes without an answer', async () => {
  appStore.set(selectedFiltersAtom, choosing('GONE-1'))
  holdChanges(() => Promise.reject(new Error('Somebody else')))
  await expect(forgetGoneHouseholds()).rejects.toThrow('Somebody else')
  expect(asked()).toEqual([])
  releaseChanges()
  answers[PATH] = { json: { detail: 'Not found', code: 'not_found' }, status: 404 }
  await expect(forgetGoneHouseholds()).rejects.toThrow()
  expect(appStore.get(selectedFiltersAtom)).toEqual(choosing('GONE-1'))
})

test('what another person’s start finds is left alone', async () => {
  appStore.set(selectedFiltersAtom, choosing('GONE-1'))
  holdChanges(async () => closeTables())
  await forgetGoneHouseholds()
  expect(appStore.get(selectedFiltersAtom)).toEqual(choosing('GONE-1'))
})

test('asks only when the count of erasures has moved, also since an earlier start', async () => {
  const { drafts } = deviceTables()
  await drafts.put({ ...A_DRAFT, selectedFilters: choosing('HERE-1') })
  appStore.set(erasureCountAtom, 0)
  await forgetGoneHouseholds()
  expect(asked(), 'nothing was ever erased').toHaveLength(0)
  appStore.set(erasureCountAtom, 3)
  await forgetGoneHouseholds()
  await forgetGoneHouseholds()
  expect(asked()).toHaveLength(1)
  // Another tab asks for what lies on the device, this one for its own selection.
  appStore.set(selectedFiltersAtom, choosing('GONE-1'))
  await deviceTables().kept.put({ id: 'erasures', count: 4, roundId: null })
  appStore.set(erasureCountAtom, 4)
  await forgetGoneHouseholds()
  expect(asked()).toHaveLength(2)
  expect(await everythingHeld()).not.toContain('GONE')
  // The next start, in a new tab.
  sessionStorage.clear()
  await forgetGoneHouseholds()
  expect(asked()).toHaveLength(2)
})

test('asks nothing before the server has confirmed the person, and at once when it has', async () => {
  appStore.set(selectedFiltersAtom, choosing('GONE-1'))
  appStore.set(erasureCountAtom, null)
  const stop = watchErasures()
  await forgetGoneHouseholds()
  expect(asked()).toEqual([])
  appStore.set(erasureCountAtom, 1)
  await vi.waitFor(async () => expect(await everythingHeld()).not.toContain('GONE'))
  stop()
})

test('another tab’s write while households are taken out is not lost', async () => {
  const { drafts, queue, templates } = deviceTables()
  await waiting('Both', ['GONE-1', 'HERE-1'])
  answers['/api/create-filter-template'] = { json: { detail: 'Not now' }, status: 503 }
  setOnline(true)
  const [item] = await queue.list()
  if (!item) throw new Error('nothing waits')
  await drafts.put({ ...A_DRAFT, selectedFilters: choosing('GONE-1') })
  await templates.put({ template_id: 1, filter_template_name: 'Mine', rows: [row('GONE-1')] })
  const [name = ''] = await databaseNames()
  const tab = await openDeviceDatabase(name)
  const typed = { ...A_DRAFT, updatedAt: '2099-01-01T00:00:00.000Z' }
  const sealed = await createSeal(A_KEY, 'drafts').seal(typed)
  const renamed = { template_id: 1, filter_template_name: 'Ours', rows: [row('HERE-1')] }
  const writes: PromiseLike<unknown>[] = []
  /** After the second reading, of the removal: the first looks for what is held. */
  const afterReading = <Value>(table: { list: () => Promise<Value[]> }, write: () => PromiseLike<unknown>) => {
    const list = table.list.bind(table)
    vi.spyOn(table, 'list')
      .mockImplementationOnce(list)
      .mockImplementationOnce(async () => {
        const found = await list()
        writes.push(write())
        return found
      })
  }
  afterReading(drafts, () => tab.table('drafts').put(sealed))
  afterReading(templates, () => tab.table('templates').put(renamed))
  afterReading(queue, () => tab.table('queue').delete(item.id))
  await forgetGoneHouseholds()
  expect(writes).toHaveLength(3)
  await Promise.all(writes)
  tab.close()
  vi.restoreAllMocks()
  expect(await drafts.list()).toEqual([typed])
  expect(await templates.list()).toEqual([renamed])
  expect(await queue.list()).toEqual([])
})

test('two tabs at once: the one that finds nothing left says nothing', async () => {
  await deviceTables().templates.put({ template_id: 1, filter_template_name: 'Mine', rows: [row('GONE-1')] })
  await Promise.all([forgetGoneHouseholds(), forgetGoneHouseholds()])
  expect(asked()).toHaveLength(2)
  expect(said()).toContain('It was removed from a template on this device.')
})

test('a count that moves back while it asks does not make it ask twice', async () => {
  appStore.set(selectedFiltersAtom, choosing('GONE-1'))
  const confirms: (() => void)[] = []
  holdChanges(() => new Promise<void>((resolve) => void confirms.push(resolve)))
  const stop = watchErasures()
  appStore.set(erasureCountAtom, null)
  appStore.set(erasureCountAtom, 1)
  await vi.waitFor(() => {
    confirms.forEach((confirm) => confirm())
    expect(appStore.get(selectedFiltersAtom)).not.toEqual(choosing('GONE-1'))
  })
  stop()
  expect(asked()).toHaveLength(1)
})

test('what is on screen is asked for again', async () => {
  appStore.set(selectedFiltersAtom, choosing('GONE-1'))
  const load = vi.fn(async () => 'figures')
  const stop = new QueryObserver(queryClient, { queryKey: ['figures'], queryFn: load }).subscribe(() => {})
  await vi.waitFor(() => expect(queryClient.getQueryData(['figures'])).toBe('figures'))
  await forgetGoneHouseholds()
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2))
  stop()
})

test('nothing is taken out of what waits while it is sent', async () => {
  const namesGone = (item: object) => JSON.stringify(item).includes('GONE')
  const { drafts, queue } = deviceTables()
  await waiting('Alone', ['GONE-2'])
  await drafts.put({ ...A_DRAFT, selectedFilters: choosing('GONE-1') })
  answers['/api/create-filter-template'] = { json: { detail: 'Not now' }, status: 503 }
  setOnline(true)
  const left: number[] = []
  const sending = holdQueue(async () => {
    await vi.waitFor(async () => expect(JSON.stringify(await drafts.list())).not.toContain('GONE'))
    for (let reading = 0; reading < 5; reading++) left.push((await queue.list()).filter(namesGone).length)
  })
  await Promise.all([sending, forgetGoneHouseholds()])
  expect(left).toEqual([1, 1, 1, 1, 1])
  expect(JSON.stringify(await queue.list())).not.toContain('GONE')
})
