import type { FastifyInstance } from 'fastify'

/**
 * JSON bodies. An empty one means "no body", because browsers send the content type with calls that
 * carry nothing; keys that would reach an object's prototype are refused.
 */
export function bodiesPlugin(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.trim() === '') done(null, undefined)
    else void parse(request, body, done)
  })
}
