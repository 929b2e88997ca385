import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import type { CalculatorJob } from '#contract/calculator'
import type { FilterRequest } from '#contract/filters'
import { batchesOf } from '../../batches'
import type { CalculatorClient } from '../../clients/calculator'
import type { CsvFile } from '../../csv'
import type { Database } from '../../db/database'
import { Fault, notFound } from '../../faults'
import type { Queue } from '../../jobs/queue'
import type { Person } from '../../person'
import type { AuditService } from '../audit/service'
import type { CsvColumn, HouseholdsService } from '../households/service'
import type { OrganisationService } from '../organisations/service'
import type { LoadedSnapshot, SnapshotsService } from '../snapshots/service'
import { ATTENDANCE_ALLOWANCE_AT_HIGHER_RATE, UNCLAIMED_BY_BENEFIT, UNCLAIMED_COLUMN } from './estimate'
import { CALCULATOR_JOB, type CalculatorWork } from './jobs'
import * as repo from './repo'
import type { ResultFiles } from './results'

export { UNCLAIMED_COLUMN } from './estimate'

export interface CalculatorService {
  /**
   * Queues the households that match for the calculator.
   * @returns the sentence that people read: "1,204 households sent to the calculator".
   * @throws Fault 404 without a snapshot; 422 for wrong filters or when no household matches.
   */
  send(person: Person, request: FilterRequest): Promise<string>
  /** The organisation's last jobs, newest first. */
  jobs(organisationId: string): Promise<CalculatorJob[]>
  /**
   * The result of a job and its file's name. Recorded in the audit log.
   * @throws Fault 404 without such a job, or such a result, in the organisation.
   */
  result(person: Person, jobId: string): Promise<CsvFile>
}

export interface CalculatorDependencies {
  readonly database: Database
  readonly queue: Queue
  readonly snapshots: SnapshotsService
  readonly households: HouseholdsService
  readonly organisations: OrganisationService
  readonly audit: AuditService
  readonly results: ResultFiles
  /** The operator's calculator; without one the built-in estimator does the work. */
  readonly client: CalculatorClient | undefined
}

/** A calculator that has not taken a job in this time never will. */
const GIVE_UP_AFTER_MS = 7 * 24 * 60 * 60 * 1000

const REPLACED = 'The snapshot was replaced before the work began. Send the households again.'
const GAVE_UP = 'The calculator did not take the households within a week. Tell your helpdesk.'

/** How many jobs people see. */
const MOST_JOBS = 100

/** Households in one batch: about a megabyte of JSON. A batch that is sent again is the batch that was sent before. */
const HOUSEHOLDS_A_BATCH = 1_000

/** How long a delivery may keep a snapshot waiting: three attempts of half a minute, and room. */
const DELIVERY_PATIENCE_MS = 5 * 60_000

/** What the built-in estimator writes for each household; pounds a year, 0 where there is nothing to claim. */
const RESULT_COLUMNS: readonly CsvColumn[] = [
  { name: 'household_reference', expression: 'household_reference', isText: true },
  ...Object.entries({
    pension_credit_a_year: UNCLAIMED_BY_BENEFIT.pension_credit,
    attendance_allowance_a_year: UNCLAIMED_BY_BENEFIT.attendance_allowance,
    attendance_allowance_at_higher_rate_a_year: ATTENDANCE_ALLOWANCE_AT_HIGHER_RATE,
    healthy_start_a_year: UNCLAIMED_BY_BENEFIT.healthy_start,
    free_school_meals_a_year: UNCLAIMED_BY_BENEFIT.free_school_meals,
    total_a_year: UNCLAIMED_COLUMN.name,
  }).map(([name, expression]) => ({ name, expression: `(${expression})::decimal(12, 2)`, isText: false })),
]

/** Sends households to the calculator, and does the queued work. Build it before the queue starts. */
export function createCalculatorService(deps: CalculatorDependencies): CalculatorService {
  const { database, queue, snapshots, households, audit } = deps

  queue.work(CALCULATOR_JOB, (work) => run(deps, work))

  return {
    async send(person, request) {
      const { organisationId } = person
      const snapshot = await snapshots.latest(organisationId)
      const householdCount = await households.count(snapshot, request)
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

    async jobs(organisationId) {
      const found = await database.forOrganisation(organisationId, (tx) => repo.recentJobs(tx, MOST_JOBS))
      return found.map(asJob)
    },

    async result(person, jobId) {
      const job = await database.forOrganisation(person.organisationId, (tx) => repo.findJob(tx, jobId))
      if (!job?.resultKey) throw notFound('There is no such result.')
      const file = deps.results.pathOf(job.resultKey)
      await access(file).catch(() => {
        throw notFound('The result is no longer there. Send the households again.')
      })
      const day = job.createdAt.toISOString().slice(0, 10)
      await audit.record(person, 'export', `calculator result ${day}`, job.householdCount)
      return { name: `calculator-${day}.csv`, stream: createReadStream(file) }
    },
  }
}

function asJob({ job, firstName, lastName, email }: Awaited<ReturnType<typeof repo.recentJobs>>[number]): CalculatorJob {
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

/** Does one job. Doing it again is harmless: a finished job is left alone, and a batch sent twice is taken once. */
async function run(deps: CalculatorDependencies, work: CalculatorWork): Promise<void> {
  const { organisationId, jobId } = work
  const inOrganisation = <T>(change: Parameters<typeof deps.database.forOrganisation<T>>[1]) =>
    deps.database.forOrganisation(organisationId, change)

  const job = await inOrganisation((tx) => repo.findJob(tx, jobId))
  if (!job || job.state === 'done' || job.state === 'failed') return
  await inOrganisation((tx) => repo.setRunning(tx, jobId))
  try {
    const snapshot = await deps.snapshots.at(organisationId, work.month)
    // Another file means other households than the person saw and was told of.
    if (snapshot.version !== work.version) {
      await inOrganisation((tx) => repo.failJob(tx, jobId, REPLACED))
      return
    }
    const resultKey = await calculate(deps, snapshot, work)
    await inOrganisation((tx) => repo.finishJob(tx, jobId, resultKey))
  } catch (error) {
    if (Date.now() - job.createdAt.getTime() < GIVE_UP_AFTER_MS) throw error
    await inOrganisation((tx) => repo.failJob(tx, jobId, GAVE_UP))
  }
}

/** Has the operator's calculator or the built-in estimator do it. @returns the result's key, where it is here. */
async function calculate(
  deps: CalculatorDependencies,
  snapshot: LoadedSnapshot,
  work: CalculatorWork,
): Promise<string | undefined> {
  if (!deps.client) return deps.results.store(await deps.households.csvLines(snapshot, work.request, RESULT_COLUMNS))
  await deliver(deps, deps.client, snapshot, work)
  return undefined
}

/** Delivers the households in batches, one after the other. */
async function deliver(
  { households, organisations }: CalculatorDependencies,
  client: CalculatorClient,
  snapshot: LoadedSnapshot,
  work: CalculatorWork,
): Promise<void> {
  const { slug } = await organisations.get(work.organisationId)
  const lines = await households.jsonLines(snapshot, work.request, DELIVERY_PATIENCE_MS)
  let number = 0
  try {
    for await (const batch of batchesOf(lines, HOUSEHOLDS_A_BATCH)) {
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
