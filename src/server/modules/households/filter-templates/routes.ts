import type { FastifyInstance } from 'fastify'
import { createFilterLink, openFilterLink } from '#contract/households/filterLinks'
import {
  createFilterTemplate,
  deleteFilterTemplate,
  getFilterTemplateValues,
  getFilterTemplates,
  getSharedFilterTemplates,
  renameFilterTemplate,
  shareFilterTemplate,
} from '#contract/households/filterTemplates'
import { anySignedIn, route } from '../../../http/route'
import type { TemplatesService } from './service'

/** Own and shared filter templates, and links to filters. */
export function templatesRoutes(app: FastifyInstance, { templates }: { templates: TemplatesService }): void {
  route(app, getFilterTemplates, anySignedIn, ({ person }) => templates.list(person))

  route(app, getSharedFilterTemplates, anySignedIn, ({ person }) => templates.shared(person))

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

  route(app, shareFilterTemplate, anySignedIn, ({ person, body, idempotencyKey }) =>
    templates.share(person, body, idempotencyKey),
  )

  route(app, createFilterLink, anySignedIn, ({ person, body }) => templates.links.create(person, body))

  route(app, openFilterLink, anySignedIn, ({ person, body }) => templates.links.open(person, body.code))
}
