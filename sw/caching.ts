/**
 * What is cached. Policy (docs/product.md#the-device): the shell (precached), code that was needed once (the map,
 * charts, the chat: named by their content, so they never change), and the filter catalogue of the person signed in.
 * Nothing else of the API, and no page of ours in the place of an answer of the server.
 */
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

/** Parts of versions gone by are let go: first the one that was not needed for longest. */
const MOST_PARTS = 80

/**
 * Every address that a person may open is the app's page, in the edition of that address. It is handed over whole: a
 * logout in another tab has the browser empty its storage, and a page that is still being read from there is an error.
 */
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

/** Code that was needed once comes from the device after that. */
export function routeParts(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
    new CacheFirst({
      cacheName: PARTS_CACHE,
      plugins: [onlyWhole, new ExpirationPlugin({ maxEntries: MOST_PARTS })],
    }),
  )
}

/** The filter catalogue comes from the device first, and from the server behind it. */
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

/** A 404, a redirect or an answer of another kind is never kept. */
const onlyWhole = {
  cacheWillUpdate: async ({ response }: { response: Response }) =>
    response.status === 200 && !response.redirected ? response : null,
}

/** An answer that was on its way while its person left is not kept for the next one. */
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

/** People looked at the one kept before while the new one came: the pages are told when it differs. */
const tellsOfChange = {
  cacheDidUpdate: async ({ oldResponse, newResponse }: { oldResponse?: Response | null; newResponse: Response }) => {
    if (!oldResponse || (await oldResponse.text()) === (await newResponse.text())) return
    for (const page of await self.clients.matchAll({ type: 'window' })) {
      page.postMessage({ type: 'CATALOGUE_CHANGED' } satisfies FromWorker)
    }
  },
}
