import type { z } from 'zod'
import type { BenefitName } from '#contract/households/benefits'
import {
  HOLD_OUT_PERCENTAGES,
  type getHoldOutChoices,
  type HoldOutChoice,
  type HoldOutPercentage,
} from '#contract/campaigns/holdOuts'
import { monthsOn } from '../../../lib/days'
import type { Person } from '../../../http/person'
import { shareOf, smallestEffect } from '../../../lib/statistics'
import type { CampaignsDependencies } from './dependencies'

type Reply = z.output<typeof getHoldOutChoices.reply>

const BASE_MONTHS = 6
/** Percentage points: no campaign has a larger effect. */
const TOO_SMALL_ABOVE = 10
/** Assumed where nothing is known, because it needs the largest arms. */
const MAX_CAUTIOUS_SHARE = 0.5

/** What an officer sees before choosing a hold-out: docs/product.md#hold-out. */
export function createHoldOutChoices({
  database,
  needToKnow,
  snapshots,
  contactHistory,
}: Pick<CampaignsDependencies, 'database' | 'needToKnow' | 'snapshots' | 'contactHistory'>) {
  async function baseRate(organisationId: string): Promise<Reply['base_rate']> {
    const later = await snapshots.months.findLatest(organisationId)
    const since = monthsOn(later, -BASE_MONTHS)
    const range = { from: since, to: later }
    const months = await database.forOrganisation(organisationId, (tx) =>
      snapshots.months.listSizes(tx, organisationId, range),
    )
    const before = months[0]?.month
    if (before === undefined || before === later) return null
    const contacted = async function* () {
      const days = { from: monthsOn(before, -BASE_MONTHS), to: later }
      for await (const page of contactHistory.listContactedForBenefit(organisationId, 'pension_credit', days)) {
        yield page.map((reference) => ({ reference, group: 'contacted' }))
      }
    }
    const { others } = await snapshots.comparisons.claimsByGroup(organisationId, { before, later }, contacted)
    if (others.households === 0) return null
    return { from: before, to: later, households: others.households, claiming: others.claiming }
  }

  return async (person: Person, benefit: BenefitName, households: number): Promise<Reply> => {
    const { hidden } = await needToKnow.of(person)
    // Snapshots are compared only for Pension Credit.
    const isKnown = benefit === 'pension_credit' && !hidden.has(benefit)
    const base = isKnown ? await baseRate(person.organisationId) : null
    const share = base === null ? MAX_CAUTIOUS_SHARE : shareOf(base)
    return { base_rate: base, choices: HOLD_OUT_PERCENTAGES.map((one) => choiceOf(one, households, share)) }
  }
}

function choiceOf(percentage: HoldOutPercentage, households: number, baseShare: number): HoldOutChoice {
  const held_out = Math.round((households * percentage) / 100)
  const contacted = households - held_out
  if (percentage === 0) {
    return { percentage, contacted, held_out, smallest_effect: null, is_too_small_to_measure: false }
  }
  if (held_out === 0 || contacted === 0) {
    return { percentage, contacted, held_out, smallest_effect: null, is_too_small_to_measure: true }
  }
  const points = smallestEffect(baseShare, [contacted, held_out]) * 100
  return {
    percentage,
    contacted,
    held_out,
    smallest_effect: points,
    is_too_small_to_measure: points > TOO_SMALL_ABOVE,
  }
}
