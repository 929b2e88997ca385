/** Who may not be reached any more: docs/product.md#review-and-send. */
import { CAMPAIGN_TYPES } from '#contract/campaignWords'
import type { BenefitName } from '#contract/benefits'
import type { Tx } from '../../db/database'
import { Fault } from '../../faults'
import type { Gone, LeftOut } from '../recipients/service'
import type { Predicate } from '../snapshots/predicate'
import type { HoldOuts } from './holdOuts'
import * as repo from './repo'
import type { CampaignsDependencies } from './service'

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** A benefit's column in snapshots; custom campaigns are for none. */
const COLUMN: Readonly<Record<BenefitName, string | null>> = {
  pension_credit: 'pension_credit',
  attendance_allowance: 'attendance_allowance',
  healthy_start: 'healthy_start',
  free_school_meals: 'free_school_meals',
  custom: null,
}

export type Recheck = ReturnType<typeof createRecheck>

/** Creates the recheck of a frozen list between review and run. */
export function createRecheck({
  database,
  recipients,
  snapshots,
  holdOuts,
}: Pick<CampaignsDependencies, 'database' | 'recipients' | 'snapshots'> & { readonly holdOuts: HoldOuts }) {
  return {
    /** Who claims in a newer snapshot than the campaign's. Outside of transactions: it may load the snapshot. */
    async claimingNow(organisationId: string, campaignId: number): Promise<LeftOut> {
      const campaign = await database.forOrganisation(organisationId, (tx) => repo.findCampaign(tx, campaignId))
      const column = campaign ? COLUMN[campaign.benefitName] : null
      if (!campaign || column === null) return NONE_LEFT_OUT
      // All snapshots may have gone with their period.
      const latest = await snapshots.latest(organisationId).catch((error: unknown) => {
        if (error instanceof Fault && error.status === 404) return undefined
        throw error
      })
      if (!latest || latest.version === campaign.snapshotVersion || latest.month < campaign.snapshot)
        return NONE_LEFT_OUT
      const claiming: Predicate = [{ kind: 'oneOf', column, values: ['claiming'] }]
      return {
        references: await latest.references(claiming),
        why: `It claims ${CAMPAIGN_TYPES[campaign.benefitName]} already, by the snapshot of ${MONTH.format(new Date(latest.month))}.`,
      }
    },

    /** Waiting recipients of both arms to be left out, with why. */
    async gone(tx: Tx, campaign: repo.CampaignRow, claiming: LeftOut): Promise<Gone> {
      const references = await holdOuts.heldOutByOthers(tx, campaign)
      const why = `Another campaign for ${CAMPAIGN_TYPES[campaign.benefitName]} holds it out, for comparison.`
      return new Map([
        ...(await recipients.waitingAmong(tx, campaign.id, { references, why })),
        ...(await recipients.waitingAmong(tx, campaign.id, claiming)),
        ...(await recipients.goneSince(tx, campaign, 'waiting')),
      ])
    },
  }
}

const NONE_LEFT_OUT: LeftOut = { references: [], why: '' }
