import type { FastifyInstance } from 'fastify'
import { getCampaignCertificate } from '#contract/campaigns/campaignExports'
import { route } from '../../../http/route'
import { mayUseCampaigns } from '../../campaigns/campaigns/policy'
import type { CertificatesService } from './service'

/** Certificates of campaigns, for auditors. */
export function certificatesRoutes(app: FastifyInstance, certificates: CertificatesService): void {
  route(app, getCampaignCertificate, mayUseCampaigns, async ({ person, query }) => ({
    url: await certificates.make(person, query.campaign_id),
  }))
}
