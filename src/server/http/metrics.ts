import Fastify, { type FastifyInstance } from 'fastify'
import { requestSeconds, scrape } from '../lib/metrics'
import type { Services } from '../services'

/** Measures each request by route, never by address. */
export function requestMetricsPlugin(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    requestSeconds.observe(
      { method: request.method, route, status: String(reply.statusCode) },
      reply.elapsedTime / 1_000,
    )
  })
}

/** The server of `/metrics`, separate because it has no sign-in. */
export function buildMetricsApp(services: Pick<Services, 'queue' | 'snapshots'>): FastifyInstance {
  const app = Fastify({ logger: false })
  app.get('/metrics', async (_request, reply) => {
    const [content, type] = await scrape(services)
    return reply.type(type).send(content)
  })
  return app
}
