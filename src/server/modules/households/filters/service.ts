import type { FilterRequest } from '#contract/households/filters'
import type { Database } from '../../../db/database'
import type { Person } from '../../../http/person'
import type { RoleNeedToKnow, NeedToKnowService } from '../need-to-know/service'
import type { Predicate } from '../snapshots/predicate'
import type { LoadedSnapshot, SnapshotsService } from '../snapshots/service'
import { hiddenFilters, type SnapshotCatalogue } from './boundCatalogue'
import { createCatalogueReader } from './catalogueReader'
import type { ContactHistory } from '../contacts/contactHistory'
import { createFacetCounts } from './facetCounts'
import { createFilterValues } from './filterValues'
import { createListedFilters } from './overTime'
import { compileSelections } from './predicate'

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

  const select = async (
    snapshot: LoadedSnapshot,
    request: FilterRequest,
    shown: RoleNeedToKnow,
    listedIn: LoadedSnapshot = snapshot,
  ) => compileSelections(request, await readCatalogue(snapshot, shown), await listHouseholds(listedIn, request, shown))

  return {
    readCatalogue,

    /** The filters that a person is shown. */
    readCatalogueFor: async (person: Person): Promise<SnapshotCatalogue> =>
      readCatalogue(await snapshots.latest(person.organisationId), await needToKnow.of(person)),

    /** The names of the filters that a role is not shown. */
    listHidden: ({ hidden }: RoleNeedToKnow): string[] => hiddenFilters(hidden).map(({ displayName }) => displayName),

    /**
     * @param listedIn the snapshot for the filters over time, if another
     * @throws Fault 422 for wrong filters
     */
    compile: async (
      snapshot: LoadedSnapshot,
      request: FilterRequest,
      shown: RoleNeedToKnow,
      listedIn?: LoadedSnapshot,
    ): Promise<Predicate> => (await select(snapshot, request, shown, listedIn)).map(({ condition }) => condition),

    values: createFilterValues({ database, snapshots, readCatalogue }),
    facets: createFacetCounts({ snapshots, needToKnow, readCatalogue, select }),
  }
}
