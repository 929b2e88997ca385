import type { FastifyInstance } from 'fastify'
import { exportCampaignReport, exportCampaignSummary, getPensionCreditReport } from '#contract/results/reports'
import { route } from '../../../http/route'
import { mayUseCampaigns } from '../../campaigns/campaigns/policy'
import type { ReportsService } from './service'

/** The pension credit report, as data, CSV and PDF. */
export function reportsRoutes(app: FastifyInstance, reports: ReportsService): void {
  route(app, getPensionCreditReport, mayUseCampaigns, ({ person, body }) => reports.report(person, body.id))
  route(app, exportCampaignSummary, mayUseCampaigns, async ({ person, body }) => ({
    url: await reports.exportCsv(person, body.id),
  }))
  route(app, exportCampaignReport, mayUseCampaigns, async ({ person, body }) => ({
    url: await reports.exportPdf(person, body.id),
  }))
}
