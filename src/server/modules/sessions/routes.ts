import type { FastifyInstance } from 'fastify'
import { getSessionUser } from '#contract/session'
import { notSignedIn } from '../../faults'
import { anySignedIn, route } from '../../route'

export function sessionRoutes(app: FastifyInstance): void {
  route(app, getSessionUser, anySignedIn, async ({ request }) => {
    if (!request.sessionUser) throw notSignedIn()
    return request.sessionUser
  })
}
