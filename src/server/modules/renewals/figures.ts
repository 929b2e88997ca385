/** A figure that the records do not have yet is `null`, never zero (docs/product.md#renewals-pack). */
import type { BenefitName, CampaignStatus, Channel } from '#contract/campaigns'
import type { PensionCreditReport } from '#contract/report'
import { unescapeAngleBrackets } from '#contract/sanitise'
import { londonDay } from '../../days'
import type { Database } from '../../db/database'
import { dayStart } from '../../db/time'
import type { AuditService } from '../audit/service'
import type { CampaignsService } from '../campaigns/service'
import type { RecipientsService } from '../recipients/service'
import type { SnapshotsService } from '../snapshots/service'

export interface TakeUp {
  readonly households: number
  readonly annualValue: number
}

export interface PackCampaign {
  readonly id: number
  readonly name: string
  readonly benefit: BenefitName
  readonly channel: Channel
  readonly status: CampaignStatus
  readonly sentAt: Date | null
  readonly contacted: number
  /** Undefined: not measured for this benefit. */
  readonly takeUp: TakeUp | null | undefined
}

export interface PackFigures {
  readonly organisation: string
  readonly period: Period
  readonly campaigns: readonly PackCampaign[]
  readonly contacted: number
  readonly takeUp: TakeUp | null
  readonly activeUsers: number
  readonly contactedByMonth: readonly number[]
  readonly activeByMonth: readonly number[]
  readonly snapshots: readonly { readonly month: string; readonly households: number }[]
}

export interface Sources {
  readonly database: Database
  readonly campaigns: Pick<CampaignsService, 'within'>
  readonly recipients: Pick<RecipientsService, 'contactedByCampaign' | 'contactedByMonth'>
  readonly audit: Pick<AuditService, 'activeUsers'>
  readonly snapshots: Pick<SnapshotsService, 'sizes'>
  readonly reportOf: (campaignId: number) => Promise<PensionCreditReport>
}

/** Gathers an organisation's figures. */
export async function gatherFigures(
  { database, campaigns, recipients, audit, snapshots, reportOf }: Sources,
  organisation: { readonly id: string; readonly name: string },
  period: Period,
): Promise<PackFigures> {
  const { id } = organisation
  const read = await database.forOrganisation(id, async (tx) => {
    // Whole London days, both included.
    const span = { from: dayStart(period.from), until: dayStart(period.to, 1) }
    const rows = await campaigns.within(tx, id, span)
    const ids = rows.map((campaign) => campaign.id)
    return {
      rows,
      contacted: await recipients.contactedByCampaign(tx, ids, span),
      byMonth: await recipients.contactedByMonth(tx, id, span),
      active: await audit.activeUsers(tx, id, span),
      snapshots: await snapshots.sizes(tx, id, period),
    }
  })

  const packed: PackCampaign[] = []
  // Sequential: each compares whole snapshots.
  for (const row of read.rows) {
    const takeUp = row.benefit === 'pension_credit' ? takeUpOf(await reportOf(row.id)) : undefined
    packed.push({
      ...row,
      name: unescapeAngleBrackets(row.name),
      contacted: read.contacted.get(row.id) ?? 0,
      takeUp,
    })
  }
  const measured = packed.flatMap(({ takeUp }) => takeUp ?? [])
  return {
    organisation: organisation.name,
    period,
    campaigns: packed,
    contacted: sum([...read.byMonth.values()]),
    takeUp:
      measured.length === 0
        ? null
        : {
            households: sum(measured.map(({ households }) => households)),
            annualValue: sum(measured.map(({ annualValue }) => annualValue)),
          },
    activeUsers: read.active.total,
    contactedByMonth: period.months.map((month) => read.byMonth.get(month) ?? 0),
    activeByMonth: period.months.map((month) => read.active.byMonth.get(month) ?? 0),
    snapshots: read.snapshots,
  }
}

function takeUpOf({ campaign_impact: impact }: PensionCreditReport): TakeUp | null {
  const { number_of_households_claiming: households, annual_value: annualValue } = impact
  return households === null || annualValue === null ? null : { households, annualValue }
}

const sum = (figures: readonly number[]): number => figures.reduce((total, figure) => total + figure, 0)

/** Eleven whole months and the current one, in London. */
export interface Period {
  /** yyyy-mm-dd. */
  readonly from: string
  readonly to: string
  readonly months: readonly string[]
}

const MONTHS = 12

/** The period of a pack made now. */
export function periodUntil(now: Date): Period {
  const to = londonDay(now)
  const [year = 0, month = 0] = to.split('-').map(Number)
  const months = Array.from({ length: MONTHS }, (_, index) => {
    const first = new Date(Date.UTC(year, month - MONTHS + index, 1))
    return first.toISOString().slice(0, 7)
  })
  return { from: `${months[0]}-01`, to, months }
}
