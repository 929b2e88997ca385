import type { z } from 'zod'
import type { Campaign, ListedCampaign } from '#contract/campaigns/campaigns'
import { RECIPIENTS_A_PAGE, type getCampaignRecipients } from '#contract/campaigns/recipients'
import type { Person } from '../../../http/person'
import { listRecipients } from '../recipients/repo'
import { countProgress, type ProgressDependencies } from './countProgress'
import type { CampaignsDependencies } from './dependencies'
import { requireListShown } from './listShown'
import { asCampaign, asListedCampaign } from './present'
import * as repo from './repo'
import { withCampaign } from './moves'

type RecipientsQuery = z.output<typeof getCampaignRecipients.query>
type RecipientsReply = z.output<typeof getCampaignRecipients.reply>

/** Lists campaigns and their recipients, without personal data. */
export const createCampaignLists = (
  deps: ProgressDependencies & Pick<CampaignsDependencies, 'needToKnow' | 'database'>,
) => ({
  list: ({ organisationId }: Person): Promise<ListedCampaign[]> =>
    deps.database.forOrganisation(organisationId, async (tx) => {
      const rows = await repo.listCampaigns(tx, organisationId)
      const progress = await countProgress(deps, tx, rows)
      return rows.map((row) => asListedCampaign(row, progress(row)))
    }),

  /** @throws Fault 404, also for another organisation's */
  find: (person: Person, id: number): Promise<Campaign> =>
    withCampaign(deps.database, person, id, async (_tx, campaign) => asCampaign(campaign)),

  /** @throws Fault 404; 409 where the list reveals what is hidden from the role */
  async listRecipients(person: Person, { campaign_id: id, state, page }: RecipientsQuery): Promise<RecipientsReply> {
    const own = await deps.needToKnow.of(person)
    return withCampaign(deps.database, person, id, async (tx, campaign) => {
      await requireListShown(tx, own, campaign)
      const offset = (page - 1) * RECIPIENTS_A_PAGE
      const { total, rows } = await listRecipients(tx, id, { state, offset, limit: RECIPIENTS_A_PAGE })
      return {
        total,
        recipients: rows.map((row) => ({
          household_reference: row.householdReference,
          state: row.state,
          reason: row.reason,
          updated_at: row.updatedAt.toISOString(),
        })),
      }
    })
  },
})
