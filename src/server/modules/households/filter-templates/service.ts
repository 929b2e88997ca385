/** Changed only by their owner; names ignore case (docs/product.md#filter-templates). */
import type { SharedTemplate, TemplateListItem, TemplateValueRow } from '#contract/households/filterTemplates'
import type { FilterRequest } from '#contract/households/filters'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import type { Person } from '../../../http/person'
import type { IsErased } from '../../platform/erasure-ledger/service'
import type { IdempotencyService } from '../../platform/idempotency/service'
import { HOUSEHOLD_REFERENCE_FILTER } from '../filters/catalogue'
import type { FiltersService } from '../filters/service'
import { eraseFromTemplates, eraseFromTemplatesNow, listTemplatesNaming } from './erasing'
import { indexOld } from './indexing'
import { createKeptRows } from './keptRows'
import { createFilterLinks } from './links'
import { createOwnTemplates, noSuchTemplate } from './ownTemplates'
import { listReadyMade } from './readyMade'
import * as repo from './repo'
import { knownFilters, requestRows, templateRows, type TemplateDetail } from './rows'
import { readStored, unpackRows } from './storedRows'

export type FilterTemplatesService = ReturnType<typeof createFilterTemplatesService>

/** Templates, and links to filters. */
export function createFilterTemplatesService(deps: {
  readonly database: Database
  readonly filters: Pick<FiltersService, 'readCatalogueFor' | 'values' | 'countHidden'>
  readonly idempotency: IdempotencyService
}) {
  const read = <T>(person: Person, work: (tx: Tx) => Promise<T>) =>
    deps.database.forOrganisation(person.organisationId, work)

  async function readKnownFilters(person: Person) {
    const { categories } = await deps.filters.readCatalogueFor(person)
    const { name, displayName } = HOUSEHOLD_REFERENCE_FILTER
    return knownFilters(categories, { filter_name: name, display_name: displayName })
  }

  const readRows = async (person: Person, details: readonly TemplateDetail[]) =>
    templateRows(details, await readKnownFilters(person))
  const keptRows = createKeptRows(deps.filters)
  const links = createFilterLinks({ database: deps.database, keptRows, readRows })

  return {
    links,
    own: createOwnTemplates({ database: deps.database, idempotency: deps.idempotency, keptRows, readRows }),

    list: (person: Person): Promise<TemplateListItem[]> => read(person, (tx) => repo.list(tx, person)),

    async listShared(person: Person): Promise<SharedTemplate[]> {
      const found = await read(person, (tx) => repo.listShared(tx, person))
      return found.map(({ createdAt, firstName, lastName, email, ...item }) => ({
        ...item,
        made_by: [firstName, lastName].filter(Boolean).join(' ') || email,
        made_at: createdAt.toISOString(),
      }))
    },

    listReadyMade: async (person: Person) => listReadyMade(await readKnownFilters(person)),

    /** @throws Fault 409 for a filter that is hidden from the role */
    wordRequest: async (person: Person, request: FilterRequest): Promise<TemplateValueRow[]> =>
      keptRows.giveBack(person, requestRows(request, await readKnownFilters(person))),

    /** @throws Fault 404 unless own or shared; 409 for a filter that is hidden from the role */
    async readValues(person: Person, templateId: number): Promise<TemplateValueRow[]> {
      const found = await read(person, (tx) => repo.findRows(tx, person, templateId))
      if (!found) throw noSuchTemplate()
      return keptRows.giveBack(person, unpackRows(readStored(found.rows)))
    },

    erase: (organisationId: string, isErased: IsErased) => eraseFromTemplates(deps.database, organisationId, isErased),
    eraseNow: (organisationId: string, references: readonly string[]) =>
      eraseFromTemplatesNow(deps.database, organisationId, references),
    listNaming: listTemplatesNaming,
    indexOld: () => indexOld(deps.database),
  }
}
