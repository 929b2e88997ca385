/**
 * Policy: calls that change something are taken from this site's own pages only. A
 * browser always says where such a call comes from; what says nothing is not a browser, and carries
 * no one's cookie unasked.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config'
import { unauthorized } from '../faults'

const HARMLESS_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses state-changing calls from another origin with 403 'unauthorized'. */
export function sameOriginPlugin(app: FastifyInstance, { publicUrl }: Pick<Config, 'publicUrl'>): void {
  const publicOrigin = new URL(publicUrl).origin
  app.addHook('onRequest', async (request) => {
    if (!HARMLESS_METHODS.has(request.method) && !isOwn(request, publicOrigin)) throw unauthorized()
  })
}

function isOwn({ headers, host }: FastifyRequest, publicOrigin: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  const { origin } = headers
  if (origin === undefined || origin === publicOrigin) return true
  // The same server under another of its names: the browser itself writes both headers.
  return URL.canParse(origin) && new URL(origin).host === host
}
