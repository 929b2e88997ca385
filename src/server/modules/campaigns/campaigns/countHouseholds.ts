import type { z } from 'zod'
import type { countEligibleHouseholds } from '#contract/campaigns/campaigns'
import { channelSchema } from '#contract/households/channels'
import { benefitNameSchema } from '#contract/households/benefits'
import { recordsDay } from '#contract/recordsDay'
import { badRequest, invalidInput, notFound } from '../../../http/faults'
import type { Person } from '../../../http/person'
import { isContactHidden } from '../../households/need-to-know/groups'
import { nameSnapshot } from '../../households/need-to-know/looks'
import { readReachableFacts, type ReachableFacts } from '../recipients/reachable'
import type { CampaignsDependencies } from './dependencies'
import { EXCLUSION } from './columnsTold'
import { type Eligibility, readChannelSwitches } from './eligibility'
import { roundAtLeastTen } from './roundedCounts'
import { countSharedNumbers } from './sharedNumbers'

type CountBody = z.output<typeof countEligibleHouseholds.body>
type CountReply = z.output<typeof countEligibleHouseholds.reply>

type CountDependencies = Pick<CampaignsDependencies, 'database' | 'needToKnow' | 'snapshots'> & {
  readonly eligibility: Eligibility
}

/** Counts the households that a campaign would write to. @throws Fault 400, 404, 409 or 422 */
export const createCountHouseholds =
  ({ database, needToKnow, snapshots, eligibility }: CountDependencies) =>
  async (person: Person, body: CountBody): Promise<CountReply> => {
    const { organisationId } = person
    const { snapshot, ...details } = requireDetails(body)
    const { new_campaign_details: _details, ...request } = body
    let facts: ReachableFacts | undefined
    const loaded = await snapshots.at(organisationId, snapshot, async (tx) => {
      facts = await readReachableFacts(database, organisationId, tx)
    })
    facts ??= await readReachableFacts(database, organisationId)
    const own = await needToKnow.of(person)
    const counted = await eligibility.count(
      loaded,
      organisationId,
      { ...details, request, saysAmount: false, access: own },
      facts,
    )
    const { waterfall, eligible, sharing, unclaimed } = counted
    await needToKnow.compared(person, loaded, counted.predicate)
    await needToKnow.lookedAt(person, nameSnapshot(loaded), counted.few)
    if (counted.isRounded) return roundedReply(eligible)
    return {
      eligible_household_count: eligible,
      is_rounded: false,
      waterfall,
      by_letter_count: counted.byLetter,
      held_out_count: counted.heldOut,
      same_number_count: counted.sameNumber,
      shared_numbers: sharing && countSharedNumbers(sharing),
      often_contacted_count: isContactHidden(own.hidden) ? 0 : counted.oftenContacted,
      digitally_excluded_count: own.hidden.has(EXCLUSION) ? null : counted.digitallyExcluded,
      by_channel: counted.byChannel,
      by_language: counted.byLanguage,
      with_amount_count: counted.withAmount,
      unclaimed: unclaimed && { ...unclaimed, basis: loaded.basis },
    }
  }

/** Nothing else: differences between counts would reveal single households. */
const roundedReply = (eligible: number): CountReply => ({
  eligible_household_count: roundAtLeastTen(eligible),
  is_rounded: true,
  waterfall: null,
  by_letter_count: 0,
  held_out_count: 0,
  same_number_count: 0,
  shared_numbers: null,
  often_contacted_count: 0,
  digitally_excluded_count: null,
  by_channel: null,
  by_language: null,
  with_amount_count: null,
  unclaimed: null,
})

function requireDetails({ new_campaign_details: details = {} }: CountBody) {
  const { campaign_name: name, benefit_name: benefit, channel_name: channel, snapshot, stagger = 0 } = details
  if (!name?.trim() || !benefit?.trim() || !channel?.trim() || !snapshot?.trim())
    throw badRequest('Missing required fields', 'missing_fields')
  const benefitName = benefitNameSchema.safeParse(benefit)
  const channelName = channelSchema.safeParse(channel)
  const fields: Record<string, string> = {}
  if (!benefitName.success) fields['new_campaign_details.benefit_name'] = 'There is no campaign type of this name.'
  if (!channelName.success) fields['new_campaign_details.channel_name'] = 'There is no channel of this name.'
  if (!benefitName.success || !channelName.success) throw invalidInput(fields)
  if (!recordsDay.safeParse(snapshot).success) throw notFound('There is no snapshot of that month.')
  const switches = readChannelSwitches(details, channelName.data)
  return { benefit: benefitName.data, channel: channelName.data, snapshot, stagger, ...switches }
}
