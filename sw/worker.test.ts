import { expect, test, vi } from 'vitest'
import { getBasemap } from '#contract/households/map'
import { BASEMAP_CACHE, PARTS_CACHE } from '#offline/caches'
import { answerPages, controlOpenPages } from './lifecycle'

/* The worker's rules without a browser: what it keeps, and what it does when asked. */

interface Plugin {
  cacheWillUpdate?: (part: { response: Response }) => Promise<Response | null>
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
const { routeBasemap, routeParts } = await import('./caching')
routeParts()
routeBasemap()
const found = routes as [Match, Strategy][]

const strategyOf = (path: string, sameOrigin = true) =>
  found.find(([match]) => match({ url: new URL(path, 'https://doorstep.example'), sameOrigin }))?.[1]

test('keeps the code of the app and the streets, and nothing else of the API', () => {
  expect(strategyOf('/assets/maplibre-1.js')?.cacheName).toBe(PARTS_CACHE)
  expect(strategyOf(getBasemap.path)?.cacheName).toBe(BASEMAP_CACHE)
  for (const path of ['/api/all-filters', '/api/session/user', '/files/a.pdf', '/health']) {
    expect(strategyOf(path), path).toBeUndefined()
  }
  expect(strategyOf('/assets/x.js', false)).toBeUndefined()
})

test.each(['/assets/x.js', getBasemap.path])('keeps a whole answer of %s, and no refusal', async (path) => {
  const [onlyWhole] = strategyOf(path)!.plugins
  const [whole, refusal] = [new Response(''), new Response('', { status: 404 })]
  expect(await onlyWhole?.cacheWillUpdate?.({ response: whole })).toBe(whole)
  expect(await onlyWhole?.cacheWillUpdate?.({ response: refusal })).toBeNull()
})

/** A worker that can be sent messages. */
function aWorker() {
  const listeners = new Map<string, (event: unknown) => void>()
  const claim = vi.fn(async () => {})
  const skipWaiting = vi.fn(async () => {})
  const scope = {
    clients: { claim },
    skipWaiting,
    addEventListener: (name: string, listener: (event: unknown) => void) => listeners.set(name, listener),
  }
  // Only what the two functions below touch of a worker's scope.
  const worker = scope as unknown as ServiceWorkerGlobalScope
  controlOpenPages(worker)
  answerPages(worker, { keep: async () => ['assets/lost.js'] })
  const waitUntil = (work: Promise<unknown>) => work
  const say = (data: unknown, ports: unknown[] = []) => listeners.get('message')?.({ data, ports, waitUntil })
  return { claim, skipWaiting, say, activate: () => listeners.get('activate')?.({ waitUntil }) }
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

test('tells a page which files it could not keep', async () => {
  const postMessage = vi.fn()
  aWorker().say({ type: 'KEEP_FILES' }, [{ postMessage }])
  await vi.waitFor(() => expect(postMessage).toHaveBeenCalledWith(['assets/lost.js']))
})
