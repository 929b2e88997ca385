/** The queued work: to the calculator in batches, or estimated here. */
import { z } from 'zod'
import { filterRequestSchema } from '#contract/households/filters'
import type { CalculatorClient } from '../../../clients/calculator'
import type { Database } from '../../../db/database'
import type { JobKind } from '../../../jobs/queue'
import { readBatches } from '../../../lib/batches'
import type { OrganisationsService } from '../../organisations/organisations/service'
import type { FilesService } from '../../platform/files/service'
import type { CsvColumn } from '../households/csv'
import type { HouseholdsService } from '../households/service'
import type { LoadedSnapshot, SnapshotsService } from '../snapshots/service'
import * as repo from './repo'

export interface CalculatorJobDependencies {
  readonly database: Database
  readonly snapshots: SnapshotsService
  readonly households: HouseholdsService
  readonly organisations: OrganisationsService
  readonly files: FilesService
  readonly client: CalculatorClient | undefined
}

const GIVE_UP_AFTER_MS = 7 * 24 * 60 * 60 * 1000

const REPLACED = 'The snapshot was replaced before the work began. Send the households again.'
const GAVE_UP = 'The calculator did not take the households within a week. Tell your helpdesk.'

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

const data = z.object({
  jobId: z.uuid(),
  organisationId: z.uuid(),
  month: z.iso.date(),
  version: z.string(),
  request: filterRequestSchema,
})
type CalculatorWork = z.infer<typeof data>

/** Sends one selection to the calculator. */
export const CALCULATOR_JOB: JobKind<CalculatorWork> = {
  name: 'calculator',
  data,
  expiresInSeconds: 60 * 60,
}

/** Where a result lies among the files. */
export const makeFileKey = (resultKey: string) => `calculator/${resultKey}.csv`

/** Safe to retry: the calculator counts a repeated batch once. */
export async function runCalculatorJob(deps: CalculatorJobDependencies, work: CalculatorWork): Promise<void> {
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
  deps: CalculatorJobDependencies,
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
  { households, organisations }: CalculatorJobDependencies,
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
