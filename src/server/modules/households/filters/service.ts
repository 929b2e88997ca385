import type { Database } from '../../../db/database'
import type { Person } from '../../../http/person'
import type { ContactHistory } from '../contacts/contactHistory'
import type { RoleNeedToKnow, NeedToKnowService } from '../need-to-know/service'
import type { SnapshotsService } from '../snapshots/service'
import { hiddenFilters, type SnapshotCatalogue } from './boundCatalogue'
import { createCatalogueReader } from './catalogueReader'
import { createFilterCompiler } from './compileFilters'
import { createFacetCounts } from './facetCounts'
import { createFilterValues } from './filterValues'
import { createListedFilters } from './overTime'

export type FiltersService = ReturnType<typeof createFiltersService>

/** Filters over each organisation's latest snapshot. */
export function createFiltersService({
  database,
  snapshots,
  needToKnow,
  contactHistory,
}: {
  readonly database: Database
  readonly snapshots: SnapshotsService
  readonly needToKnow: NeedToKnowService
  readonly contactHistory: ContactHistory
}) {
  const readCatalogue = createCatalogueReader()
  const listHouseholds = createListedFilters({ snapshots, contactHistory })
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

    /** The filters that a person is shown. */
    async readCatalogueFor(person: Person): Promise<SnapshotCatalogue> {
      const { snapshot, access } = await openLatest(person)
      return readCatalogue(snapshot, access)
    },

    /** The names of the filters that a role is not shown. */
    listHidden: ({ hidden }: RoleNeedToKnow): string[] => hiddenFilters(hidden).map(({ displayName }) => displayName),

    values: createFilterValues({ database, needToKnow, snapshots, readCatalogue }),
    facets: createFacetCounts({ needToKnow, readCatalogue, openLatest, select }),
  }
}
