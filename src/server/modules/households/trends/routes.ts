import type { FastifyInstance } from 'fastify'
import { getMoves, getTrends } from '#contract/households/trends'
import { anySignedIn, disconnectSignal, route } from '../../../http/route'
import type { TrendsService } from './service'

/** Never cached. */
export function trendsRoutes(app: FastifyInstance, trends: TrendsService): void {
  route(app, getTrends, anySignedIn, ({ person, body, reply }) => {
    reply.header('cache-control', 'no-store')
    return trends.months(person, body, disconnectSignal(reply))
  })
  route(app, getMoves, anySignedIn, ({ person, body: { month, ...request }, reply }) => {
    reply.header('cache-control', 'no-store')
    return trends.moves(person, request, month, disconnectSignal(reply))
  })
}
