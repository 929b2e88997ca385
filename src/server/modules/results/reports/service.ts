/** Figures are null, never zero, until a later snapshot exists (docs/product.md#report). */
import type { Campaign, CampaignDetail } from '#contract/campaigns/campaigns'
import { type ClaimRate, type Impact, type PensionCreditReport } from '#contract/results/reports'
import { unescapeAngleBrackets } from '#contract/sanitise'
import { monthsOn } from '../../../lib/days'
import { londonDay } from '#contract/days'
import type { Database } from '../../../db/database'
import { conflict } from '../../../http/faults'
import type { Person } from '../../../http/person'
import { requireShown, type NeedToKnowService } from '../../households/need-to-know/service'
import type { AuditService } from '../../organisations/audit/service'
import type { CampaignsService } from '../../campaigns/campaigns/service'
import { EXPORT_GOOD_FOR_SECONDS, type FilesService } from '../../platform/files/service'
import type { OrganisationsService } from '../../organisations/organisations/service'
import type { CampaignContactHistory } from '../../campaigns/recipients/contactHistory'
import type { GroupClaims, SnapshotsService, TakeUp } from '../../households/snapshots/service'
import { reportCsv } from './csv'
import { reportPdf } from './reportPdf'
import {
  ANNUAL_METHOD,
  CAUSE_BY_HOLD_OUT,
  CAUSE_NOT_KNOWN,
  closeDate,
  LIFETIME_METHOD,
  LIFETIME_RANGE_YEARS,
  LIFETIME_YEARS,
  UNCONTACTED_MONTHS,
  WEEKS_A_YEAR,
} from './assumptions'

import { createImpact } from './impact'

interface ReportsDependencies {
  readonly database: Database
  readonly campaigns: Pick<CampaignsService, 'find' | 'detail'>
  readonly contactHistory: Omit<CampaignContactHistory, 'readFacts' | 'findLastContact' | 'countContactedIn'>
  readonly snapshots: Pick<SnapshotsService, 'takeUp' | 'claimsByGroup' | 'sizes'>
  readonly files: Pick<FilesService, 'put' | 'getUrl'>
  readonly audit: AuditService
  readonly needToKnow: Pick<NeedToKnowService, 'of'>
  readonly organisations: Pick<OrganisationsService, 'get'>
}

export const CLAIM_COLUMNS = ['pension_credit', 'pension_credit_weekly_award'] as const

export type ReportsService = ReturnType<typeof createReportsService>

/** Claimants after a campaign: reference to weekly award in pence; null while data are awaited. */
export type Claimants = ReadonlyMap<string, number> | null

