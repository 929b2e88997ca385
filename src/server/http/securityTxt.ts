/** RFC 9116. */
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config'

/** RFC 9116 recommends less than a year. */
const GOOD_FOR_DAYS = 180
const DAY_MS = 24 * 60 * 60 * 1000

/** `/.well-known/security.txt`, if a support address is set. */
export function securityTxtPlugin(app: FastifyInstance, { supportEmail, publicUrl }: Config): void {
  if (supportEmail === undefined) return
  app.get('/.well-known/security.txt', { schema: { hide: true }, logLevel: 'warn' }, (_request, reply) => {
    const expires = new Date(Math.floor(Date.now() / DAY_MS + GOOD_FOR_DAYS) * DAY_MS).toISOString()
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(
        [
          `Contact: mailto:${supportEmail}`,
          `Expires: ${expires}`,
          'Preferred-Languages: en, cy',
          `Canonical: ${new URL('/.well-known/security.txt', publicUrl).href}`,
          '',
        ].join('\n'),
      )
  })
}
