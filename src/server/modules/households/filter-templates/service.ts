/** Changed only by their owner; names ignore case (docs/product.md#filter-templates). */
import { z } from 'zod'
import type { HouseholdFile } from '#contract/data-protection/householdRights'
import { unescapeAngleBrackets } from '#contract/sanitise'
import {
  createFilterTemplate,
  deleteFilterTemplate,
  renameFilterTemplate,
  shareFilterTemplate,
  templateValueRowSchema,
  type SharedTemplate,
  type TemplateListItem,
  type TemplateValueRow,
} from '#contract/households/filterTemplates'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import { conflict, notFound } from '../../../http/faults'
import type { Person } from '../../../http/person'
import { erasedOf, namesOne, withoutErased, type IsErased } from '../../platform/erasure-ledger/service'
import { HOUSEHOLD_REFERENCE_FILTER } from '../filters/catalogue'
import type { FiltersService } from '../filters/service'
import type { IdempotencyService } from '../../platform/idempotency/service'
import { createFilterLinks } from './links'
import * as repo from './repo'
import { knownFilters, templateRows } from './rows'

type CreateBody = z.output<typeof createFilterTemplate.body>
type RenameBody = z.output<typeof renameFilterTemplate.body>
type ShareBody = z.output<typeof shareFilterTemplate.body>

export type FilterTemplatesService = ReturnType<typeof createFilterTemplatesService>

/** Limits every change to the owner. */
export function createFilterTemplatesService(deps: {
  database: Database
  filters: FiltersService
  idempotency: IdempotencyService
  now?: () => Date
}) {
  const read = <T>(person: Person, work: (tx: Tx) => Promise<T>) =>
    deps.database.forOrganisation(person.organisationId, work)

  async function knownTo(person: Person) {
    const { categories } = await deps.filters.catalogue(person)
    const { name, displayName } = HOUSEHOLD_REFERENCE_FILTER
    return knownFilters(categories, { filter_name: name, display_name: displayName })
  }

  const links = createFilterLinks({
    database: deps.database,
    rowsOf: async (person, details) => templateRows(details, await knownTo(person)),
    now: deps.now ?? (() => new Date()),
  })

  return {
    links,

    list: (person: Person): Promise<TemplateListItem[]> => read(person, (tx) => repo.list(tx, person)),

    async shared(person: Person): Promise<SharedTemplate[]> {
      const found = await read(person, (tx) => repo.listShared(tx, person))
      return found.map(({ createdAt, firstName, lastName, email, ...item }) => ({
        ...item,
        made_by: [firstName, lastName].filter(Boolean).join(' ') || email,
        made_at: createdAt.toISOString(),
      }))
    },

    /** @throws Fault 404 unless it is the person's own, or shared */
    async values(person: Person, templateId: number): Promise<TemplateValueRow[]> {
      const found = await read(person, (tx) => repo.rowsOf(tx, person, templateId))
      if (!found) throw noSuchTemplate()
      return z.array(templateValueRowSchema).parse(found.rows)
    },

    /** @throws Fault 409 for a taken name, 422 for an unknown filter or value */
    async create(person: Person, body: CreateBody, key: string) {
      const known = await knownTo(person)
      return deps.idempotency.once({ person, endpoint: createFilterTemplate, key, body }, async (tx) => {
        const { has } = await erasedOf(tx, person.organisationId)
        // It may have waited on a device while a household was erased.
        const rows = withoutErased(templateRows(body.filter_template_details, known), has)
        await repo.lockNames(tx, person)
        const made = await repo.insert(tx, person, body.template_name, rows)
        if (!made) throw nameTaken(body.template_name)
        return made
      })
    },

    /** Removes erased households from everybody's templates and links. */
    async erase(tx: Tx, organisationId: string, isErased: IsErased): Promise<void> {
      await links.erase(tx, organisationId, isErased)
      for (const { id, rows } of await repo.allRows(tx, organisationId)) {
        if (namesOne(rows, isErased)) await repo.setRows(tx, id, withoutErased(rows, isErased))
      }
    },

    /** Everybody's templates and links that name such a household. */
    async naming(tx: Tx, organisationId: string, isOne: IsErased): Promise<HouseholdFile['named_in']> {
      const templates = (await repo.allRows(tx, organisationId)).filter(({ rows }) => namesOne(rows, isOne))
      const made = await links.naming(tx, organisationId, isOne)
      return [
        ...templates.map(({ name, createdAt }) => ({
          what: 'filter_template' as const,
          name: unescapeAngleBrackets(name),
          at: createdAt.toISOString(),
        })),
        ...made.map((at) => ({ what: 'filter_link' as const, name: '', at: at.toISOString() })),
      ]
    },

    rename: (person: Person, body: RenameBody, key: string) =>
      deps.idempotency.once({ person, endpoint: renameFilterTemplate, key, body }, async (tx) => {
        await repo.lockNames(tx, person)
        if (await repo.isNameTaken(tx, person, body.template_name, body.template_id))
          throw nameTaken(body.template_name)
        const renamed = await repo.rename(tx, person, body.template_id, body.template_name)
        if (!renamed) throw noSuchTemplate()
        return renamed
      }),

    /** @throws Fault 404 when the person has no such template */
    share: (person: Person, body: ShareBody, key: string) =>
      deps.idempotency.once({ person, endpoint: shareFilterTemplate, key, body }, async (tx) => {
        const [changed] = await repo.setShared(tx, person, body.template_id, body.is_shared)
        if (!changed) throw noSuchTemplate()
        return changed
      }),

    /** @throws Fault 404 when the person has no such template */
    remove: (person: Person, templateId: number, key: string) =>
      deps.idempotency.once(
        { person, endpoint: deleteFilterTemplate, key, body: { template_id: templateId } },
        async (tx) => {
          const [removed] = await repo.remove(tx, person, templateId)
          if (!removed) throw noSuchTemplate()
          return removed
        },
      ),
  }
}

const noSuchTemplate = () => notFound('There is no such template. It may have been deleted.')

const nameTaken = (name: string) =>
  conflict(`You already have a template called ${unescapeAngleBrackets(name)}.`, 'template_name_taken')
