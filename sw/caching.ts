/** Shell, used code, and the area's streets; nothing else of the API. */
/// <reference lib="webworker" />
import type { RouteHandlerCallback } from 'workbox-core/types'
import { ExpirationPlugin } from 'workbox-expiration'
import type { PrecacheController } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst } from 'workbox-strategies'
import { choosePage } from '#contract/platform/pages'
import { BASEMAP_CACHE, BASEMAP_PATH, PARTS_CACHE, PAST_THE_DEVICE, SERVER_PATHS } from '#offline/caches'
import { isPart } from '#offline/parts'

const MAX_PARTS = 80

/** When the browser has cleared the files and there is no connection. */
const NOTHING_KEPT =
  '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
  '<title>Doorstep</title><h1>Doorstep cannot start offline</h1>' +
  '<p>Its files are no longer on this device: the browser has removed them. Connect, then open Doorstep again; ' +
  'it fetches them by itself.</p></html>'
const PLAIN_PAGE = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

/** Every address is the app's page; read whole, because a logout elsewhere may empty the cache. */
export function routePages(files: PrecacheController): void {
  const page: RouteHandlerCallback = async (options) => {
    try {
      // It cannot see the session's cookie, and the files are on the device.
      const kept = await files.createHandlerBoundToURL(`/${choosePage(options.url.pathname, true)}`)(options)
      return new Response(await kept.arrayBuffer(), kept)
    } catch {
      return fetch(options.request).catch(() => new Response(NOTHING_KEPT, { status: 503, headers: PLAIN_PAGE }))
    }
  }
  registerRoute(new NavigationRoute(page, { denylist: [SERVER_PATHS, PAST_THE_DEVICE] }))
}

/** Serves code once used from the device. */
export function routeParts(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
    new CacheFirst({
      cacheName: PARTS_CACHE,
      plugins: [onlyParts, new ExpirationPlugin({ maxEntries: MAX_PARTS })],
    }),
  )
}

/** Keeps streets for when the server does not answer; the page reads them (src/offline/basemap.ts). */
export function routeBasemap(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === BASEMAP_PATH,
    new NetworkFirst({ cacheName: BASEMAP_CACHE, plugins: [onlyParts] }),
  )
}

/** Neither keeps nor uses what a filter on the network answered in place of the server. */
const onlyParts = {
  cacheWillUpdate: async ({ request, response }: { request: Request; response: Response }) =>
    isPart(request.url, response) ? response : null,
  cachedResponseWillBeUsed: async ({ request, cachedResponse }: { request: Request; cachedResponse?: Response }) =>
    cachedResponse && isPart(request.url, cachedResponse) ? cachedResponse : null,
}
