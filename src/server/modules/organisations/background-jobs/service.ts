import type { getJobs } from '#contract/organisations/backgroundJobs'
import type { z } from 'zod'
import { conflict } from '../../../http/faults'
import type { Queue } from '../../../jobs/queue'
import type { Person } from '../../../http/person'
import type { AuditService } from '../audit/service'
import type { OrganisationsService } from '../organisations/service'

interface QueueDependencies {
  readonly queue: Queue
  readonly organisations: OrganisationsService
  readonly audit: AuditService
}

export type BackgroundJobsService = ReturnType<typeof createBackgroundJobsService>

/** The queue as super administrators see it. */
export function createBackgroundJobsService({ queue, organisations, audit }: QueueDependencies) {
  async function list(): Promise<z.input<typeof getJobs.reply>> {
    const [{ jobs, total }, all] = await Promise.all([queue.pending(), organisations.list()])
    const names = new Map(all.map(({ id, listedName }) => [id, listedName]))
    return {
      jobs: jobs.map(({ organisationId, createdAt, dueAt, ...job }) => ({
        ...job,
        organisation: organisationId === null ? null : (names.get(organisationId) ?? null),
        created_at: createdAt,
        due_at: dueAt,
      })),
      total,
    }
  }

  return {
    list,
    /** Audited. @throws Fault 409 unless it failed or waits for a retry */
    async retry(person: Person, id: string) {
      const organisationId = await queue.retry(id)
      if (organisationId === undefined) throw conflict('This job has moved on meanwhile. Look at the list again.')
      await audit.record({ ...person, organisationId: organisationId ?? person.organisationId }, 'job_retried', id)
      return list()
    },
  }
}
