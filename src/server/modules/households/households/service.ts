import type { Config } from '../../../config'
import type { AuditService } from '../../organisations/audit/service'
import type { OrganisationsService } from '../../organisations/organisations/service'
import type { ContactHistory } from '../contacts/contactHistory'
import type { FiltersService } from '../filters/service'
import type { NeedToKnowService } from '../need-to-know/service'
import type { SnapshotsService } from '../snapshots/service'
import { createCards } from './cards'
import { createHouseholdExports } from './exports'
import { createHouseholdList } from './householdList'
import { createMapData } from './mapData'
import { createPointReaders } from './places'
import type { VisitHistory } from './visitHistory'

interface HouseholdsDependencies {
  readonly config: Pick<Config, 'googleMapsKey'>
  readonly snapshots: SnapshotsService
  readonly filters: FiltersService
  readonly organisations: OrganisationsService
  readonly audit: AuditService
  readonly needToKnow: NeedToKnowService
  readonly contactHistory: ContactHistory
  readonly visitHistory: VisitHistory
}

export type HouseholdsService = ReturnType<typeof createHouseholdsService>

/** Households of each organisation's latest snapshot. */
export function createHouseholdsService({ config, ...deps }: HouseholdsDependencies) {
  const points = createPointReaders()
  return {
    map: createMapData({ ...deps, points, googleMapsKey: config.googleMapsKey }),
    cards: createCards({ ...deps, points }),
    exports: createHouseholdExports(deps),
    list: createHouseholdList(deps),
  }
}
