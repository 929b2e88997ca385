/** docs/product.md#over-the-months */
import type { z } from 'zod'
import type { FilterRequest } from '#contract/households/filters'
import { CLAIMED_BENEFITS } from '#contract/households/overTime'
import type { getTrends, MonthFigures, MonthMoves } from '#contract/households/trends'
import { Fault, notFound } from '../../../http/faults'
import type { Person } from '../../../http/person'
import { type RoleNeedToKnow, type NeedToKnowService } from '../need-to-know/service'
import { isEstimateHidden } from '../need-to-know/groups'
import type { FiltersService } from '../filters/service'
import { EVERY_HOUSEHOLD, type Predicate } from '../snapshots/predicate'
import type { LoadedSnapshot, SnapshotsService, WardTotals } from '../snapshots/service'

const MAX_MONTHS = 24

export type TrendsService = ReturnType<typeof createTrendsService>

/**
 * Compares the latest snapshot with earlier ones.
 * @throws Fault 404 without a snapshot, 422 for wrong filters, 499 on abort
 */
export function createTrendsService(deps: {
  readonly snapshots: Pick<SnapshotsService, 'at' | 'months' | 'comparisons'>
  readonly filters: Pick<FiltersService, 'compile' | 'selectLatest'>
  readonly needToKnow: Pick<NeedToKnowService, 'noteMatching'>
}) {
  const { snapshots, filters, needToKnow } = deps

  async function begin(person: Person, request: FilterRequest, signal: AbortSignal) {
    const { snapshot: latest, access: own, predicate } = await filters.selectLatest(person, request)
    const totals = await totalsSeen(person, latest, predicate, signal)
    return { latest, own, predicate, totals }
  }

  async function totalsSeen(person: Person, snapshot: LoadedSnapshot, predicate: Predicate, signal: AbortSignal) {
    const totals = await snapshot.totalsByWard(predicate, signal)
    await needToKnow.noteMatching(person, snapshot, predicate, computeSum(totals, 'households'))
    return totals
  }

  return {
    async months(
      person: Person,
      request: FilterRequest,
      signal: AbortSignal,
    ): Promise<z.output<typeof getTrends.reply>> {
      const { latest, own, totals } = await begin(person, request, signal)
      const known = (await snapshots.months.list(person.organisationId)).slice(0, MAX_MONTHS).toReversed()
      const months: MonthFigures[] = []
      for (const { month } of known) {
        if (month === latest.month) months.push(computeFigures(month, totals, own))
        else {
          const snapshot = await snapshots.at(person.organisationId, month)
          const predicate = await filters.compile(snapshot, request, own, latest).catch(nothingThatFits)
          months.push(
            predicate ? computeFigures(month, await totalsSeen(person, snapshot, predicate, signal), own) : none(month),
          )
        }
      }
      return { months, basis: latest.basis }
    },

    /** @throws Fault also 404 for a month without data, or none before the latest */
    async moves(person: Person, request: FilterRequest, month: string, signal: AbortSignal): Promise<MonthMoves> {
      const { latest, own, predicate, totals } = await begin(person, request, signal)
      if (month >= latest.month) throw notFound('There is no snapshot of that month.')
      const earlier = await snapshots.at(person.organisationId, month)
      const then = { snapshot: earlier, predicate: await filters.compile(earlier, request, own, latest) }
      const shown = CLAIMED_BENEFITS.filter((benefit) => !own.hidden.has(benefit))
      const moves = await snapshots.comparisons.moves({ now: { snapshot: latest, predicate }, then }, shown)
      const [all, before] = [
        await latest.totalsByWard(EVERY_HOUSEHOLD, signal),
        await totalsSeen(person, earlier, then.predicate, signal),
      ]
      return {
        month,
        household_count: moves.households,
        came_in_count: moves.cameIn,
        new_in_data_count: moves.added,
        went_out_count: moves.wentOut,
        gone_from_data_count: moves.gone,
        claims: shown.map((benefit, index) => ({
          benefit_name: benefit,
          began_count: moves.claims[index]?.began ?? 0,
          stopped_count: moves.claims[index]?.stopped ?? 0,
        })),
        wards: listWards(latest, earlier, { totals, all, before }),
      }
    },
  }
}

const computeSum = (
  totals: readonly WardTotals[],
  what: 'households' | 'belowZero' | 'unclaimed' | 'unclaimedHighest',
) => totals.reduce((sum, ward) => sum + ward[what], 0)

const computeFigures = (month: string, totals: readonly WardTotals[], { hidden }: RoleNeedToKnow): MonthFigures => ({
  month,
  household_count: computeSum(totals, 'households'),
  below_zero_count: hidden.has('monthly_cash_balance') ? null : computeSum(totals, 'belowZero'),
  unclaimed: isEstimateHidden(hidden, 'unclaimed_a_year')
    ? null
    : { lowest: computeSum(totals, 'unclaimed'), highest: computeSum(totals, 'unclaimedHighest') },
})

const none = (month: string): MonthFigures => ({
  month,
  household_count: null,
  below_zero_count: null,
  unclaimed: null,
})

/** An earlier month may lack a ward or value. */
function nothingThatFits(error: unknown): undefined {
  if (!(error instanceof Fault && error.status === 422)) throw error
}

function listWards(
  { wards }: LoadedSnapshot,
  earlier: LoadedSnapshot,
  { totals, all, before }: Readonly<Record<'totals' | 'all' | 'before', readonly WardTotals[]>>,
): MonthMoves['wards'] {
  const countIn = (list: readonly WardTotals[], code: string) =>
    list.find(({ wardCode }) => wardCode === code)?.households ?? 0
  const earlierWards = new Set(earlier.wards.map(({ code }) => code))
  return wards.map(({ code, name }) => ({
    ward_code: code,
    ward_name: name,
    household_count: countIn(totals, code),
    all_households_count: countIn(all, code),
    earlier_household_count: earlierWards.has(code) ? countIn(before, code) : null,
  }))
}
