import type { FastifyReply } from 'fastify'

/**
 * Aborts when the caller disconnects before the answer is sent. Not `request.signal`, which fires once the body is
 * read.
 */
export function hangUp({ raw }: FastifyReply): AbortSignal {
  if (raw.destroyed) return AbortSignal.abort()
  const controller = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort()
  })
  return controller.signal
}
