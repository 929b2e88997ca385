import type { TemplateValueRow } from '#contract/households/filterTemplates'
import { NEW_SINCE_FILTER, readNewSince } from '#contract/households/overTime'
import type { Database } from '../../../db/database'
import type { Person } from '../../../http/person'
import type { ContactHistory } from '../contacts/contactHistory'
import type { VisitHistory } from '../households/visitHistory'
import type { RoleNeedToKnow, NeedToKnowService } from '../need-to-know/service'
import type { SnapshotsService } from '../snapshots/service'
import { hiddenFilters, type SnapshotCatalogue } from './boundCatalogue'
import { createCatalogueReader } from './catalogueReader'
import { createFilterCompiler } from './compileFilters'
import { createFacetCounts } from './facetCounts'
import { createFilterValues } from './filterValues'
import { createListedFilters } from './overTime'

export type FiltersService = ReturnType<typeof createFiltersService>

/** Filters over the latest snapshot. */
export function createFiltersService({
  database,
  snapshots,
  needToKnow,
  contactHistory,
  visitHistory,
}: {
  readonly database: Database
  readonly snapshots: SnapshotsService
  readonly needToKnow: NeedToKnowService
  readonly contactHistory: ContactHistory
  readonly visitHistory: VisitHistory
}) {
  const readCatalogue = createCatalogueReader()
  const listHouseholds = createListedFilters({ snapshots, contactHistory, visitHistory })
  const { compile, openLatest, select, selectLatest } = createFilterCompiler({
    snapshots,
    needToKnow,
    readCatalogue,
    listHouseholds,
  })
  return {
    compile,
    openLatest,
    selectLatest,
    readCatalogue,

    /** As shown to the person. */
    async readCatalogueFor(person: Person): Promise<SnapshotCatalogue> {
      const { snapshot, access } = await openLatest(person)
      return readCatalogue(snapshot, access)
    },

    listHidden: ({ hidden }: RoleNeedToKnow): string[] => hiddenFilters(hidden).map(({ displayName }) => displayName),

    /** How many filters of a selection tell of what is hidden from the role. */
    async countHidden(person: Person, rows: readonly TemplateValueRow[]): Promise<number> {
      const { hidden } = await needToKnow.of(person)
      const names = new Set(hiddenFilters(hidden).map(({ name }) => name))
      const told = rows.filter(({ filter_name: name, filter_value: value }) => {
        const change = name === NEW_SINCE_FILTER.filter_name ? readNewSince(value.name)?.change : undefined
        return names.has(name) || (change && change.kind !== 'household' && hidden.has(change.benefit))
      })
      return new Set(told.map(({ filter_name }) => filter_name)).size
    },

    values: createFilterValues({ database, needToKnow, snapshots, readCatalogue }),
    facets: createFacetCounts({ needToKnow, readCatalogue, openLatest, select }),
  }
}
