import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { sql } from 'drizzle-orm'
import type { Services } from '../services'

/** `GET /health`: 503 while stopping or without a database. */
export function healthPlugin(app: FastifyInstance, { database }: Pick<Services, 'database'>): void {
  const state = { stopping: false }
  app.addHook('preClose', async () => {
    state.stopping = true
  })
  const answer = z.object({ status: z.enum(['ready', 'stopping', 'unavailable']) })
  const schema = { hide: true, response: { 200: answer, 503: answer } }
  app.get('/health', { schema, logLevel: 'warn' }, async (request, reply) => {
    if (state.stopping) return reply.status(503).send({ status: 'stopping' })
    try {
      await database.asSystem((tx) => tx.execute(sql`select 1`))
      return { status: 'ready' }
    } catch (error) {
      request.log.error({ err: error }, 'The records do not answer')
      return reply.status(503).send({ status: 'unavailable' })
    }
  })
}
