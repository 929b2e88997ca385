import type { FastifyInstance } from 'fastify'
import {
  decideMessageTemplate,
  getAllSmsTemplates,
  getMessageTemplates,
  keepLetterTemplate,
  writeTextTemplate,
} from '#contract/campaigns/templates'
import { route } from '../../../http/route'
import { mayKeepTemplates, mayUseCampaigns } from '../campaigns/policy'
import type { TemplatesService } from './service'

/** An organisation's texts and letters, and their approval. */
export function templatesRoutes(app: FastifyInstance, templates: TemplatesService): void {
  route(app, getAllSmsTemplates, mayUseCampaigns, ({ person }) => templates.texts.listInUse(person))
  route(app, getMessageTemplates, mayKeepTemplates, ({ person }) => templates.list(person))
  route(app, writeTextTemplate, mayKeepTemplates, ({ person, body }) => templates.writeText(person, body))
  route(app, keepLetterTemplate, mayKeepTemplates, ({ person, body }) => templates.keepLetter(person, body))
  route(app, decideMessageTemplate, mayKeepTemplates, ({ person, body }) => templates.decide(person, body))
}
