import type { z } from 'zod'
import type { BenefitName } from '#contract/households/benefits'
import {
  countHeldOut,
  HOLD_OUT_PERCENTAGES,
  type getHoldOutChoices,
  USUAL_HOLD_OUT_MONTHS,
  type HoldOutChoice,
  type HoldOutMonths,
  type HoldOutPercentage,
} from '#contract/campaigns/holdOuts'
import { daysOn, monthsOn } from '#contract/days'
import type { Person } from '../../../http/person'
import { effectiveDraw, computeShare, wilsonInterval } from '../../../lib/statistics'
import { smallestEffect } from '../../../lib/studyPower'
import type { GroupClaims } from '../../households/snapshots/service'
import type { CampaignsDependencies } from './dependencies'

type Reply = z.output<typeof getHoldOutChoices.reply>

/** Households that were not contacted, over a span. */
interface Base {
  readonly from: string
  readonly to: string
  readonly others: GroupClaims
}

/** How much longer the base's span may be. */
const MAX_DAYS_LONGER = 31
/** Percentage points: no campaign has a larger effect. */
const TOO_SMALL_ABOVE = 10
/** With fewer, the upper end of the interval is used. */
const CLAIMS_TO_TRUST = 20

/** What an officer sees before choosing a hold-out: docs/product.md#hold-out. */
export function createHoldOutChoices({
  database,
  needToKnow,
  snapshots,
  contactHistory,
}: Pick<CampaignsDependencies, 'database' | 'needToKnow' | 'snapshots' | 'contactHistory'>) {
  async function baseRate(organisationId: string, span: number): Promise<Base | null> {
    const later = await snapshots.months.findLatest(organisationId)
    const since = monthsOn(later, -span)
    const range = { from: daysOn(since, -MAX_DAYS_LONGER), to: since }
    const listed = await database.forOrganisation(organisationId, (tx) =>
      snapshots.months.listSizes(tx, organisationId, range),
    )
    const before = listed.at(-1)?.month
    if (before === undefined) return null
    const contacted = async function* () {
      const days = { from: monthsOn(before, -span), to: later }
      for await (const page of contactHistory.listContactedForBenefit(organisationId, 'pension_credit', days)) {
        yield page.map((reference) => ({ reference, group: 'contacted' }))
      }
    }
    const { others } = await snapshots.comparisons.claimsByGroup(organisationId, { before, later }, contacted)
    return { from: before, to: later, others }
  }

  return async (
    person: Person,
    benefit: BenefitName,
    households: number,
    months: HoldOutMonths = USUAL_HOLD_OUT_MONTHS,
  ): Promise<Reply> => {
    const { hidden } = await needToKnow.of(person)
    // Snapshots are compared only for Pension Credit.
    const isKnown = benefit === 'pension_credit' && !hidden.has(benefit)
    const base = isKnown ? await baseRate(person.organisationId, months) : null
    return {
      base_rate: base && {
        from: base.from,
        to: base.to,
        households: base.others.households,
        claiming: base.others.claiming,
      },
      months_needed: isKnown && base === null ? months + 1 : null,
      choices: HOLD_OUT_PERCENTAGES.map((one) => makeChoice(one, households, base)),
    }
  }
}

function makeChoice(percentage: HoldOutPercentage, households: number, base: Base | null): HoldOutChoice {
  const held_out = countHeldOut(households, percentage)
  const contacted = households - held_out
  const choice = { percentage, contacted, held_out, smallest_effect: null, is_too_small_to_measure: false }
  if (percentage === 0) return choice
  if (held_out === 0 || contacted === 0) return { ...choice, is_too_small_to_measure: true }
  if (base === null || base.others.households === 0) return choice
  const { others } = base
  const share = others.claiming < CLAIMS_TO_TRUST ? wilsonInterval(others).high : computeShare(others)
  const claims = { ...others, total: others.claiming, squares: others.claimSquares, bySize: others.claimsBySize }
  // As if the list shared addresses as these do.
  const effect = smallestEffect(share, [effectiveDraw(contacted, claims), effectiveDraw(held_out, claims)])
  const points = effect && effect * 100
  return { ...choice, smallest_effect: points, is_too_small_to_measure: points === null || points > TOO_SMALL_ABOVE }
}
