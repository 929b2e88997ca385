/**
 * The effect of a campaign with a hold-out: docs/product.md#impact. By intention to treat, whatever became of messages.
 */
import type { CampaignDetail } from '#contract/campaigns/campaigns'
import type { Arm, Estimate, Impact, ImpactOutcome } from '#contract/results/reports'
import { monthsOn } from '../../../lib/days'
import { daysOn, londonDay } from '#contract/days'
import type { Database } from '../../../db/database'
import { CONTACTED, HELD_OUT, type CampaignContactHistory } from '../../campaigns/recipients/contactHistory'
import type { GroupClaims, SnapshotsService } from '../../households/snapshots/service'
import {
  differenceInterval,
  hasSampleRatioMismatch,
  shareOf,
  wilsonInterval,
  type Interval,
  type Rate,
} from '../../../lib/statistics'
import { WEEKS_A_YEAR } from './assumptions'

/** Until then a claim may be undecided. */
const DECIDED_AFTER_DAYS = 28
const OUTCOME_MONTHS = [3, 6] as const

const METHOD =
  'Households were held out at random before anybody was written to, and both arms are judged alike: who claims Pension ' +
  'Credit in a snapshot at least 28 days after sending, of those who did not in the last one up to it, whether or not a ' +
  'message reached them. Rates have Wilson’s interval of 95%, their difference has Newcombe’s. Additional claims are the ' +
  'difference for every contacted household; their value counts the mean award of those who claim, for 52 weeks at ' +
  'today’s rates.'

interface ImpactDependencies {
  readonly database: Database
  readonly contactHistory: Pick<CampaignContactHistory, 'countArms' | 'listArms'>
  readonly snapshots: Pick<SnapshotsService, 'months' | 'comparisons'>
}

/** Compares the two arms; null without a hold-out. */
export function createImpact({ database, contactHistory, snapshots }: ImpactDependencies) {
  return async (organisationId: string, campaign: CampaignDetail): Promise<Impact | null> => {
    const { id: campaignId, hold_out: holdOut, date_sent, frozen_count } = campaign
    if (holdOut === null) return null
    const planned = { contacted: frozen_count - holdOut.households, held_out: holdOut.households }
    const sent = date_sent === null ? null : londonDay(new Date(date_sent))
    const range = sent === null ? null : { from: campaign.snapshot, to: monthsOn(sent, OUTCOME_MONTHS[1]) }
    const sizes =
      range === null
        ? []
        : await database.forOrganisation(organisationId, (tx) => snapshots.months.listSizes(tx, organisationId, range))
    const months = sizes.map(({ month }) => month)
    const compared = await contactHistory.countArms({ organisationId, campaignId })

    const heldOutUntil = holdOut.released_on ?? holdOut.until
    const told: { snapshot: string; contacted: GroupClaims; heldOut: GroupClaims }[] = []
    const before = months.filter((month) => sent !== null && month <= sent).at(-1)
    if (sent !== null && before !== undefined) {
      for (const later of months.filter((month) => month >= daysOn(sent, DECIDED_AFTER_DAYS))) {
        const { of } = await snapshots.comparisons.claimsByGroup(organisationId, { before, later }, () =>
          contactHistory.listArms({ organisationId, campaignId }),
        )
        told.push({ snapshot: later, contacted: of(CONTACTED), heldOut: of(HELD_OUT) })
      }
    }
    const outcomes = OUTCOME_MONTHS.flatMap((after): ImpactOutcome[] => {
      const at = sent === null ? undefined : told.filter(({ snapshot }) => snapshot <= monthsOn(sent, after)).at(-1)
      return at === undefined
        ? []
        : [
            {
              ...outcomeOf(at.contacted, at.heldOut),
              months: after,
              snapshot: at.snapshot,
              is_after_release: heldOutUntil !== null && heldOutUntil < at.snapshot,
            },
          ]
      // The same snapshot says no more about six months than about three.
    }).filter(({ snapshot }, index, all) => all[index - 1]?.snapshot !== snapshot)
    return {
      hold_out_percentage: holdOut.percentage,
      planned,
      compared,
      has_sample_ratio_mismatch: hasSampleRatioMismatch(
        [compared.contacted, compared.held_out],
        [planned.contacted, planned.held_out],
      ),
      outcomes,
      by_month: told.map(({ snapshot, contacted, heldOut }) => ({
        snapshot,
        contacted: rateOf(contacted),
        held_out: rateOf(heldOut),
      })),
      held_out_until: heldOutUntil,
      told_from: sent === null ? null : daysOn(sent, DECIDED_AFTER_DAYS),
      method: METHOD,
    }
  }
}

function outcomeOf(
  contacted: GroupClaims,
  heldOut: GroupClaims,
): Omit<ImpactOutcome, 'months' | 'snapshot' | 'is_after_release'> {
  const points = scaled(
    { value: shareOf(contacted) - shareOf(heldOut), ...differenceInterval(contacted, heldOut) },
    100,
  )
  const claims = scaled(points, contacted.households / 100)
  const meanAward = contacted.claiming === 0 ? 0 : (contacted.weeklyPence / contacted.claiming / 100) * WEEKS_A_YEAR
  return {
    contacted: armOf(contacted),
    held_out: armOf(heldOut),
    difference: points,
    additional_claims: claims,
    additional_value: scaled(claims, meanAward),
    is_distinguishable: points.low > 0 || points.high < 0,
  }
}

const rateOf = ({ households, claiming }: Rate): Rate => ({ households, claiming })

function armOf(claims: Rate): Arm {
  const rate = rateOf(claims)
  return { ...rate, rate: scaled({ value: shareOf(rate), ...wilsonInterval(rate) }, 100) }
}

const scaled = ({ value, low, high }: Interval & { value: number }, factor: number): Estimate => ({
  value: value * factor,
  low: low * factor,
  high: high * factor,
})
