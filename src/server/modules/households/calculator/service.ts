import { text } from 'node:stream/consumers'
import { z } from 'zod'
import type { CalculatorJob } from '#contract/households/calculator'
import { type FilterRequest, filterRequestSchema } from '#contract/households/filters'
import { readBatches } from '../../../lib/batches'
import type { CalculatorClient } from '../../../clients/calculator'
import type { CsvFile } from '../../../lib/csv'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import { Fault, notFound } from '../../../http/faults'
import type { JobKind, Queue } from '../../../jobs/queue'
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
import type { FilesService } from '../../platform/files/service'
import { columnsOfEstimate } from '../estimates/benefits'
import type { FiltersService } from '../filters/service'
import type { HouseholdsService } from '../households/service'
import type { CsvColumn } from '../households/csv'
import type { OrganisationsService } from '../../organisations/organisations/service'
import type { LoadedSnapshot, SnapshotsService } from '../snapshots/service'
import * as repo from './repo'

export interface CalculatorDependencies {
  readonly database: Database
  readonly queue: Queue
  readonly snapshots: SnapshotsService
  readonly filters: Pick<FiltersService, 'compile'>
  readonly households: HouseholdsService
  readonly organisations: OrganisationsService
  readonly audit: AuditService
  readonly needToKnow: NeedToKnowService
  readonly files: FilesService
  readonly client: CalculatorClient | undefined
}

const CALCULATOR = 'The calculator'

const GIVE_UP_AFTER_MS = 7 * 24 * 60 * 60 * 1000

const REPLACED = 'The snapshot was replaced before the work began. Send the households again.'
const GAVE_UP = 'The calculator did not take the households within a week. Tell your helpdesk.'

const MAX_JOBS = 100

/** Constant: retries must send identical batches. */
const HOUSEHOLDS_A_BATCH = 1_000

const DELIVERY_STALL_MS = 5 * 60_000

/** Pounds a year; lowest unless the name says otherwise. */
const RESULT_COLUMNS: readonly CsvColumn[] = [
  { heading: 'household_reference', column: 'household_reference' },
  { heading: 'pension_credit_a_year', column: 'pension_credit_a_year' },
  { heading: 'attendance_allowance_a_year', column: 'attendance_allowance_a_year' },
  { heading: 'attendance_allowance_at_higher_rate_a_year', column: 'attendance_allowance_highest_a_year' },
  { heading: 'healthy_start_a_year', column: 'healthy_start_a_year' },
  { heading: 'free_school_meals_a_year', column: 'free_school_meals_a_year' },
  { heading: 'total_a_year', column: 'unclaimed_a_year' },
  { heading: 'pension_credit_highest_a_year', column: 'pension_credit_highest_a_year' },
  { heading: 'healthy_start_highest_a_year', column: 'healthy_start_highest_a_year' },
  { heading: 'free_school_meals_highest_a_year', column: 'free_school_meals_highest_a_year' },
  { heading: 'total_highest_a_year', column: 'unclaimed_highest_a_year' },
]

export type CalculatorService = ReturnType<typeof createCalculatorService>

/** Registers its job: call before the queue starts. */
export function createCalculatorService(deps: CalculatorDependencies) {
  const { database, queue, snapshots, audit, needToKnow } = deps

  queue.work(CALCULATOR_JOB, (work) => run(deps, work))

  return {
    /** Whether results reveal nothing hidden from the role. */
    mayUse: ({ hidden }: RoleNeedToKnow): boolean => !isEstimateHidden(hidden, 'unclaimed_a_year'),

    /** @returns a sentence for people. @throws Fault 404, 409, 422 */
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
      const day = job.createdAt.toISOString().slice(0, 10)
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

const makeFileKey = (resultKey: string) => `calculator/${resultKey}.csv`

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

/** Safe to retry: the calculator counts a repeated batch once. */
async function run(deps: CalculatorDependencies, work: CalculatorWork): Promise<void> {
  const { organisationId, jobId } = work
  const inOrganisation = <T>(change: Parameters<typeof deps.database.forOrganisation<T>>[1]) =>
    deps.database.forOrganisation(organisationId, change)

  const job = await inOrganisation((tx) => repo.findJob(tx, jobId))
  if (!job || job.state === 'done' || job.state === 'failed') return
  await inOrganisation((tx) => repo.setRunning(tx, jobId))
  try {
    const snapshot = await deps.snapshots.at(organisationId, work.month)
    // Households may differ from what the person saw.
    if (snapshot.version !== work.version) {
      await inOrganisation((tx) => repo.failJob(tx, jobId, REPLACED))
      return
    }
    const resultKey = await calculate(deps, snapshot, work)
    const isWanted = await inOrganisation((tx) => repo.finishJob(tx, jobId, resultKey))
    if (!isWanted && resultKey !== undefined) await deps.files.remove(makeFileKey(resultKey))
  } catch (error) {
    if (Date.now() - job.createdAt.getTime() < GIVE_UP_AFTER_MS) throw error
    await inOrganisation((tx) => repo.failJob(tx, jobId, GAVE_UP))
  }
}

async function calculate(
  deps: CalculatorDependencies,
  snapshot: LoadedSnapshot,
  work: CalculatorWork,
): Promise<string | undefined> {
  if (deps.client) {
    await deliver(deps, deps.client, snapshot, work)
    return undefined
  }
  const resultKey = work.jobId
  const { year, method, warning } = snapshot.basis
  const lines = await deps.households.exports.streamCsv(snapshot, work.request, RESULT_COLUMNS, [
    { heading: 'rates_of', value: year },
    { heading: 'method', value: [warning, method].filter((part) => part !== null).join(' ') },
  ])
  await deps.files.put(makeFileKey(resultKey), lines, 'text/csv; charset=utf-8')
  return resultKey
}

async function deliver(
  { households, organisations }: CalculatorDependencies,
  client: CalculatorClient,
  snapshot: LoadedSnapshot,
  work: CalculatorWork,
): Promise<void> {
  const { slug } = await organisations.get(work.organisationId)
  const lines = await households.exports.streamJsonLines(snapshot, work.request, DELIVERY_STALL_MS)
  let number = 0
  try {
    for await (const batch of readBatches(lines, HOUSEHOLDS_A_BATCH)) {
      number += 1
      const head = JSON.stringify({ job: work.jobId, organisation: slug, snapshot: work.month, batch: number })
      await client.deliver({
        idempotencyKey: `${work.jobId}-${number}`,
        body: `${head.slice(0, -1)},"households":[${batch.join(',')}]}`,
      })
    }
  } finally {
    lines.destroy()
  }
}

const data = z.object({
  jobId: z.uuid(),
  organisationId: z.uuid(),
  month: z.iso.date(),
  version: z.string(),
  request: filterRequestSchema,
})
type CalculatorWork = z.infer<typeof data>

const CALCULATOR_JOB: JobKind<CalculatorWork> = {
  name: 'calculator',
  data,
  expiresInSeconds: 60 * 60,
}
