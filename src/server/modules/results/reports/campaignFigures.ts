/** By campaign, and in total with every household once (docs/product.md#report). */
import type { CampaignStatus } from '#contract/campaigns/campaigns'
import type { Channel } from '#contract/households/channels'
import type { BenefitName } from '#contract/households/benefits'
import type { Impact } from '#contract/results/reports'
import type { Database } from '../../../db/database'
import { dayStart } from '../../../db/time'
import { listCampaignsIn } from '../../campaigns/campaigns/campaignResults'
import type { CampaignContactHistory } from '../../campaigns/recipients/contactHistory'
import { WEEKS_A_YEAR } from './assumptions'
import type { Claimants } from './service'

export interface CampaignFigures {
  readonly id: number
  readonly name: string
  readonly benefit: BenefitName
  readonly channel: Channel
  readonly status: CampaignStatus
  readonly sentAt: Date | null
  readonly contacted: number
  /** Undefined: not measured for this benefit. */
  readonly claimants: Claimants | undefined
  /** Null without a hold-out. */
  readonly impact: Impact | null
}

export interface CampaignFiguresSources {
  readonly database: Database
  readonly contactHistory: Pick<CampaignContactHistory, 'countContactedIn'>
  readonly claimantsOf: (campaignId: number) => Promise<Claimants>
  readonly impactOf: (campaignId: number) => Promise<Impact | null>
}

/** @param days whole London days, inclusive */
export async function gatherCampaignFigures(
  { database, contactHistory, claimantsOf, impactOf }: CampaignFiguresSources,
  organisationId: string,
  days: { readonly from: string; readonly to: string },
) {
  const { rows, contacted } = await database.forOrganisation(organisationId, async (tx) => {
    const span = { from: dayStart(days.from), until: dayStart(days.to, 1) }
    const found = await listCampaignsIn(tx, organisationId, span)
    const ids = found.map(({ id }) => id)
    return { rows: found, contacted: await contactHistory.countContactedIn(tx, organisationId, ids, span) }
  })
  const campaigns: CampaignFigures[] = []
  // Sequential: each compares whole snapshots.
  for (const row of rows) {
    const isMeasured = row.benefit === 'pension_credit'
    campaigns.push({
      ...row,
      contacted: contacted.byCampaign.get(row.id) ?? 0,
      claimants: isMeasured ? await claimantsOf(row.id) : undefined,
      impact: isMeasured ? await impactOf(row.id) : null,
    })
  }
  return { campaigns, contacted: contacted.households }
}

export interface TakeUp {
  readonly households: number
  readonly annualValue: number
}

/** In order of sending: a household counts once, with its latest award. Null: awaited; undefined: not measured. */
export function computeTakeUp(campaigns: readonly Pick<CampaignFigures, 'claimants'>[]): TakeUp | null | undefined {
  const measured = campaigns.flatMap(({ claimants }) => (claimants === undefined ? [] : [claimants]))
  if (measured.length === 0) return undefined
  const told = measured.filter((claimants) => claimants !== null)
  if (told.length === 0) return null
  const awards = new Map(told.flatMap((claimants) => [...claimants]))
  const weeklyPence = [...awards.values()].reduce((total, pence) => total + pence, 0)
  return { households: awards.size, annualValue: (weeklyPence * WEEKS_A_YEAR) / 100 }
}
