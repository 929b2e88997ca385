import type { FastifyInstance } from 'fastify'
import { getJobs, retryJob } from '#contract/organisations/backgroundJobs'
import { route, superAdminOfProvider } from '../../../http/route'
import type { BackgroundJobsService } from './service'

/** Queued work, for super administrators. */
export function backgroundJobsRoutes(app: FastifyInstance, backgroundJobs: BackgroundJobsService): void {
  route(app, getJobs, superAdminOfProvider, () => backgroundJobs.list())
  route(app, retryJob, superAdminOfProvider, ({ person, body }) => backgroundJobs.retry(person, body.id))
}
