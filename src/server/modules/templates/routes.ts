import type { FastifyInstance } from 'fastify'
import {
  createFilterTemplate,
  deleteFilterTemplate,
  getFilterTemplateValues,
  getFilterTemplates,
  renameFilterTemplate,
} from '#contract/templates'
import { anySignedIn, route } from '../../route'
import type { TemplatesService } from './service'

/** The signed-in person's own filter templates. */
export function templatesRoutes(app: FastifyInstance, { templates }: { templates: TemplatesService }): void {
  route(app, getFilterTemplates, anySignedIn, ({ person }) => templates.list(person))

  route(app, getFilterTemplateValues, anySignedIn, ({ person, body }) => templates.values(person, body.template_id))

  route(app, createFilterTemplate, anySignedIn, ({ person, body, idempotencyKey }) =>
    templates.create(person, body, idempotencyKey),
  )

  route(app, renameFilterTemplate, anySignedIn, ({ person, body, idempotencyKey }) =>
    templates.rename(person, body, idempotencyKey),
  )

  route(app, deleteFilterTemplate, anySignedIn, ({ person, body, idempotencyKey }) =>
    templates.remove(person, body.template_id, idempotencyKey),
  )
}
