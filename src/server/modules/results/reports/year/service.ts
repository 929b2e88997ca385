import { financialYear } from '#contract/campaigns/notifyRates'
import { londonDay } from '#contract/days'
import { nameYear, type YearResults } from '#contract/results/yearResults'
import { unescapeAngleBrackets } from '#contract/sanitise'
import { invalidInput } from '../../../../http/faults'
import type { Person } from '../../../../http/person'
import { findFirstSent } from '../../../campaigns/campaigns/campaignResults'
import { COLUMNS_OF_CONTACT } from '../../../households/need-to-know/groups'
import { requireShown, type NeedToKnowService } from '../../../households/need-to-know/service'
import type { AuditService } from '../../../organisations/audit/service'
import type { OrganisationsService } from '../../../organisations/organisations/service'
import { EXPORT_GOOD_FOR_SECONDS, type FilesService } from '../../../platform/files/service'
import { CLAIM_COLUMNS, type ReportsService } from '../service'
import { gatherYear, type YearSources } from './figures'
import { drawYearPdf } from './yearPdf'

interface YearDependencies extends Omit<YearSources, 'claimantsOf' | 'impactOf'> {
  readonly reports: Pick<ReportsService, 'claimants' | 'impact'>
  readonly needToKnow: Pick<NeedToKnowService, 'of'>
  readonly organisations: Pick<OrganisationsService, 'get'>
  readonly files: Pick<FilesService, 'put' | 'getUrl'>
  readonly audit: Pick<AuditService, 'record'>
}

export type YearResultsService = ReturnType<typeof createYearResultsService>

/** What came of a financial year's campaigns (docs/product.md#what-came-of-a-year). */
export function createYearResultsService(deps: YearDependencies) {
  const { database, reports, needToKnow, organisations, files, audit } = deps

  async function results(person: Person, wanted: number | undefined): Promise<YearResults> {
    const { organisationId } = person
    requireShown(await needToKnow.of(person), [...CLAIM_COLUMNS, ...COLUMNS_OF_CONTACT], 'This page')
    const today = londonDay(new Date())
    const first = await database.forOrganisation(organisationId, (tx) => findFirstSent(tx, organisationId))
    const years = listYears(first === null ? today : londonDay(first), today)
    const year = wanted ?? years[0]
    if (year === undefined || !years.includes(year)) throw invalidInput({ year: 'Choose a year from the list.' })
    const { from, to } = financialYear(`${year}-04-01`)
    const findClaimants = (campaignId: number) => reports.claimants(person, campaignId)
    const findImpact = (campaignId: number) => reports.impact(person, campaignId)
    const days = { from, to: to < today ? to : today }
    return {
      year,
      years,
      ...(await gatherYear({ ...deps, claimantsOf: findClaimants, impactOf: findImpact }, organisationId, days)),
    }
  }

  return {
    /** @throws Fault 409 for a role from which contact or claims are hidden; 422 for another year */
    results,

    /** Hides small numbers. @returns an address, valid for five minutes. @throws as {@link results} */
    async exportPdf(person: Person, wanted: number | undefined): Promise<string> {
      const made = await results(person, wanted)
      const { name } = await organisations.get(person.organisationId)
      const content = await drawYearPdf(made, unescapeAngleBrackets(name), new Date())
      const key = `exports/${person.organisationId}/results-${made.year}.pdf`
      await files.put(key, content, 'application/pdf')
      await audit.record(person, 'export', `results of ${nameYear(made.year)}`, made.totals.contacted_households)
      return files.getUrl(key, {
        expiresInSeconds: EXPORT_GOOD_FOR_SECONDS,
        contentType: 'application/pdf',
        downloadName: `campaign-results-${made.year}.pdf`,
      })
    },
  }
}

function listYears(first: string, today: string): number[] {
  const [oldest, newest] = [first, today].map((day) => Number(financialYear(day).from.slice(0, 4)))
  if (oldest === undefined || newest === undefined) return []
  return Array.from({ length: Math.max(0, newest - oldest) + 1 }, (_, index) => newest - index)
}
