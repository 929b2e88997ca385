import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  createFilterTemplate,
  deleteFilterTemplate,
  getFilterTemplateValues,
  getFilterTemplates,
  renameFilterTemplate,
} from '#contract/templates'
import { anySignedIn, route } from '../../route'
import type { TemplatesService } from './service'

/** A person's own filter templates. */
export function templatesRoutes(app: FastifyInstance, { templates }: { templates: TemplatesService }): void {
  route(app, getFilterTemplates, anySignedIn, ({ person }) => templates.list(person))

  route(app, getFilterTemplateValues, anySignedIn, ({ person, body }) => templates.values(person, body.template_id))

  route(app, createFilterTemplate, anySignedIn, ({ person, body, request }) =>
    templates.create(person, body, idempotencyKey(request)),
  )

  route(app, renameFilterTemplate, anySignedIn, ({ person, body, request }) =>
    templates.rename(person, body, idempotencyKey(request)),
  )

  route(app, deleteFilterTemplate, anySignedIn, ({ person, body, request }) =>
    templates.remove(person, body.template_id, idempotencyKey(request)),
  )
}

/** The header's one value; Node joins a repeated one with commas, which no key has. */
const idempotencyKey = (request: FastifyRequest): string | undefined => request.headers['idempotency-key']?.toString()
