import type { z } from 'zod'
import type { Campaign, ListedCampaign } from '#contract/campaigns/campaigns'
import { RECIPIENTS_A_PAGE, type getCampaignRecipients } from '#contract/campaigns/recipients'
import type { Person } from '../../../http/person'
import { DO_NOT_CONTACT } from '../recipients/removingRepo'
import { listRecipients } from '../recipients/repo'
import { countProgress, type ProgressDependencies } from './countProgress'
import type { CampaignsDependencies } from './dependencies'
import { findHiddenLists, requireListShown } from './listShown'
import { asCampaign, asListedCampaign } from './present'
import * as repo from './repo'
import { roundListed } from './roundedCounts'
import { withCampaign } from './moves'

type RecipientsQuery = z.output<typeof getCampaignRecipients.query>
type RecipientsReply = z.output<typeof getCampaignRecipients.reply>

/** Lists campaigns and their recipients, without personal data. */
export const createCampaignLists = (
  deps: ProgressDependencies & Pick<CampaignsDependencies, 'needToKnow' | 'database'>,
) => ({
  async list(person: Person): Promise<ListedCampaign[]> {
    const { organisationId } = person
    const own = await deps.needToKnow.of(person)
    return deps.database.forOrganisation(organisationId, async (tx) => {
      const rows = await repo.listCampaigns(tx, organisationId)
      const progress = await countProgress(deps, tx, rows)
      const hidden = await findHiddenLists(tx, own, rows)
      return rows.map((row) => {
        const campaign = asListedCampaign(row, progress(row), person)
        return hidden.has(row.id) ? roundListed(campaign) : campaign
      })
    })
  },

  /** Exact, for documents. @throws Fault 404, also for another organisation's */
  find: (person: Person, id: number): Promise<Campaign> =>
    withCampaign(deps.database, person, id, async (_tx, campaign) => asCampaign(campaign, false)),

  async present(person: Person, row: repo.CampaignRow): Promise<Campaign> {
    const own = await deps.needToKnow.of(person)
    const hidden = await deps.database.forOrganisation(person.organisationId, (tx) => findHiddenLists(tx, own, [row]))
    return asCampaign(row, hidden.has(row.id))
  },

  /** @throws Fault 404; 409 where the list reveals what is hidden from the role */
  async listRecipients(person: Person, { campaign_id: id, state, page }: RecipientsQuery): Promise<RecipientsReply> {
    const own = await deps.needToKnow.of(person)
    const { total, erased, rows } = await withCampaign(deps.database, person, id, async (tx, campaign) => {
      await requireListShown(tx, own, campaign)
      const offset = (page - 1) * RECIPIENTS_A_PAGE
      return listRecipients(tx, id, { state, offset, limit: RECIPIENTS_A_PAGE })
    })
    const references = rows.map((row) => row.householdReference)
    if (total === rows.length) await deps.needToKnow.lookedAt(person, `campaign ${id}`, references)
    return {
      total,
      erased,
      recipients: rows.map((row) => ({
        household_reference: row.householdReference,
        state: row.state,
        reason: row.reason,
        // Since when a mark holds is the administrators' to know.
        updated_at: row.reason === DO_NOT_CONTACT && person.role === 'Viewer' ? null : row.updatedAt.toISOString(),
      })),
    }
  },
})
