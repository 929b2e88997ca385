import type { FastifyInstance } from 'fastify'
import { getJobs, retryJob } from '#contract/organisations/backgroundJobs'
import { route, superAdminOfProvider } from '../../../http/route'
import type { Services } from '../../../services'

/** Queued work, for super administrators. */
export function queueRoutes(app: FastifyInstance, { jobs }: Pick<Services, 'jobs'>): void {
  route(app, getJobs, superAdminOfProvider, () => jobs.list())
  route(app, retryJob, superAdminOfProvider, ({ person, body }) => jobs.retry(person, body.id))
}
