import { unescapeAngleBrackets } from '#contract/sanitise'
import type { Tx } from '../../../db/engine'
import type { Span } from '../../../db/time'
import { describeCampaign } from './present'
import * as repo from './repo'
import { campaignNotFound } from './moves'

/** Created or sent in a span, not cancelled, oldest first. */
export async function listCampaignsIn(tx: Tx, organisationId: string, span: Span) {
  const rows = await repo.campaignsIn(tx, organisationId, span)
  return rows.map((row) => ({ ...row, name: unescapeAngleBrackets(row.name) }))
}

export const { findFirstSent } = repo

/**
 * Unparsed; null where not recorded, or not final.
 * @param findFinal figures to fix once; undefined while they may change
 * @throws Fault 404
 */
export async function certifyCampaign(
  tx: Tx,
  id: number,
  findFinal: (campaign: repo.CampaignRow) => object | undefined,
): Promise<{ campaign: repo.CampaignRow; subject: string; waterfall: unknown; certified: unknown }> {
  const campaign = await repo.findCampaign(tx, id)
  if (!campaign) throw campaignNotFound()
  const figures = findFinal(campaign)
  if (figures) await repo.certify(tx, id, figures)
  return { campaign, subject: describeCampaign(campaign), ...(await repo.findCertificate(tx, id)) }
}
