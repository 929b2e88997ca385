import { z } from 'zod'
import { toWorkerSchema } from '#offline/messages'
import type { AppFiles } from './appFiles'

// The content security policy forbids eval.
z.config({ jitless: true })

/** Those opened before the worker. */
export function controlOpenPages(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
}

/** Handles messages from pages. */
export function answerPages(worker: ServiceWorkerGlobalScope, files: Pick<AppFiles, 'keep'>): void {
  worker.addEventListener('message', (event) => {
    const message = toWorkerSchema.safeParse(event.data)
    if (!message.success) return
    switch (message.data.type) {
      case 'SKIP_WAITING':
        return void worker.skipWaiting()
      case 'CLAIM':
        return event.waitUntil(worker.clients.claim())
      case 'KEEP_FILES':
        return event.waitUntil(files.keep(message.data.role).then((missing) => event.ports[0]?.postMessage(missing)))
    }
  })
}
