/** Caches the shell, code that was needed once, and the filter catalogue: nothing else of the API. */
/// <reference lib="webworker" />
import type { RouteHandlerCallback } from 'workbox-core/types'
import { ExpirationPlugin } from 'workbox-expiration'
import { createHandlerBoundToURL } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst, StaleWhileRevalidate } from 'workbox-strategies'
import { getAllFilters } from '#contract/filters'
import { pageOf } from '#contract/pages'
import type { FromWorker } from '#offline/messages'
import { CATALOGUE_CACHE, PARTS_CACHE, SERVER_PATHS, deleteUserCaches } from '#offline/caches'
import { isOfThisPerson, personNow } from './person'

declare const self: ServiceWorkerGlobalScope

/** The least recently used go first. */
const MOST_PARTS = 80

/** Every address is the app's page. Read whole: a logout in another tab may empty the cache meanwhile. */
export function routePages(): void {
  const page: RouteHandlerCallback = async (options) => {
    try {
      const kept = await createHandlerBoundToURL(`/${pageOf(options.url.pathname)}`)(options)
      return new Response(await kept.arrayBuffer(), kept)
    } catch {
      return fetch(options.request)
    }
  }
  registerRoute(new NavigationRoute(page, { denylist: [SERVER_PATHS] }))
}

/** Code needed once comes from the device. */
export function routeParts(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
    new CacheFirst({
      cacheName: PARTS_CACHE,
      plugins: [onlyWhole, new ExpirationPlugin({ maxEntries: MOST_PARTS })],
    }),
  )
}

/** The catalogue comes from the device first, then from the server. */
export function routeCatalogue(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === getAllFilters.path && url.search === '',
    new StaleWhileRevalidate({
      cacheName: CATALOGUE_CACHE,
      matchOptions: { ignoreVary: true },
      plugins: [onlyWhole, ofOnePerson, tellsOfChange],
    }),
  )
}

const onlyWhole = {
  cacheWillUpdate: async ({ response }: { response: Response }) =>
    response.status === 200 && !response.redirected ? response : null,
}

/** An answer that comes after its person left is not cached. */
const ofOnePerson = {
  requestWillFetch: async ({ request, state }: { request: Request; state?: Record<string, unknown> }) => {
    if (state) state.person = personNow()
    return request
  },
  fetchDidSucceed: async ({ response }: { response: Response }) => {
    if (response.status === 401) await deleteUserCaches(caches)
    return response
  },
  cacheWillUpdate: async ({ response, state }: { response: Response; state?: Record<string, unknown> }) =>
    isOfThisPerson(state?.person) ? response : null,
}

const tellsOfChange = {
  cacheDidUpdate: async ({ oldResponse, newResponse }: { oldResponse?: Response | null; newResponse: Response }) => {
    if (!oldResponse || (await oldResponse.text()) === (await newResponse.text())) return
    for (const page of await self.clients.matchAll({ type: 'window' })) {
      page.postMessage({ type: 'CATALOGUE_CHANGED' } satisfies FromWorker)
    }
  },
}
