import { z } from 'zod'
import { toWorkerSchema } from '#offline/messages'

// The content security policy forbids eval.
z.config({ jitless: true })

/** Where earlier versions kept the filter catalogue, which is in the device's database now. */
const FORMER_CACHE = 'doorstep-user-catalogue'

/** Serves pages that were open before the worker. */
export function controlOpenPages(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('activate', (event) =>
    event.waitUntil(Promise.all([worker.clients.claim(), worker.caches.delete(FORMER_CACHE)])),
  )
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
    }
  })
}
