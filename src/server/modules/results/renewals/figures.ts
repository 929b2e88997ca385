/** Unknown figures are `null`, never zero (docs/product.md#renewals-pack). */
import { londonDay } from '#contract/days'
import { dayStart } from '../../../db/time'
import type { AuditService } from '../../organisations/audit/service'
import {
  gatherCampaignFigures,
  computeTakeUp,
  type CampaignFigures,
  type CampaignFiguresSources,
  type TakeUp,
} from '../reports/campaignFigures'
import type { SnapshotsService } from '../../households/snapshots/service'

export interface PackFigures {
  readonly organisation: string
  readonly period: Period
  readonly campaigns: readonly CampaignFigures[]
  /** Distinct households, as in `takeUp`. */
  readonly contacted: number
  readonly takeUp: TakeUp | null
  readonly activeUsers: number
  readonly contactedByMonth: readonly number[]
  readonly activeByMonth: readonly number[]
  readonly snapshots: readonly { readonly month: string; readonly households: number }[]
}

export interface PackSources extends CampaignFiguresSources {
  readonly audit: Pick<AuditService, 'activeUsers'>
  readonly snapshots: Pick<SnapshotsService, 'months'>
}

/** Gathers an organisation's figures. */
export async function gatherFigures(
  sources: PackSources,
  { id, name }: { readonly id: string; readonly name: string },
  period: Period,
): Promise<PackFigures> {
  const { database, audit, snapshots } = sources
  const { campaigns, contacted } = await gatherCampaignFigures(sources, id, period)
  const read = await database.forOrganisation(id, async (tx) => ({
    // Whole London days, inclusive.
    active: await audit.activeUsers(tx, id, { from: dayStart(period.from), until: dayStart(period.to, 1) }),
    snapshots: await snapshots.months.listSizes(tx, id, period),
  }))
  return {
    organisation: name,
    period,
    campaigns,
    contacted: contacted.total,
    takeUp: computeTakeUp(campaigns) ?? null,
    activeUsers: read.active.total,
    contactedByMonth: period.months.map((month) => contacted.byMonth.get(month) ?? 0),
    activeByMonth: period.months.map((month) => read.active.byMonth.get(month) ?? 0),
    snapshots: read.snapshots,
  }
}

/** Eleven whole months and the current one, in London. */
export interface Period {
  /** yyyy-mm-dd. */
  readonly from: string
  readonly to: string
  readonly months: readonly string[]
}

const MONTHS = 12

/** For a pack made now. */
export function choosePeriod(now: Date): Period {
  const to = londonDay(now)
  const [year = 0, month = 0] = to.split('-').map(Number)
  const months = Array.from({ length: MONTHS }, (_, index) => {
    const first = new Date(Date.UTC(year, month - MONTHS + index, 1))
    return first.toISOString().slice(0, 7)
  })
  return { from: `${months[0]}-01`, to, months }
}
