import type { FastifyReply } from 'fastify'

/**
 * Fires when the connection ends before the answer has left, or has ended already: whoever hangs up at once is gone
 * before a handler is asked. Not `request.signal`: that fires when the body has been read.
 */
export function hangUp({ raw }: FastifyReply): AbortSignal {
  if (raw.destroyed) return AbortSignal.abort()
  const controller = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort()
  })
  return controller.signal
}
