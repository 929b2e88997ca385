/**
 * Policy (docs/product.md#eligible-households): whom a campaign reaches. The filters by the one compiler; the benefit's
 * targeting rule; a way to reach the household on the channel; not marked do-not-contact; and not contacted by any
 * campaign of the organisation within `stagger` months. Never personal data.
 */
import type { DuckDBConnection } from '@duckdb/node-api'
import { z } from 'zod'
import type { BenefitName, Channel } from '#contract/campaigns'
import type { FilterRequest } from '#contract/filters'
import { londonDay, monthsOn } from '../../days'
import { invalidInput } from '../../faults'
import type { Predicate } from '../filters/predicate'
import type { FiltersService } from '../filters/service'
import type { ReachableCompanions, ReachableHouseholds } from '../recipients/service'
import type { LoadedSnapshot } from '../snapshots/service'

/** The targeting rule of each benefit, over the columns of a snapshot. */
const TARGETING: Readonly<Record<BenefitName, string>> = {
  pension_credit: `pension_credit = 'eligible_not_claiming'`,
  attendance_allowance: `attendance_allowance = 'likely_eligible'`,
  healthy_start: `healthy_start = 'eligible_not_claiming'`,
  free_school_meals: `free_school_meals = 'eligible_not_claiming'`,
  custom: 'true',
}

const REACHABLE: Readonly<Record<Channel, string>> = { sms: 'reachable_sms', print_and_post: 'reachable_print_and_post' }

/** What decides who is eligible. */
export interface Target {
  readonly benefit: BenefitName
  readonly channel: Channel
  /** Months, 0 to 24; 0 leaves nobody out. */
  readonly stagger: number
  readonly request: FilterRequest
}

/** How many households each condition leaves, in order. */
export interface Waterfall {
  readonly matching_filters: number
  readonly fits_benefit: number
  readonly reachable: number
  readonly not_do_not_contact: number
  readonly not_contacted_recently: number
}

export interface Eligibility {
  /** @throws Fault 422 for wrong filters, and for Custom without filters. */
  count(snapshot: LoadedSnapshot, target: Target, beside: ReachableCompanions): Promise<Waterfall>
  /** The references of the eligible households, sorted, each once. @throws as {@link count} */
  references(snapshot: LoadedSnapshot, organisationId: string, target: Target): Promise<string[]>
}

/** Counts and lists the eligible. @param deps.now from when months are counted back; the present. */
export function createEligibility(deps: {
  filters: FiltersService
  reachable: ReachableHouseholds
  now?: () => Date
}): Eligibility {
  const now = deps.now ?? (() => new Date())

  /** Runs a query over the households with what is beside them: its text begins after `from`. */
  async function ask<T>(
    snapshot: LoadedSnapshot,
    target: Target,
    { contacts, contacted }: ReachableCompanions,
    work: (connection: DuckDBConnection, query: EligibilityQuery) => Promise<T>,
  ): Promise<T> {
    if (target.benefit === 'custom' && isWithoutFilters(target.request)) {
      throw invalidInput({ filter_request_list: 'A Custom campaign needs at least one filter.' })
    }
    const matching = await deps.filters.predicate(snapshot, target.request)
    const companions = target.stagger > 0 ? [contacts, contacted] : [contacts]
    return snapshot.useBeside(companions, (connection, table, beside) =>
      work(connection, eligibilityQuery([table, ...beside], matching, target, now())),
    )
  }

  return {
    count: (snapshot, target, beside) => ask(snapshot, target, beside, countWaterfall),
    references: async (snapshot, organisationId, target) =>
      ask(snapshot, target, await deps.reachable.companions(organisationId), listReferences),
  }
}

const isWithoutFilters = (request: FilterRequest) =>
  request.filter_request_list.length + request.dynamic_filter_value_request_list.length === 0

/** The pieces of SQL that the count and the list share. */
interface EligibilityQuery {
  readonly from: string
  readonly matching: Predicate
  /** The conditions after the filters, in the order of the waterfall. */
  readonly conditions: readonly [benefit: string, reachable: string, mayContact: string, notRecent: string]
}

/** @param tables the snapshot's and its companions', quoted; the companion of contacted households only with stagger */
function eligibilityQuery(
  tables: readonly string[],
  matching: Predicate,
  { benefit, channel, stagger }: Target,
  now: Date,
): EligibilityQuery {
  const since = Date.parse(monthsOn(londonDay(now), -stagger)) / 1000
  return {
    from: tables.join(' positional join '),
    matching,
    // The cut-off is a number of our own making; nothing of a request is in it but 0 to 24.
    conditions: [TARGETING[benefit], REACHABLE[channel], 'not do_not_contact', stagger > 0 ? `contacted_at < ${since}` : 'true'],
  }
}

/** Rows of: the condition at which households leave, counted from 0, and how many they are. */
const leavingRows = z.array(z.tuple([z.number(), z.number()]))

/** One scan. */
async function countWaterfall(connection: DuckDBConnection, query: EligibilityQuery): Promise<Waterfall> {
  const { from, matching, conditions } = query
  const leavesAt = conditions.reduceRight(
    (next, condition, index) => `case when ${condition} then ${next} else ${index} end`,
    String(conditions.length),
  )
  const result = await connection.runAndReadAll(
    `select (${leavesAt})::utinyint, count(*)::double from ${from} where ${matching.sql} group by 1`,
    matching.values,
  )
  const leaving = leavingRows.parse(result.getRowsJS())
  const stillThereAt = (step: number) => leaving.reduce((sum, [at, households]) => (at >= step ? sum + households : sum), 0)
  return {
    matching_filters: stillThereAt(0),
    fits_benefit: stillThereAt(1),
    reachable: stillThereAt(2),
    not_do_not_contact: stillThereAt(3),
    not_contacted_recently: stillThereAt(4),
  }
}

async function listReferences(connection: DuckDBConnection, query: EligibilityQuery): Promise<string[]> {
  const { from, matching, conditions } = query
  const result = await connection.stream(
    `select household_reference from ${from} where ${matching.sql} and ${conditions.join(' and ')} order by 1`,
    matching.values,
  )
  const references: string[] = []
  for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
    for (const value of chunk.getColumnValues(0)) references.push(String(value))
  }
  return references
}
