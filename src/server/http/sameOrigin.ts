/** CSRF protection: browsers always send Origin or Sec-Fetch-Site with such calls. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config'
import { unauthorized } from './faults'

const HARMLESS_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses state-changing calls from other origins with 403. */
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
  // This server under another name; the browser writes both headers.
  return URL.canParse(origin) && new URL(origin).host === host
}
