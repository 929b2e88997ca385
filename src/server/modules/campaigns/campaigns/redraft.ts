import type { z } from 'zod'
import type { redraftCampaign } from '#contract/campaigns/campaignMoves'
import { HOLD_OUT_PERCENTAGES } from '#contract/campaigns/holdOuts'
import { filterRequestSchema } from '#contract/households/filters'
import type { Person } from '../../../http/person'
import { requireAuthor } from './cancelCampaign'
import type { CampaignsDependencies, MoveDependencies } from './dependencies'
import { allow, withLockedCampaign } from './moves'
import { isInBoth } from './present'
import { readMonths } from './holdOuts'
import * as repo from './repo'

type Redraft = z.output<typeof redraftCampaign.reply>

/** Content of a cancelled campaign, for its author. @throws Fault 404; 409, also for a hidden filter */
export const createRedraft =
  ({
    database,
    filterTemplates,
    now,
  }: Pick<MoveDependencies, 'database' | 'now'> & Pick<CampaignsDependencies, 'filterTemplates'>) =>
  async (person: Person, id: number): Promise<Redraft> => {
    const { campaign, request } = await withLockedCampaign(database, person, id, async (tx, found) => {
      requireAuthor(person, found)
      allow('redraft', found)
      return { campaign: found, request: filterRequestSchema.parse(await repo.readFilters(tx, id)) }
    })
    const filters = await filterTemplates.wordRequest(person, request)
    if (campaign.redraftedAt === null)
      await withLockedCampaign(database, person, id, (tx) => repo.changeCampaign(tx, id, { redraftedAt: now() }))
    return { ...asRequest(campaign), filters }
  }

const asRequest = (row: repo.CampaignRow): Omit<Redraft, 'filters'> => ({
  campaign_name: row.name,
  benefit_name: row.benefitName,
  channel_name: row.channel,
  stagger: row.stagger,
  without_mobile: row.withoutMobile,
  excluded_by_letter: row.excludedByLetter,
  one_text_per_number: row.oneTextPerNumber,
  // The letters beside its texts go with the new ones.
  link_id: row.linkId ?? undefined,
  hold_out_percentage: HOLD_OUT_PERCENTAGES.find((one) => one === row.holdOutPercentage) ?? 0,
  hold_out_months: readMonths(row),
  lawful_basis: row.lawfulBasis ?? undefined,
  sms_template_id: row.smsTemplateId,
  template_s3_key: row.letterTemplateKey,
  translation:
    row.translationLanguage === null
      ? undefined
      : {
          sms_template_id: row.translationSmsTemplateId,
          template_s3_key: row.translationLetterKey,
          translated_for: isInBoth(row) ? 'everybody' : 'who_prefers_it',
        },
  postage: row.postage ?? undefined,
})
