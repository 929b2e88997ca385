/** Figures are null, never zero, until a later snapshot exists (docs/product.md#report). */
import type { Campaign } from '#contract/campaigns'
import type { PensionCreditReport } from '#contract/report'
import type { Database } from '../../db/database'
import { conflict } from '../../faults'
import type { Person } from '../../person'
import type { AuditService } from '../audit/service'
import type { CampaignsService } from '../campaigns/service'
import { EXPORT_GOOD_FOR_SECONDS, type FilesService } from '../files/service'
import type { RecipientsService } from '../recipients/service'
import type { MonthTakeUp, SnapshotsService } from '../snapshots/service'
import { reportCsv } from './csv'
import { closeDate, LIFETIME_METHOD, LIFETIME_YEARS } from './assumptions'

interface ReportsDependencies {
  readonly database: Database
  readonly campaigns: Pick<CampaignsService, 'find'>
  readonly recipients: Pick<RecipientsService, 'countContacted' | 'contacted'>
  readonly snapshots: Pick<SnapshotsService, 'takeUpByMonth'>
  readonly files: Pick<FilesService, 'put' | 'getUrl'>
  readonly audit: AuditService
}

export type ReportsService = ReturnType<typeof createReportsService>

const WEEKS_A_YEAR = 52

/** Creates the reports, which compare two snapshots for the same households. */
export function createReportsService({
  database,
  campaigns,
  recipients,
  snapshots,
  files,
  audit,
}: ReportsDependencies) {
  async function report(person: Person, id: number): Promise<PensionCreditReport> {
    const campaign = await campaigns.find(person, id)
    if (campaign.benefit_name !== 'pension_credit') {
      throw conflict('Only Pension Credit campaigns have a report.', 'no_report')
    }
    const closes = campaign.date_sent === null ? null : closeDate(campaign.date_sent)
    const contacted = await database.forOrganisation(person.organisationId, (tx) => recipients.countContacted(tx, id))
    const months = closes === null ? [] : await takeUpBy(person.organisationId, campaign, closes)
    return present(campaign, closes, contacted, months)
  }

  const takeUpBy = (organisationId: string, { id, snapshot }: Campaign, closes: string): Promise<MonthTakeUp[]> =>
    snapshots.takeUpByMonth(organisationId, { from: snapshot, to: closes }, () =>
      recipients.contacted({ organisationId, campaignId: id }),
    )

  return {
    /** @throws Fault 404 'Campaign not found'; 409 for other campaign types */
    report,

    /** @returns an address, valid for five minutes */
    async exportCsv(person: Person, id: number): Promise<string> {
      const made = await report(person, id)
      const key = `exports/${person.organisationId}/campaign-${id}-report.csv`
      await files.put(key, new TextEncoder().encode(reportCsv(made)), 'text/csv; charset=utf-8')
      await audit.record(person, 'export', `report of campaign ${id}`, made.comparison.contacted_households)
      return files.getUrl(key, { expiresInSeconds: EXPORT_GOOD_FOR_SECONDS, downloadName: `campaign-${id}-report.csv` })
    },
  }
}

const MONTH_AND_YEAR = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** @param months after the campaign's, in order */
function present(
  campaign: Campaign,
  closes: string | null,
  contacted: number,
  months: readonly MonthTakeUp[],
): PensionCreditReport {
  const latest = months.at(-1)
  const annualPence = latest && latest.weeklyPence * WEEKS_A_YEAR
  return {
    campaign_details: {
      id: campaign.id,
      name: campaign.name,
      snapshot: campaign.snapshot.slice(5, 7) + campaign.snapshot.slice(2, 4),
      date_sent: campaign.date_sent,
      channel: campaign.channel,
      number_of_recipients: campaign.number_of_recipients,
    },
    campaign_impact: {
      number_of_households_claiming: latest?.claiming ?? null,
      number_of_carer_households: latest?.carers ?? null,
      annual_value: annualPence === undefined ? null : annualPence / 100,
      lifetime_value: annualPence === undefined ? null : Math.round(annualPence * LIFETIME_YEARS) / 100,
    },
    graph_details: {
      title: 'New Pension Credit claims by month',
      categorical_label: 'Month',
      value_label: 'Households newly claiming',
      data: months.map(({ month, newClaims }) => ({ group: MONTH_AND_YEAR.format(new Date(month)), value: newClaims })),
    },
    comparison: {
      awaiting_data: latest === undefined,
      campaign_snapshot: campaign.snapshot,
      compared_snapshot: latest?.month ?? null,
      close_date: closes,
      contacted_households: contacted,
      lifetime_years: LIFETIME_YEARS,
      lifetime_method: LIFETIME_METHOD,
    },
  }
}
