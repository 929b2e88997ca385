import type { FastifyInstance } from 'fastify'
import {
  decideMessageTemplate,
  getAllSmsTemplates,
  getLetterExample,
  getMessageTemplates,
  keepLetterTemplate,
  takeMessageExample,
  writeTextTemplate,
} from '#contract/campaigns/templates'
import { TEMPLATE_CONTENT_TYPE } from '#contract/campaigns/letters'
import { route } from '../../../http/route'
import { administersCampaigns, mayUseCampaigns } from '../campaigns/policy'
import { readLetterExample } from './examples'
import type { TemplatesService } from './service'

/** An organisation's texts and letters, and their approval. */
export function templatesRoutes(app: FastifyInstance, templates: TemplatesService): void {
  route(app, getAllSmsTemplates, mayUseCampaigns, ({ person }) => templates.texts.listInUse(person))
  route(app, getMessageTemplates, administersCampaigns, ({ person }) => templates.list(person))
  route(app, writeTextTemplate, administersCampaigns, ({ person, body }) => templates.writeText(person, body))
  route(app, keepLetterTemplate, administersCampaigns, ({ person, body }) => templates.keepLetter(person, body))
  route(app, takeMessageExample, mayUseCampaigns, ({ person, body }) => templates.examples.take(person, body))
  route(app, getLetterExample, mayUseCampaigns, async ({ query, reply }) =>
    reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${query.name.replace('.', '_')}.docx"`)
      .type(TEMPLATE_CONTENT_TYPE)
      .send(await readLetterExample(query.name)),
  )
  route(app, decideMessageTemplate, administersCampaigns, ({ person, body }) => templates.decide(person, body))
}
