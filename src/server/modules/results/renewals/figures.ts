/** A figure that is not known yet is `null`, never zero (docs/product.md#renewals-pack). */
import type { BenefitName } from '#contract/households/benefits'
import type { CampaignStatus, Channel } from '#contract/campaigns/campaigns'
import type { Impact } from '#contract/results/reports'
import { londonDay } from '#contract/days'
import type { Database } from '../../../db/database'
import { dayStart } from '../../../db/time'
import type { AuditService } from '../../organisations/audit/service'
import { listCampaignsIn } from '../../campaigns/campaigns/campaignResults'
import type { CampaignContactHistory } from '../../campaigns/recipients/contactHistory'
import { type Claimants } from '../reports/service'
import { WEEKS_A_YEAR } from '../reports/assumptions'
import type { SnapshotsService } from '../../households/snapshots/service'

export interface PackTakeUp {
  readonly households: number
  readonly annualValue: number
}

export interface PackCampaign {
  readonly name: string
  readonly benefit: BenefitName
  readonly channel: Channel
  readonly status: CampaignStatus
  readonly sentAt: Date | null
  readonly contacted: number
  /** Undefined: not measured for this benefit. */
  readonly takeUp: PackTakeUp | null | undefined
  /** Null without a hold-out. */
  readonly impact: Impact | null
}

export interface PackFigures {
  readonly organisation: string
  readonly period: Period
  readonly campaigns: readonly PackCampaign[]
  /** Distinct households, as in `takeUp`. */
  readonly contacted: number
  readonly takeUp: PackTakeUp | null
  readonly activeUsers: number
  readonly contactedByMonth: readonly number[]
  readonly activeByMonth: readonly number[]
  readonly snapshots: readonly { readonly month: string; readonly households: number }[]
}

export interface PackSources {
  readonly database: Database
  readonly contactHistory: Pick<CampaignContactHistory, 'countContactedIn'>
  readonly audit: Pick<AuditService, 'activeUsers'>
  readonly snapshots: Pick<SnapshotsService, 'months'>
  readonly claimantsOf: (campaignId: number) => Promise<Claimants>
  readonly impactOf: (campaignId: number) => Promise<Impact | null>
}

/** Gathers an organisation's figures. */
export async function gatherFigures(
  { database, contactHistory, audit, snapshots, claimantsOf, impactOf }: PackSources,
  organisation: { readonly id: string; readonly name: string },
  period: Period,
): Promise<PackFigures> {
  const { id } = organisation
  const read = await database.forOrganisation(id, async (tx) => {
    // Whole London days, inclusive.
    const span = { from: dayStart(period.from), until: dayStart(period.to, 1) }
    const rows = await listCampaignsIn(tx, id, span)
    const ids = rows.map((campaign) => campaign.id)
    return {
      rows,
      contacted: await contactHistory.countContactedIn(tx, id, ids, span),
      active: await audit.activeUsers(tx, id, span),
      snapshots: await snapshots.months.listSizes(tx, id, period),
    }
  })

  const packed: PackCampaign[] = []
  const measured: ReadonlyMap<string, number>[] = []
  // Sequential: each compares whole snapshots.
  for (const row of read.rows) {
    const claimants = row.benefit === 'pension_credit' ? await claimantsOf(row.id) : undefined
    if (claimants) measured.push(claimants)
    packed.push({
      ...row,
      contacted: read.contacted.byCampaign.get(row.id) ?? 0,
      takeUp: claimants && takeUpOf(claimants),
      impact: row.benefit === 'pension_credit' ? await impactOf(row.id) : null,
    })
  }
  const { total, byMonth } = read.contacted.households
  return {
    organisation: organisation.name,
    period,
    campaigns: packed,
    contacted: total,
    // A household counts once, with its latest award: campaigns are in order of sending.
    takeUp: measured.length === 0 ? null : takeUpOf(new Map(measured.flatMap((claimants) => [...claimants]))),
    activeUsers: read.active.total,
    contactedByMonth: period.months.map((month) => byMonth.get(month) ?? 0),
    activeByMonth: period.months.map((month) => read.active.byMonth.get(month) ?? 0),
    snapshots: read.snapshots,
  }
}

function takeUpOf(claimants: ReadonlyMap<string, number>): PackTakeUp {
  const weeklyPence = [...claimants.values()].reduce((total, pence) => total + pence, 0)
  return { households: claimants.size, annualValue: (weeklyPence * WEEKS_A_YEAR) / 100 }
}

/** Eleven whole months and the current one, in London. */
export interface Period {
  /** yyyy-mm-dd. */
  readonly from: string
  readonly to: string
  readonly months: readonly string[]
}

const MONTHS = 12

/** The period of a pack made now. */
export function choosePeriod(now: Date): Period {
  const to = londonDay(now)
  const [year = 0, month = 0] = to.split('-').map(Number)
  const months = Array.from({ length: MONTHS }, (_, index) => {
    const first = new Date(Date.UTC(year, month - MONTHS + index, 1))
    return first.toISOString().slice(0, 7)
  })
  return { from: `${months[0]}-01`, to, months }
}
