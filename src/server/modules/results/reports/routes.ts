import type { FastifyInstance } from 'fastify'
import { exportCampaignReport, exportCampaignSummary, getPensionCreditReport } from '#contract/results/reports'
import { exportYearResults, getYearResults } from '#contract/results/yearResults'
import { route } from '../../../http/route'
import { administersCampaigns, mayUseCampaigns } from '../../campaigns/campaigns/policy'
import type { ReportsService } from './service'
import type { YearResultsService } from './year/service'

/** Pension Credit report and year's results. */
export function reportsRoutes(app: FastifyInstance, reports: ReportsService, years: YearResultsService): void {
  route(app, getPensionCreditReport, mayUseCampaigns, ({ person, body }) => reports.report(person, body.id))
  route(app, exportCampaignSummary, mayUseCampaigns, async ({ person, body }) => ({
    url: await reports.exportCsv(person, body.id),
  }))
  route(app, exportCampaignReport, mayUseCampaigns, async ({ person, body }) => ({
    url: await reports.exportPdf(person, body.id),
  }))
  route(app, getYearResults, administersCampaigns, ({ person, body }) => years.results(person, body.year))
  route(app, exportYearResults, administersCampaigns, async ({ person, body }) => ({
    url: await years.exportPdf(person, body.year),
  }))
}
