import { beforeEach, expect, test, vi } from 'vitest'
import { getAllFilters } from '#contract/filters'
import { CATALOGUE_CACHE, PARTS_CACHE } from '#offline/caches'
import { answerPages, controlOpenPages } from './lifecycle'
import { isOfThisPerson, personLeft, personNow } from './person'

/* The worker's rules without a browser: what it keeps, what it tells, and what it does when told. */

interface Kept {
  request: Request
  response: Response
  state: Record<string, unknown>
}
interface Plugin {
  requestWillFetch?: (part: Pick<Kept, 'request' | 'state'>) => Promise<unknown>
  fetchDidSucceed?: (part: Pick<Kept, 'response'>) => Promise<unknown>
  cacheWillUpdate?: (part: Pick<Kept, 'response' | 'state'>) => Promise<Response | null>
  cacheDidUpdate?: (part: { oldResponse: Response | null; newResponse: Response }) => Promise<void>
}
type Match = (part: { url: URL; sameOrigin: boolean }) => boolean
interface Strategy {
  cacheName: string
  plugins: Plugin[]
}

const routes = vi.hoisted((): [unknown, unknown][] => [])
vi.mock('workbox-routing', () => ({
  registerRoute: (match: unknown, strategy: unknown) => routes.push([match, strategy]),
  NavigationRoute: vi.fn(),
}))
const { routeCatalogue, routeParts } = await import('./caching')
routeParts()
routeCatalogue()
const found = routes as [Match, Strategy][]

const strategyOf = (path: string, sameOrigin = true) =>
  found.find(([match]) => match({ url: new URL(path, 'https://doorstep.example'), sameOrigin }))?.[1]
const catalogue = strategyOf(getAllFilters.path)!

const deleted: string[] = []
beforeEach(() => {
  deleted.length = 0
  vi.stubGlobal('caches', {
    keys: async () => [CATALOGUE_CACHE, PARTS_CACHE],
    delete: async (name: string) => deleted.push(name),
  })
})

/** Whether an answer that came between these two moments is kept. */
async function isKept(response: Response, meanwhile: () => void = () => {}): Promise<boolean> {
  const state: Record<string, unknown> = {}
  const request = new Request('https://doorstep.example/api/all-filters')
  for (const plugin of catalogue.plugins) await plugin.requestWillFetch?.({ request, state })
  meanwhile()
  for (const plugin of catalogue.plugins) await plugin.fetchDidSucceed?.({ response })
  let kept: Response | null = response
  for (const plugin of catalogue.plugins) {
    if (plugin.cacheWillUpdate && kept) kept = await plugin.cacheWillUpdate({ response: kept, state })
  }
  return kept !== null
}

test('keeps the filter catalogue and the code of the app, and nothing else of the server', () => {
  expect(catalogue.cacheName).toBe(CATALOGUE_CACHE)
  expect(strategyOf('/assets/maplibre-1.js')?.cacheName).toBe(PARTS_CACHE)
  for (const path of [
    '/api/session/user',
    '/api/all-filters?query=x',
    '/api/household-reference-filter',
    '/files/a.pdf',
    '/health',
  ]) {
    expect(strategyOf(path), path).toBeUndefined()
  }
  expect(strategyOf('/assets/x.js', false)).toBeUndefined()
})

test('keeps a whole answer, and no refusal', async () => {
  expect(await isKept(new Response('[]'))).toBe(true)
  expect(await isKept(new Response('{}', { status: 500 }))).toBe(false)
  expect(deleted).toEqual([])
})

test('a 401 removes what is kept of the person', async () => {
  expect(await isKept(new Response('{}', { status: 401 }))).toBe(false)
  expect(deleted).toEqual([CATALOGUE_CACHE])
})

test('an answer whose person has left meanwhile is not kept for the next', async () => {
  expect(await isKept(new Response('[]'), personLeft)).toBe(false)
})

test('tells the pages of a catalogue that differs from the one they were shown', async () => {
  const told: unknown[] = []
  const page = { postMessage: (message: unknown) => told.push(message) }
  vi.stubGlobal('self', Object.assign(globalThis, { clients: { matchAll: async () => [page] } }))
  const plugin = catalogue.plugins.find((one) => one.cacheDidUpdate)
  await plugin?.cacheDidUpdate?.({ oldResponse: null, newResponse: new Response('[1]') })
  await plugin?.cacheDidUpdate?.({ oldResponse: new Response('[1]'), newResponse: new Response('[1]') })
  expect(told).toEqual([])
  await plugin?.cacheDidUpdate?.({ oldResponse: new Response('[1]'), newResponse: new Response('[2]') })
  expect(told).toEqual([{ type: 'CATALOGUE_CHANGED' }])
})

/** A worker that can be sent messages. */
function aWorker() {
  const listeners = new Map<string, (event: unknown) => void>()
  const claim = vi.fn(async () => {})
  const skipWaiting = vi.fn(async () => {})
  const scope = {
    clients: { claim },
    skipWaiting,
    caches,
    addEventListener: (name: string, listener: (event: unknown) => void) => listeners.set(name, listener),
  }
  // Only what the two functions below touch of a worker's scope.
  const worker = scope as unknown as ServiceWorkerGlobalScope
  controlOpenPages(worker)
  answerPages(worker)
  const waitUntil = (work: Promise<unknown>) => work
  const answer = vi.fn()
  const say = (data: unknown) => listeners.get('message')?.({ data, waitUntil, ports: [{ postMessage: answer }] })
  return { claim, skipWaiting, say, answer, activate: () => listeners.get('activate')?.({ waitUntil }) }
}

test('a new version takes over when a page asks, and only then; it serves every open page', () => {
  const { claim, skipWaiting, say, activate } = aWorker()
  for (const nonsense of [null, 'SKIP_WAITING', { type: 'OTHER' }]) say(nonsense)
  expect(skipWaiting).not.toHaveBeenCalled()
  say({ type: 'SKIP_WAITING' })
  expect(skipWaiting).toHaveBeenCalledOnce()
  activate()
  expect(claim).toHaveBeenCalledOnce()
  say({ type: 'CLAIM' })
  expect(claim).toHaveBeenCalledTimes(2)
})

test('told to wipe, it forgets the person and says when it is done', async () => {
  const { say, answer } = aWorker()
  const before = personNow()
  say({ type: 'WIPE' })
  await vi.waitFor(() => expect(answer).toHaveBeenCalledWith('wiped'))
  expect(isOfThisPerson(before)).toBe(false)
  expect(deleted).toEqual([CATALOGUE_CACHE])
})
