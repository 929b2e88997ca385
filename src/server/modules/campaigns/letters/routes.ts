import type { FastifyInstance } from 'fastify'
import { getCampaignPrintPack } from '#contract/campaigns/campaignExports'
import {
  acceptUploadedTemplate,
  createTemplateUpload,
  getAllLetterTemplates,
} from '#contract/campaigns/letterTemplates'
import { route } from '../../../http/route'
import { mayReviewAndSend, mayUseCampaigns } from '../campaigns/policy'
import { makeTestLetter } from '#contract/campaigns/testMessages'
import type { LettersService } from './service'

/** Letter templates, and print packs. */
export function lettersRoutes(app: FastifyInstance, { letters }: { letters: LettersService }): void {
  route(app, getAllLetterTemplates, mayUseCampaigns, ({ person, body }) => letters.templates(person, body.benefit_name))
  route(app, createTemplateUpload, mayUseCampaigns, ({ person, body }) => letters.createUpload(person, body))
  route(app, acceptUploadedTemplate, mayUseCampaigns, ({ person, body }) => letters.acceptUpload(person, body.s3_key))
  route(app, makeTestLetter, mayUseCampaigns, ({ person, body }) => letters.testLetter(person, body.template_s3_key))
  route(app, getCampaignPrintPack, mayReviewAndSend, ({ person, query }) =>
    letters.printPack(person, query.campaign_id),
  )
}