/** Compares snapshots for the same households. */
export function createReportsService({
  database,
  campaigns,
  contactHistory,
  snapshots,
  files,
  audit,
  needToKnow,
  organisations,
}: ReportsDependencies) {
  const impactOf = createImpact({ database, contactHistory, snapshots })

  async function report(person: Person, id: number): Promise<PensionCreditReport> {
    const { organisationId } = person
    const own = await needToKnow.of(person)
    const campaign = await pensionCreditCampaign(person, id)
    requireShown(own, CLAIM_COLUMNS, 'The report')
    const contacted = await contactHistory.countContacted({ organisationId, campaignId: id })
    const takeUp = await takeUpOf(organisationId, campaign)
    const detail = await campaigns.detail(person, id)
    const impact = await impactOf(organisationId, detail)
    const made = present(detail, contacted, takeUp, await ratesOf(organisationId, id, takeUp), impact)
    if (own.hidden.has('carer')) made.campaign_impact.number_of_carer_households = null
    return made
  }

  async function pensionCreditCampaign(person: Person, id: number): Promise<Campaign> {
    const campaign = await campaigns.find(person, id)
    if (campaign.benefit_name !== 'pension_credit') {
      throw conflict('Only Pension Credit campaigns have a report.', 'no_report')
    }
    return campaign
  }

  async function takeUpOf(organisationId: string, { id, snapshot, date_sent }: Campaign): Promise<TakeUp> {
    if (date_sent === null) return NOT_SENT
    const sentDay = londonDay(new Date(date_sent))
    const range = { from: snapshot, sent: sentDay > snapshot ? sentDay : snapshot, to: closeDate(date_sent) }
    return snapshots.takeUp(organisationId, range, () =>
      contactHistory.listContacted({ organisationId, campaignId: id }),
    )
  }

  async function ratesOf(organisationId: string, campaignId: number, { before, months }: TakeUp): Promise<Rates> {
    const later = months.at(-1)?.month
    if (before === null || later === undefined) return null
    const days = { from: monthsOn(before, -UNCONTACTED_MONTHS), to: later }
    async function* listed() {
      for await (const page of contactHistory.listContacted({ organisationId, campaignId })) {
        yield page.map((reference) => ({ reference, group: 'contacted' }))
      }
      for await (const page of contactHistory.listContactedForBenefit(organisationId, 'pension_credit', days)) {
        yield page.map((reference) => ({ reference, group: 'contacted by any' }))
      }
    }
    const { of, others } = await snapshots.claimsByGroup(organisationId, { before, later }, listed)
    return { contacted: asRate(of('contacted')), not_contacted: asRate(others) }
  }

  async function exported(
    person: Person,
    made: PensionCreditReport,
    { content, type, extension }: { content: Uint8Array; type: string; extension: 'csv' | 'pdf' },
  ): Promise<string> {
    const { id } = made.campaign_details
    // A file each: an address that one role has must not lead to what another is shown, then or later.
    const part = (await needToKnow.of(person)).hidden.has('carer') ? '-without-carers' : ''
    const key = `exports/${person.organisationId}/campaign-${id}-report${part}.${extension}`
    await files.put(key, content, type)
    await audit.record(person, 'export', `report of campaign ${id}`, made.comparison.contacted_households)
    return files.getUrl(key, {
      expiresInSeconds: EXPORT_GOOD_FOR_SECONDS,
      contentType: type,
      downloadName: `campaign-${id}-report.${extension}`,
    })
  }

  return {
    /** @throws Fault 404; 409 for other campaign types, and a role from which claims are hidden */
    report,

    /** For totals over campaigns, in which a household counts once. @throws as {@link report} */
    async claimants(person: Person, id: number): Promise<Claimants> {
      const { months, claimants } = await takeUpOf(person.organisationId, await pensionCreditCampaign(person, id))
      return months.length === 0 ? null : claimants
    },

    /** The effect of a Pension Credit campaign; null without a hold-out. @throws Fault 404 */
    impact: async (person: Person, id: number): Promise<Impact | null> =>
      impactOf(person.organisationId, await campaigns.detail(person, id)),

    /** @returns an address, valid for five minutes. @throws as {@link report} */
    async exportCsv(person: Person, id: number): Promise<string> {
      const made = await report(person, id)
      const content = new TextEncoder().encode(reportCsv(made))
      return exported(person, made, { content, type: 'text/csv; charset=utf-8', extension: 'csv' })
    },

    /** With small numbers hidden. @returns an address, valid for five minutes. @throws as {@link report} */
    async exportPdf(person: Person, id: number): Promise<string> {
      const made = await report(person, id)
      const { name } = await organisations.get(person.organisationId)
      const content = await reportPdf(made, unescapeAngleBrackets(name), new Date())
      return exported(person, made, { content, type: 'application/pdf', extension: 'pdf' })
    },
  }
}

const NOT_SENT: TakeUp = { before: null, months: [], claimants: new Map() }

type Rates = PensionCreditReport['comparison']['rates']

const asRate = ({ households, claiming }: GroupClaims): ClaimRate => ({ households, claiming })

const MONTH_AND_YEAR = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' })

function present(
  campaign: CampaignDetail,
  contacted: number,
  { before, months }: TakeUp,
  rates: Rates,
  impact: Impact | null,
): PensionCreditReport {
  const latest = months.at(-1)
  const annualPence = latest && latest.weeklyPence * WEEKS_A_YEAR
  const over = (years: number, pence: number) => Math.round(pence * years) / 100
  return {
    campaign_details: {
      id: campaign.id,
      name: campaign.name,
      snapshot: campaign.snapshot.slice(5, 7) + campaign.snapshot.slice(2, 4),
      date_sent: campaign.date_sent,
      channel: campaign.channel,
      number_of_recipients: campaign.number_of_recipients,
      lawful_basis: campaign.lawful_basis,
    },
    campaign_impact: {
      number_of_households_claiming: latest?.claiming ?? null,
      number_of_carer_households: latest?.carers ?? null,
      annual_value: annualPence === undefined ? null : annualPence / 100,
      lifetime_value: annualPence === undefined ? null : over(LIFETIME_YEARS, annualPence),
    },
    graph_details: {
      title: 'New Pension Credit claims by month',
      categorical_label: 'Month',
      value_label: 'Households newly claiming',
      data: months.map(({ month, newClaims }) => ({ group: MONTH_AND_YEAR.format(new Date(month)), value: newClaims })),
    },
    impact,
    comparison: {
      awaiting_data: latest === undefined,
      campaign_snapshot: campaign.snapshot,
      baseline_snapshot: before,
      compared_snapshot: latest?.month ?? null,
      close_date: campaign.date_sent === null ? null : closeDate(campaign.date_sent),
      contacted_households: contacted,
      lifetime_years: LIFETIME_YEARS,
      lifetime_range:
        annualPence === undefined
          ? []
          : LIFETIME_RANGE_YEARS.map((years) => ({ years, value: over(years, annualPence) })),
      annual_method: ANNUAL_METHOD,
      lifetime_method: LIFETIME_METHOD,
      cause: impact === null ? CAUSE_NOT_KNOWN : CAUSE_BY_HOLD_OUT,
      rates,
    },
  }
}
