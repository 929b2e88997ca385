import { expect, test, vi } from 'vitest'
import { getBasemap } from '#contract/households/map'
import { PrecacheController } from 'workbox-precaching'
import { NavigationRoute } from 'workbox-routing'
import { BASEMAP_CACHE, PARTS_CACHE, FROM_NETWORK } from '#offline/caches'
import { answerPages, controlOpenPages } from './lifecycle'

/* The worker's rules without a browser: what it keeps, and what it does when asked. */

interface Plugin {
  cacheWillUpdate?: (part: { request: Request; response: Response }) => Promise<Response | null>
  cachedResponseWillBeUsed?: (part: { request: Request; cachedResponse: Response }) => Promise<Response | null>
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
const { routeBasemap, routePages, routeParts } = await import('./caching')
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

test.each([
  ['/assets/x.js', 'text/javascript; charset=utf-8'],
  ['/assets/x.css', 'text/css'],
  ['/assets/x.woff2', 'font/woff2'],
  [getBasemap.path, 'application/octet-stream'],
])('keeps and uses a whole answer of %s, and neither a refusal nor a page of a filter', async (path, type) => {
  const [onlyParts] = strategyOf(path)!.plugins
  const request = new Request(`https://doorstep.example${path}`)
  const answer = (contentType: string, status = 200) =>
    new Response('', { status, headers: { 'content-type': contentType } })
  const whole = answer(type)
  expect(await onlyParts?.cacheWillUpdate?.({ request, response: whole })).toBe(whole)
  expect(await onlyParts?.cachedResponseWillBeUsed?.({ request, cachedResponse: whole })).toBe(whole)
  for (const wrong of [answer(type, 404), answer('text/html; charset=utf-8')]) {
    expect(await onlyParts?.cacheWillUpdate?.({ request, response: wrong })).toBeNull()
    expect(await onlyParts?.cachedResponseWillBeUsed?.({ request, cachedResponse: wrong })).toBeNull()
  }
})

test('leaves pages to the network where a proxy before the server is to ask for a sign-in', () => {
  routePages(new PrecacheController())
  const { denylist } = vi.mocked(NavigationRoute).mock.lastCall?.[1] ?? {}
  const isLeft = (address: string) => denylist?.some((pattern) => pattern.test(address))
  expect(['/replies', '/?view=list'].map(isLeft)).toEqual([false, false])
  expect(['/health', `/replies?${FROM_NETWORK}=1`, `/?view=list&${FROM_NETWORK}=1`].map(isLeft)).toEqual([
    true,
    true,
    true,
  ])
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
  answerPages(worker, { keep: async (role) => [`assets/lost-for-${role}.js`] })
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

test('tells a page which files of its role it could not keep', async () => {
  const postMessage = vi.fn()
  aWorker().say({ type: 'KEEP_FILES', role: 'Viewer' }, [{ postMessage }])
  await vi.waitFor(() => expect(postMessage).toHaveBeenCalledWith(['assets/lost-for-Viewer.js']))
})
