import type { FastifyInstance } from 'fastify'
import { nothingHere } from './faults'

/** Fastify reads no body of these. */
const BODILESS_METHODS = new Set(['GET', 'HEAD'])

/**
 * Parses JSON bodies; empty ones count as none, and `__proto__` is refused. Where nothing is, nothing is read: no
 * turn would be waited for there.
 */
export function bodiesPlugin(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (request.is404 && !BODILESS_METHODS.has(request.method)) throw nothingHere()
  })
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.trim() === '') done(null, undefined)
    else void parse(request, body, done)
  })
}
