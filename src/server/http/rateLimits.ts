import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { Fault } from './faults'

/** Limits calls per IP address on routes that set `config.rateLimit`. */
export async function rateLimitsPlugin(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: (_request, { after }) =>
      new Fault(429, 'too_many_requests', `Too many attempts. Wait ${after} and try again.`),
  })
}
