/** An untrusted proxy makes all callers one: they share its rate limits. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'

export const forwardings = z.enum(['none', 'trusted', 'untrusted'])

/** Whether a proxy names the caller, and TRUST_PROXY accepts it. */
export function readForwarding({ headers, ips }: Pick<FastifyRequest, 'headers' | 'ips'>): z.infer<typeof forwardings> {
  if (headers['x-forwarded-for'] === undefined) return 'none'
  // Fastify adds the header's addresses only where trusted.
  return (ips?.length ?? 0) > 1 ? 'trusted' : 'untrusted'
}

/** Logs it once, without the address, which may be a person's. */
export function forwardingPlugin(app: FastifyInstance): void {
  const state = { isSaid: false }
  app.addHook('onRequest', async (request) => {
    if (state.isSaid || readForwarding(request) !== 'untrusted') return
    state.isSaid = true
    request.log.warn(
      'X-Forwarded-For comes from an address that TRUST_PROXY does not name, so that rate limits count all its callers as ' +
        'one. If it is your proxy, set TRUST_PROXY to its address, or to loopback where it runs on this machine.',
    )
  })
}
