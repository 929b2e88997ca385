/** docs/product.md#review-and-send */
import { CAMPAIGN_TYPES } from '#contract/campaigns/campaignWords'
import type { BenefitName } from '#contract/households/benefits'
import type { Tx } from '../../../db/engine'
import { Fault } from '../../../http/faults'
import { lockGoneSince, waitingAmong, type HouseholdsToRemove, type RemovalReasons } from '../recipients/removingRepo'
import type { Predicate } from '../../households/snapshots/predicate'
import type { HoldOuts } from './holdOuts'
import * as repo from './repo'
import type { CampaignsDependencies } from './dependencies'

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

const COLUMN: Readonly<Record<BenefitName, string | null>> = {
  pension_credit: 'pension_credit',
  attendance_allowance: 'attendance_allowance',
  healthy_start: 'healthy_start',
  free_school_meals: 'free_school_meals',
  custom: null,
}

export type Recheck = ReturnType<typeof createRecheck>

/** Rechecks a frozen list between review and run. */
export function createRecheck({
  database,
  snapshots,
  holdOuts,
}: Pick<CampaignsDependencies, 'database' | 'snapshots'> & { readonly holdOuts: HoldOuts }) {
  return {
    /** Claiming in a newer snapshot than the campaign's. Not inside a transaction: it may load the snapshot. */
    async findClaiming(organisationId: string, campaignId: number): Promise<HouseholdsToRemove> {
      const campaign = await database.forOrganisation(organisationId, (tx) => repo.findCampaign(tx, campaignId))
      const column = campaign ? COLUMN[campaign.benefitName] : null
      if (!campaign || column === null) return NONE_LEFT_OUT
      // The retention period may have removed every snapshot.
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

    async findGone(tx: Tx, campaign: repo.CampaignRow, claiming: HouseholdsToRemove): Promise<RemovalReasons> {
      const references = await holdOuts.heldOutByOthers(tx, campaign)
      const why = `Another campaign for ${CAMPAIGN_TYPES[campaign.benefitName]} holds it out, for comparison.`
      return new Map([
        ...(await waitingAmong(tx, campaign.id, { references, why })),
        ...(await waitingAmong(tx, campaign.id, claiming)),
        ...(await lockGoneSince(tx, campaign, 'waiting')),
      ])
    },
  }
}

const NONE_LEFT_OUT: HouseholdsToRemove = { references: [], why: '' }
