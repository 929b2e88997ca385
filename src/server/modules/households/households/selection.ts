import type { FilterRequest } from '#contract/households/filters'
import type { Person } from '../../../http/person'
import type { FiltersService } from '../filters/service'
import type { RoleNeedToKnow, NeedToKnowService } from '../need-to-know/service'
import type { Predicate } from '../snapshots/predicate'
import type { LoadedSnapshot, SnapshotsService } from '../snapshots/service'

export interface SelectionDependencies {
  readonly snapshots: Pick<SnapshotsService, 'latest'>
  readonly filters: Pick<FiltersService, 'compile'>
  readonly needToKnow: Pick<NeedToKnowService, 'of'>
}

/** The latest snapshot, what of it the person's role is shown, and what matches the filters. */
export interface SelectedHouseholds {
  readonly snapshot: LoadedSnapshot
  readonly access: RoleNeedToKnow
  readonly predicate: Predicate
}

/** The latest snapshot, and what of it the person's role is shown. @throws Fault 404 without a snapshot */
export async function openLatestSnapshot(
  { snapshots, needToKnow }: Pick<SelectionDependencies, 'snapshots' | 'needToKnow'>,
  person: Person,
): Promise<Omit<SelectedHouseholds, 'predicate'>> {
  const [snapshot, access] = await Promise.all([snapshots.latest(person.organisationId), needToKnow.of(person)])
  return { snapshot, access }
}

/** Compiles filters for the latest snapshot. @throws Fault 404 without a snapshot, 422 for wrong filters */
export async function selectHouseholds(
  deps: SelectionDependencies,
  person: Person,
  request: FilterRequest,
): Promise<SelectedHouseholds> {
  const { snapshot, access } = await openLatestSnapshot(deps, person)
  return { snapshot, access, predicate: await deps.filters.compile(snapshot, request, access) }
}
