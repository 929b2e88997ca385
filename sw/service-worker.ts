/// <reference lib="webworker" />
import { addRoute, cleanupOutdatedCaches, precache, type PrecacheEntry } from 'workbox-precaching'
import { routeBasemap, routePages, routeParts } from './caching'
import { answerPages, controlOpenPages } from './lifecycle'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] }

precache(self.__WB_MANIFEST)
cleanupOutdatedCaches()
// The first match answers: pages before the shell's files.
routePages()
addRoute()
routeParts()
routeBasemap()
controlOpenPages(self)
answerPages(self)
