/// <reference lib="webworker" />
/*
 * The service worker: events only. What is cached stands in caching.ts, how it updates and forgets in lifecycle.ts.
 */
import { addRoute, cleanupOutdatedCaches, precache, type PrecacheEntry } from 'workbox-precaching'
import { routeCatalogue, routePages, routeParts } from './caching'
import { answerPages, controlOpenPages } from './lifecycle'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] }

precache(self.__WB_MANIFEST)
cleanupOutdatedCaches()
// The first route that fits answers: pages before the files of the shell.
routePages()
addRoute()
routeParts()
routeCatalogue()
controlOpenPages(self)
answerPages(self)
