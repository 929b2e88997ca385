/// <reference lib="webworker" />
/*
 * The service worker: events only. What is cached stands in caching.ts, how it updates and forgets in lifecycle.ts.
 */
import { precacheAndRoute, cleanupOutdatedCaches, type PrecacheEntry } from 'workbox-precaching'
import { pageOf } from '#contract/pages'
import { routeCatalogue, routePages, routeParts } from './caching'
import { answerPages, controlOpenPages } from './lifecycle'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] }

precacheAndRoute(self.__WB_MANIFEST, { directoryIndex: pageOf('/') })
cleanupOutdatedCaches()
routePages()
routeParts()
routeCatalogue()
controlOpenPages(self)
answerPages(self)
