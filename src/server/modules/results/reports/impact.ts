/** docs/product.md#impact. By intention to treat, whatever became of messages. */
import type { CampaignDetail } from '#contract/campaigns/campaigns'
import { daysOn, londonDay } from '#contract/days'
import type { ClaimRate, Impact, ImpactLook } from '#contract/results/reports'
import type { Database } from '../../../db/database'
import { areLossesUnequal, smallestLoss } from '../../../lib/studyPower'
import { hasSampleRatioMismatch, lostAtOnce } from '../../../lib/statistics'
import { CONTACTED, HELD_OUT, type CampaignContactHistory } from '../../campaigns/recipients/contactHistory'
import type { GroupClaims, SnapshotsService } from '../../households/snapshots/service'
import { compareArms, computeRates, type Arms } from './compareArms'
import { chooseLooks, decidedFrom, EARLY_MONTHS, earlyLookOn, outcomeOn, type Looks } from './looks'

const describeMethod = (months: number) =>
  'Households were held out at random before anybody was written to, and both arms are judged alike: who claims Pension ' +
  'Credit in the snapshot nearest to ' +
  `${MONTH_WORDS[months] ?? months} months after sending, at most 31 days off, of those who did not in the last one ` +
  'up to it, whether or not a message reached them. There is this one result: looking more often finds effects where ' +
  'there are none. Rates have Wilson’s interval of 95%, their difference has Newcombe’s. Additional claims are the ' +
  'difference for every contacted household. Their value is the mean award of all contacted households, nothing for those ' +
  'who do not claim, less that of all held out, for every contacted household and 52 weeks at today’s rates, with Welch’s ' +
  'interval; with fewer than 10 claims in either arm there are too few to value. Households of one address were drawn ' +
  'together, and count in each interval and in the test of losses as what they tell together.'

const MONTH_WORDS: Readonly<Record<number, string>> = { 3: 'three', 6: 'six' }

const describeSmallestLoss = (share: number | null) =>
  share === null
    ? ' The list is too small for a warning of losses in one arm.'
    : ` The report warns of losses in one arm alone, in four of five such campaigns, from ${Math.ceil(share * 100)}% of it on.`

const NEVER_DRAWN = ' Households that your organisation always contacts are in neither arm.'

interface ImpactDependencies {
  readonly database: Database
  readonly contactHistory: Pick<CampaignContactHistory, 'countArms' | 'countHeldOutWrittenTo' | 'listArms'>
  readonly snapshots: Pick<SnapshotsService, 'months' | 'comparisons'>
}

/** Null without a hold-out. */
export function createImpact({ database, contactHistory, snapshots }: ImpactDependencies) {
  return async (organisationId: string, campaign: CampaignDetail): Promise<Impact | null> => {
    const { id: campaignId, hold_out: holdOut, date_sent, frozen_count, benefit_name: benefit } = campaign
    if (holdOut === null) return null
    const { never_drawn, ...compared } = await contactHistory.countArms({ organisationId, campaignId })
    const planned = { contacted: frozen_count - holdOut.households - never_drawn, held_out: holdOut.households }
    const sent = date_sent === null ? null : londonDay(new Date(date_sent))
    const months = sent === null ? [] : await listMonths(organisationId, campaign.snapshot)
    const before = months.filter((month) => sent !== null && month <= sent).at(-1)
    const compareIn = async (later: string): Promise<Arms> => {
      const { of } = await snapshots.comparisons.claimsByGroup(organisationId, { before: before ?? later, later }, () =>
        contactHistory.listArms({ organisationId, campaignId }),
      )
      return { contacted: of(CONTACTED), heldOut: of(HELD_OUT) }
    }
    const looks: Looks = sent === null || before === undefined ? NO_LOOKS : chooseLooks(sent, months, holdOut.months)
    const told = new Map<string, Arms>()
    // The course of both rates comes with the result, which it would reveal early.
    const course = months.filter(
      (month) => sent !== null && month >= decidedFrom(sent) && month <= (looks.outcome ?? ''),
    )
    for (const later of new Set([looks.early, ...course, looks.outcome])) {
      if (later !== null) told.set(later, await compareIn(later))
    }

    const heldOutUntil = holdOut.released_on ?? holdOut.until
    const lookAt = async (snapshot: string | null, months: number) => {
      const arms = told.get(snapshot ?? '')
      if (snapshot === null || sent === null || !arms) return null
      const days = { from: sent, to: daysOn(snapshot, -1) }
      const held_out_written_to = await contactHistory.countHeldOutWrittenTo(
        { organisationId, campaignId },
        benefit,
        days,
      )
      return { arms, look: { ...computeRates(arms), months, snapshot, held_out_written_to } satisfies ImpactLook }
    }
    const early = await lookAt(looks.early, EARLY_MONTHS)
    const outcome = await lookAt(looks.outcome, holdOut.months)
    const last = (outcome ?? early)?.arms
    const stayed = last ? { contacted: last.contacted.stayed, held_out: last.heldOut.stayed } : compared
    const lost = {
      contacted: Math.max(0, planned.contacted - stayed.contacted),
      held_out: Math.max(0, planned.held_out - stayed.held_out),
    }
    const arms = [planned.contacted, planned.held_out] as const
    const drawn = last ?? (before === undefined ? null : await compareIn(before))
    const atOnce = drawn === null ? 1 : lostAtOnce([drawn.contacted, drawn.heldOut])
    return {
      hold_out_percentage: holdOut.percentage,
      hold_out_months: holdOut.months,
      planned,
      lost,
      has_sample_ratio_mismatch:
        areLossesUnequal([lost.contacted, lost.held_out], arms, atOnce) ||
        hasSampleRatioMismatch([stayed.contacted, stayed.held_out], arms, atOnce),
      early_look: early?.look ?? null,
      outcome: outcome && { ...outcome.look, ...compareArms(outcome.arms) },
      by_month: course.flatMap((snapshot) => {
        const arms = told.get(snapshot)
        return arms ? [{ snapshot, contacted: readRate(arms.contacted), held_out: readRate(arms.heldOut) }] : []
      }),
      held_out_until: heldOutUntil,
      early_look_on: sent && earlyLookOn(sent, holdOut.months),
      outcome_on: sent && outcomeOn(sent, holdOut.months),
      is_too_early: sent === null || (months.at(-1) ?? '').slice(0, 7) < outcomeOn(sent, holdOut.months).slice(0, 7),
      method:
        describeMethod(holdOut.months) +
        describeSmallestLoss(smallestLoss(arms, atOnce)) +
        (never_drawn === 0 ? '' : NEVER_DRAWN),
    }
  }

  async function listMonths(organisationId: string, from: string): Promise<string[]> {
    const range = { from, to: await snapshots.months.findLatest(organisationId) }
    const sizes = await database.forOrganisation(organisationId, (tx) =>
      snapshots.months.listSizes(tx, organisationId, range),
    )
    return sizes.map(({ month }) => month)
  }
}

const readRate = ({ households, claiming }: GroupClaims): ClaimRate => ({ households, claiming })

const NO_LOOKS: Looks = { early: null, outcome: null }
