/** docs/product.md#report */
import type { Campaign } from '#contract/campaigns/campaigns'
import { type Impact, type PensionCreditReport } from '#contract/results/reports'
import { unescapeAngleBrackets } from '#contract/sanitise'
import type { Database } from '../../../db/database'
import { conflict } from '../../../http/faults'
import type { Person } from '../../../http/person'
import { requireShown, type NeedToKnowService } from '../../households/need-to-know/service'
import type { AuditService } from '../../organisations/audit/service'
import type { CampaignsService } from '../../campaigns/campaigns/service'
import { EXPORT_GOOD_FOR_SECONDS, type FilesService } from '../../platform/files/service'
import type { OrganisationsService } from '../../organisations/organisations/service'
import type { CampaignContactHistory } from '../../campaigns/recipients/contactHistory'
import type { SnapshotsService } from '../../households/snapshots/service'
import { writeReportCsv } from './csv'
import { createImpact } from './impact'
import { presentReport } from './presentReport'
import { drawReportPdf } from './reportPdf'
import { compareClaimRates, measureTakeUp } from './takeUp'

interface ReportsDependencies {
  readonly database: Database
  readonly campaigns: Pick<CampaignsService, 'lists' | 'readDetail' | 'requireListShown'>
  readonly contactHistory: Omit<
    CampaignContactHistory,
    'readFacts' | 'findLastContact' | 'findLastContacts' | 'countContactedIn'
  >
  readonly snapshots: Pick<SnapshotsService, 'months' | 'comparisons'>
  readonly files: Pick<FilesService, 'put' | 'getUrl'>
  readonly audit: AuditService
  readonly needToKnow: Pick<NeedToKnowService, 'of'>
  readonly organisations: Pick<OrganisationsService, 'get'>
}

export const CLAIM_COLUMNS = ['pension_credit', 'pension_credit_weekly_award'] as const

export type ReportsService = ReturnType<typeof createReportsService>

/** Weekly award in pence by reference; null while data are awaited. */
export type Claimants = ReadonlyMap<string, number> | null

/** Compares snapshots for the same households. */
export function createReportsService(deps: ReportsDependencies) {
  const { campaigns, contactHistory, needToKnow, organisations } = deps
  const measureImpact = createImpact(deps)

  async function report(person: Person, id: number): Promise<PensionCreditReport> {
    const { organisationId } = person
    const own = await needToKnow.of(person)
    const campaign = await findPensionCreditCampaign(campaigns, person, id)
    requireShown(own, CLAIM_COLUMNS, 'The report')
    await campaigns.requireListShown(person, id)
    const contacted = await contactHistory.countContacted({ organisationId, campaignId: id })
    const takeUp = await measureTakeUp(deps, organisationId, campaign)
    const detail = await campaigns.readDetail(person, id)
    const impact = await measureImpact(organisationId, detail)
    const rates = await compareClaimRates(deps, organisationId, id, takeUp)
    const made = presentReport(detail, { contacted, takeUp, rates, impact })
    if (own.hidden.has('carer')) made.campaign_impact.number_of_carer_households = null
    return made
  }

  return {
    /** @throws Fault 404; 409 for other campaign types, and roles from which claims are hidden */
    report,

    /** For totals in which a household counts once. @throws as {@link report} */
    async claimants(person: Person, id: number): Promise<Claimants> {
      const { months, claimants } = await measureTakeUp(
        deps,
        person.organisationId,
        await findPensionCreditCampaign(campaigns, person, id),
      )
      return months.length === 0 ? null : claimants
    },

    /** Null without a hold-out. @throws Fault 404 */
    impact: async (person: Person, id: number): Promise<Impact | null> =>
      measureImpact(person.organisationId, await campaigns.readDetail(person, id)),

    /** @returns an address, valid for five minutes. @throws as {@link report} */
    async exportCsv(person: Person, id: number): Promise<string> {
      const made = await report(person, id)
      const content = new TextEncoder().encode(writeReportCsv(made))
      return storeExport(deps, person, made, { content, type: 'text/csv; charset=utf-8', extension: 'csv' })
    },

    /** Hides small numbers. @returns an address, valid for five minutes. @throws as {@link report} */
    async exportPdf(person: Person, id: number): Promise<string> {
      const made = await report(person, id)
      const { name } = await organisations.get(person.organisationId)
      const content = await drawReportPdf(made, unescapeAngleBrackets(name), new Date())
      return storeExport(deps, person, made, { content, type: 'application/pdf', extension: 'pdf' })
    },
  }
}

async function findPensionCreditCampaign(
  campaigns: ReportsDependencies['campaigns'],
  person: Person,
  id: number,
): Promise<Campaign> {
  const campaign = await campaigns.lists.find(person, id)
  if (campaign.benefit_name !== 'pension_credit') {
    throw conflict('Only Pension Credit campaigns have a report.', 'no_report')
  }
  return campaign
}

async function storeExport(
  { needToKnow, files, audit }: ReportsDependencies,
  person: Person,
  made: PensionCreditReport,
  { content, type, extension }: { content: Uint8Array; type: string; extension: 'csv' | 'pdf' },
): Promise<string> {
  const { id } = made.campaign_details
  // A file each: one role's address must never lead to what another is shown.
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
