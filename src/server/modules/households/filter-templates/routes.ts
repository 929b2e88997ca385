import type { FastifyInstance } from 'fastify'
import { createFilterLink, openFilterLink } from '#contract/households/filterLinks'
import {
  createFilterTemplate,
  deleteFilterTemplate,
  getFilterTemplateValues,
  getFilterTemplates,
  getReadyMadeTemplates,
  getSharedFilterTemplates,
  renameFilterTemplate,
  shareFilterTemplate,
} from '#contract/households/filterTemplates'
import { anySignedIn, route } from '../../../http/route'
import type { FilterTemplatesService } from './service'

/** Own and shared filter templates, and links to filters. */
export function filterTemplatesRoutes(app: FastifyInstance, filterTemplates: FilterTemplatesService): void {
  route(app, getFilterTemplates, anySignedIn, ({ person }) => filterTemplates.list(person))

  route(app, getReadyMadeTemplates, anySignedIn, ({ person }) => filterTemplates.listReadyMade(person))

  route(app, getSharedFilterTemplates, anySignedIn, ({ person }) => filterTemplates.listShared(person))

  route(app, getFilterTemplateValues, anySignedIn, ({ person, body }) =>
    filterTemplates.readValues(person, body.template_id),
  )

  route(app, createFilterTemplate, anySignedIn, ({ person, body, idempotencyKey }) =>
    filterTemplates.own.create(person, body, idempotencyKey),
  )

  route(app, renameFilterTemplate, anySignedIn, ({ person, body, idempotencyKey }) =>
    filterTemplates.own.rename(person, body, idempotencyKey),
  )

  route(app, deleteFilterTemplate, anySignedIn, ({ person, body, idempotencyKey }) =>
    filterTemplates.own.remove(person, body, idempotencyKey),
  )

  route(app, shareFilterTemplate, anySignedIn, ({ person, body, idempotencyKey }) =>
    filterTemplates.own.share(person, body, idempotencyKey),
  )

  route(app, createFilterLink, anySignedIn, ({ person, body }) => filterTemplates.links.create(person, body))

  route(app, openFilterLink, anySignedIn, ({ person, body }) => filterTemplates.links.open(person, body.code))
}
