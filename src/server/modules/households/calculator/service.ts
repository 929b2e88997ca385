import { text } from 'node:stream/consumers'
import type { CalculatorJob } from '#contract/households/calculator'
import type { FilterRequest } from '#contract/households/filters'
import { londonDay } from '#contract/days'
import type { CsvFile } from '../../../lib/csv'
import type { Tx } from '../../../db/engine'
import { Fault, notFound } from '../../../http/faults'
import type { Queue } from '../../../jobs/queue'
import type { Person } from '../../../http/person'
import {
  allowExport,
  purposeInName,
  purposeInWords,
  requireShown,
  type RoleNeedToKnow,
  type NeedToKnowService,
} from '../need-to-know/service'
import { isEstimateHidden } from '../need-to-know/groups'
import { isFewHouseholds } from '../need-to-know/looks'
import type { AuditService } from '../../organisations/audit/service'
import { columnsOfEstimate } from '../estimates/benefits'
import type { FiltersService } from '../filters/service'
import { CALCULATOR_JOB, makeFileKey, runCalculatorJob, type CalculatorJobDependencies } from './job'
import * as repo from './repo'

export interface CalculatorDependencies extends CalculatorJobDependencies {
  readonly queue: Queue
  readonly filters: Pick<FiltersService, 'compile'>
  readonly audit: AuditService
  readonly needToKnow: NeedToKnowService
}

const CALCULATOR = 'The calculator'

const MAX_JOBS = 100

/** docs/security.md#what-one-person-can-store */
const MOST_JOBS_OF_A_PERSON = 100
const WITHIN_MS = 7 * 24 * 60 * 60 * 1000

export type CalculatorService = ReturnType<typeof createCalculatorService>

/** Registers its job: call before the queue starts. */
export function createCalculatorService(deps: CalculatorDependencies) {
  const { database, queue, snapshots, audit, needToKnow } = deps

  queue.work(CALCULATOR_JOB, (work) => runCalculatorJob(deps, work))

  return {
    /** Whether results reveal nothing hidden from the role. */
    mayUse: ({ hidden }: RoleNeedToKnow): boolean => !isEstimateHidden(hidden, 'unclaimed_a_year'),

    /** @returns a sentence for people. @throws Fault 404, 409, 422, 429 */
    async send(person: Person, request: FilterRequest): Promise<string> {
      const { organisationId } = person
      const own = await needToKnow.of(person)
      requireShown(own, columnsOfEstimate('unclaimed_a_year'), CALCULATOR)
      const snapshot = await snapshots.latest(organisationId)
      const predicate = await deps.filters.compile(snapshot, request, own)
      const householdCount = await snapshot.count(predicate)
      await needToKnow.noteMatching(person, snapshot, predicate, householdCount)
      if (householdCount === 0) {
        throw new Fault(422, 'no_households', 'No households match these filters, so none were sent to the calculator.')
      }
      const { month, version } = snapshot
      await database.forOrganisation(organisationId, async (tx) => {
        const since = new Date(Date.now() - WITHIN_MS)
        if ((await repo.countJobsOf(tx, person.userId, since)) >= MOST_JOBS_OF_A_PERSON)
          throw new Fault(
            429,
            'too_many_jobs',
            `You have sent households to the calculator ${MOST_JOBS_OF_A_PERSON} times within 7 days, which is as many results as Doorstep stores for a person. Try again tomorrow.`,
          )
        const jobId = await repo.addJob(tx, { organisationId, requestedBy: person.userId, householdCount })
        await queue.send(tx, CALCULATOR_JOB, { jobId, organisationId, month, version, request })
        await audit.recordIn(tx, person, 'calculator', `households to the calculator ${month}`, householdCount)
      })
      const noun = householdCount === 1 ? 'household' : 'households'
      return `${householdCount.toLocaleString('en-GB')} ${noun} sent to the calculator`
    },

    async jobs(organisationId: string): Promise<CalculatorJob[]> {
      const found = await database.forOrganisation(organisationId, (tx) => repo.recentJobs(tx, MAX_JOBS))
      return found.map(asJob)
    },

    resultFiles: async (tx: Tx, organisationId: string): Promise<string[]> =>
      (await repo.resultKeys(tx, organisationId)).map(makeFileKey),

    /** Removes stopped jobs' results; another attempt makes them again. */
    async removeUnfinished(organisationId: string): Promise<void> {
      const keys = await database.forOrganisation(organisationId, (tx) => repo.unfinishedJobs(tx, organisationId))
      for (const key of keys) await deps.files.remove(makeFileKey(key))
    },

    /** The queue keeps finished jobs' filters, which may name households. */
    forgetQueued: (organisationId: string): Promise<void> => queue.forget(organisationId, CALCULATOR_JOB.name),

    async deleteBefore(organisationId: string, before: Date): Promise<number> {
      const jobs = await database.forOrganisation(organisationId, async (tx) => {
        const gone = await repo.deleteCalculatorJobs(tx, organisationId, before)
        // Before the commit: a row never goes without its file.
        for (const key of gone) await deps.files.remove(makeFileKey(key))
        return gone
      })
      return jobs.length
    },

    /** Audited. @throws Fault 403, 404, 409, 422 */
    async result(person: Person, jobId: string, wanted: string | undefined): Promise<CsvFile> {
      const own = await needToKnow.of(person)
      requireShown(own, columnsOfEstimate('unclaimed_a_year'), CALCULATOR)
      const purpose = allowExport(own, wanted)
      const job = await database.forOrganisation(person.organisationId, (tx) => repo.findJob(tx, jobId))
      if (!job?.resultKey) throw notFound('There is no such result.')
      const open = () => deps.files.open(makeFileKey(job.resultKey ?? ''))
      const stream = await open()
      if (!stream) throw notFound('The result is no longer there. Send the households again.')
      if (isFewHouseholds(job.householdCount)) {
        const few = await open()
        if (few) await needToKnow.lookedAt(person, 'calculator result', readFirstCells(await text(few)))
      }
      const day = londonDay(job.createdAt)
      await audit.record(person, 'export', `calculator result ${day}${purposeInWords(purpose)}`, job.householdCount)
      return { name: `calculator-${day}${purposeInName(purpose)}.csv`, stream }
    },
  }
}

const readFirstCells = (csv: string): string[] =>
  csv
    .split('\r\n')
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => (line.startsWith('"') ? line.slice(1, line.indexOf('",')) : line.slice(0, line.indexOf(','))))
    .map((cell) => cell.replaceAll('""', '"'))

function asJob({
  job,
  firstName,
  lastName,
  email,
}: Awaited<ReturnType<typeof repo.recentJobs>>[number]): CalculatorJob {
  const name = `${firstName ?? ''} ${lastName ?? ''}`.trim()
  return {
    id: job.id,
    state: job.state,
    failure: job.failure,
    household_count: job.householdCount,
    requested_by: name || email,
    created_at: job.createdAt.toISOString(),
    finished_at: job.finishedAt?.toISOString() ?? null,
    has_result: job.resultKey !== null,
  }
}
