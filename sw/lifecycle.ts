/**
 * How the worker updates and forgets. Policy: a new version waits until a page asks for it (`SKIP_WAITING`), and then
 * serves every open page; the pages themselves decide when they reload.
 */
import { deleteUserCaches } from '#offline/caches'
import { z } from 'zod'
import { toWorkerSchema } from '#offline/messages'
import { personLeft } from './person'

// The content security policy forbids code made from text, in the worker as in the page.
z.config({ jitless: true })

/** Serves the pages that were open before there was a worker. */
export function controlOpenPages(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
}

/** Does what a page asks for; what is not a message of ours is let pass. */
export function answerPages(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('message', (event) => {
    const message = toWorkerSchema.safeParse(event.data)
    if (!message.success) return
    switch (message.data.type) {
      case 'SKIP_WAITING':
        return void worker.skipWaiting()
      case 'CLAIM':
        return event.waitUntil(worker.clients.claim())
      case 'WIPE':
        personLeft()
        return event.waitUntil(deleteUserCaches(worker.caches).then(() => event.ports[0]?.postMessage('wiped')))
    }
  })
}
