/// <reference lib="webworker" />
import { cleanupOutdatedCaches, PrecacheRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { AppFiles, installFiles, type AppFile } from './appFiles'
import { routeBasemap, routePages, routeParts } from './caching'
import { answerPages, controlOpenPages } from './lifecycle'
import { sendQueueInBackground } from './sendQueue'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: AppFile[] }

const files = new AppFiles(self.__WB_MANIFEST)
installFiles(self, files)
cleanupOutdatedCaches()
// The first match answers: pages before the shell's files.
routePages(files.controller)
registerRoute(new PrecacheRoute(files.controller))
routeParts()
routeBasemap()
controlOpenPages(self)
answerPages(self, files)
sendQueueInBackground(self)
