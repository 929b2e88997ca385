import type { FastifyInstance } from 'fastify'
import { getCampaignPrintPack } from '#contract/campaigns/campaignExports'
import { acceptUploadedTemplate, createTemplateUpload, getAllLetterTemplates } from '#contract/campaigns/letters'
import { route } from '../../../http/route'
import { mayReviewAndSend, mayUseCampaigns } from '../campaigns/policy'
import { makeTestLetter } from '#contract/campaigns/testMessages'
import type { LettersService } from './service'

/** Letter templates, and print packs. */
export function lettersRoutes(app: FastifyInstance, letters: LettersService): void {
  route(app, getAllLetterTemplates, mayUseCampaigns, ({ person, body }) =>
    letters.templates.list(person, body.benefit_name, body.uploaded),
  )
  route(app, createTemplateUpload, mayUseCampaigns, ({ person, body }) => letters.uploads.start(person, body))
  route(app, acceptUploadedTemplate, mayUseCampaigns, ({ person, body }) => letters.uploads.accept(person, body.s3_key))
  route(app, makeTestLetter, mayUseCampaigns, ({ person, body }) =>
    letters.templates.makeTestLetter(person, body.template_s3_key),
  )
  route(app, getCampaignPrintPack, mayReviewAndSend, ({ person, query }) =>
    letters.ofCampaigns.printPack(person, query.campaign_id),
  )
}
