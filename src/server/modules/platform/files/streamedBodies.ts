import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { badRequest, Fault } from '../../../http/faults'

/** Routes in this scope read bodies themselves. */
export function streamBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
}

/** Hands on the body of an upload. @throws Fault 400 when the caller breaks off */
export async function receiveBody(request: FastifyRequest, take: (content: Readable) => Promise<void>): Promise<void> {
  try {
    await take(request.body instanceof Readable ? request.body : Readable.from([]))
  } catch (error) {
    // The caller has gone.
    if (!(error instanceof Fault) && request.raw.destroyed)
      throw badRequest('The upload was interrupted.', 'interrupted')
    throw error
  }
}
