import type { FastifyInstance } from 'fastify'

/** Parses JSON bodies; empty ones count as none, and `__proto__` is refused. */
export function bodiesPlugin(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.trim() === '') done(null, undefined)
    else void parse(request, body, done)
  })
}
