import type { z } from 'zod'
import { HOLD_OUT_PERCENTAGES, USUAL_HOLD_OUT } from '#contract/campaigns/holdOuts'
import type { getLastChoices } from '#contract/campaigns/lastChoices'
import type { BenefitName } from '#contract/households/benefits'
import type { Person } from '../../../http/person'
import type { CampaignsDependencies } from './dependencies'
import { findLastCampaign } from './repo'

/** What the organisation's last campaign for a benefit chose. */
export const createReadLastChoices =
  ({ database }: Pick<CampaignsDependencies, 'database'>) =>
  async ({ organisationId }: Person, benefit: BenefitName): Promise<z.output<typeof getLastChoices.reply>> => {
    const last = await database.forOrganisation(organisationId, (tx) => findLastCampaign(tx, organisationId, benefit))
    const wasOffered = last !== undefined && last.frozenCount >= USUAL_HOLD_OUT.fromHouseholds
    return {
      hold_out_percentage: wasOffered
        ? (HOLD_OUT_PERCENTAGES.find((percentage) => percentage === last.holdOutPercentage) ?? null)
        : null,
      lawful_basis: last?.lawfulBasis ?? null,
    }
  }
