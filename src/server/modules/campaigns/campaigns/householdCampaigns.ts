/** docs/product.md#rights-desk */
import { PLACEHOLDERS } from '#contract/campaigns/placeholders'
import type { HouseholdCampaign } from '#contract/campaigns/recipients'
import type { HouseholdMention } from '#contract/households/namedIn'
import { unescapeAngleBrackets } from '#contract/sanitise'
import type { Tx } from '../../../db/engine'
import type { IsErased } from '../../platform/erasure-ledger/service'
import { keptRequestSchema, referencesInRequest } from '../../households/filters/references'
import { listMessagesOfHousehold } from '../recipients/repo'
import { compileTexts, personalisationSchema } from '../recipients/template'
import { unpackHouseholds } from './frozenList'
import * as repo from './repo'

/** Newest first, with personal data. */
export async function listHouseholdCampaigns(
  tx: Tx,
  organisationId: string,
  reference: string,
): Promise<HouseholdCampaign[]> {
  const messages = await listMessagesOfHousehold(tx, organisationId, reference)
  const campaigns = new Map((await repo.listCampaigns(tx, organisationId)).map((campaign) => [campaign.id, campaign]))
  return messages.flatMap(({ campaignId, state, reason, sentAt, destination, personalisation, reply }) => {
    const campaign = campaigns.get(campaignId)
    if (!campaign) return []
    const { data: values } = personalisationSchema.safeParse(personalisation)
    const chooseText = compileTexts(campaign)
    return {
      id: campaignId,
      name: unescapeAngleBrackets(campaign.name),
      benefit_name: campaign.benefitName,
      channel: campaign.channel,
      state,
      reason,
      sent_at: sentAt?.toISOString() ?? null,
      reply,
      sent_to: destination,
      text: values && chooseText ? chooseText(values).fill(values) : null,
      values: Object.entries(values ?? {})
        .map(([name, value]) => ({ name, value }))
        .toSorted((one, other) => computePlace(one.name) - computePlace(other.name)),
    }
  })
}

/** In a letter's order: the database keeps none. */
const computePlace = (name: string) => PLACEHOLDERS.findIndex((placeholder) => placeholder === name)

/** In filters or unprepared lists. */
export async function findCampaignsNaming(
  tx: Tx,
  organisationId: string,
  isOne: IsErased,
): Promise<HouseholdMention[]> {
  const found: HouseholdMention[] = []
  for (const { name, createdAt, filters, frozen } of await repo.listHouseholdLists(tx, organisationId)) {
    const campaign = { name: unescapeAngleBrackets(name), at: createdAt.toISOString() }
    if (referencesInRequest(keptRequestSchema.parse(filters)).some(isOne))
      found.push({ what: 'campaign_filters', ...campaign })
    if (frozen !== null && (await unpackHouseholds(frozen)).some(isOne))
      found.push({ what: 'campaign_list', ...campaign })
  }
  return found
}
