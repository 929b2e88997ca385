import { deleteUserCaches } from '#offline/caches'
import { z } from 'zod'
import { toWorkerSchema } from '#offline/messages'
import { personLeft } from './person'

// The content security policy forbids eval.
z.config({ jitless: true })

/** Serves pages that were open before the worker. */
export function controlOpenPages(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
}

/** Does what pages ask for. */
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
