import type { FastifyInstance } from 'fastify'
import {
  decideMessageTemplate,
  getMessageTemplates,
  keepLetterTemplate,
  writeTextTemplate,
} from '#contract/campaigns/templates'
import { route } from '../../../http/route'
import type { Services } from '../../../services'
import { mayKeepTemplates } from '../campaigns/policy'

/** An organisation's texts and letters, and their approval. */
export function messageTemplatesRoutes(
  app: FastifyInstance,
  { messageTemplates }: Pick<Services, 'messageTemplates'>,
): void {
  route(app, getMessageTemplates, mayKeepTemplates, ({ person }) => messageTemplates.list(person))
  route(app, writeTextTemplate, mayKeepTemplates, ({ person, body }) => messageTemplates.writeText(person, body))
  route(app, keepLetterTemplate, mayKeepTemplates, ({ person, body }) => messageTemplates.keepLetter(person, body))
  route(app, decideMessageTemplate, mayKeepTemplates, ({ person, body }) => messageTemplates.decide(person, body))
}
