import { AREA_FILTER } from '#contract/households/area'
import type { FilterRequest } from '#contract/households/filters'
import type { MapExportRequest } from '#contract/households/printedMap'
import { unescapeAngleBrackets } from '#contract/sanitise'
import { notFound } from '../../../http/faults'
import type { Person } from '../../../http/person'
import type { OrganisationsService } from '../../organisations/organisations/service'
import type { BasemapsService } from '../basemaps/service'
import { findBounds } from '../snapshots/importing/bounds'
import type { FiltersService } from '../filters/service'
import type { RoleNeedToKnow } from '../need-to-know/service'
import { EVERY_HOUSEHOLD, type Predicate } from '../snapshots/predicate'
import type { LoadedSnapshot, SnapshotsService, WardTotals } from '../snapshots/service'
import type { Ward } from '../snapshots/wards'
import { publishedFigures } from './figures'
import { filtersInWords } from './filterWords'
import { listRings } from './mapArt'
import { MAP_BOX, type PageContent } from './page'
import { placeAround, createProjection, type Projection } from './projection'
import { SQUARE_SIZES, countSquares } from './squares'
import { wardChanges, wardCounts, wardRates, type PublishedWardFigures } from './wardFigures'

export interface PageContentDependencies {
  readonly snapshots: Pick<SnapshotsService, 'at'>
  readonly filters: Pick<FiltersService, 'compile' | 'openLatest' | 'readCatalogue'>
  readonly basemaps: Pick<BasemapsService, 'read'>
  readonly organisations: Pick<OrganisationsService, 'get'>
}

export interface CountedHouseholds {
  readonly person: Person
  readonly request: FilterRequest
  readonly snapshot: LoadedSnapshot
  readonly access: RoleNeedToKnow
  readonly predicate: Predicate
  readonly totals: readonly WardTotals[]
}

/** Points. */
const LEAST_SQUARE = 9

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' })
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Puts the content of a page together. */
export async function writePageContent(
  deps: PageContentDependencies,
  counted: CountedHouseholds,
  figures: PublishedWardFigures,
  { view, place: wanted }: Pick<MapExportRequest, 'view' | 'place'>,
  made: Date,
  signal: AbortSignal,
): Promise<{ readonly content: PageContent; readonly slug: string }> {
  const { person, request, snapshot, access, totals } = counted
  const { place, all, squareMetres } = choosePlace(snapshot.wards, wanted)
  const basemap = await deps.basemaps.read(person.organisationId)
  const { name, slug } = await deps.organisations.get(person.organisationId)
  const words = filtersInWords(request, (await deps.filters.readCatalogue(snapshot, access)).categories)
  const subject = words.length === 0 ? 'households' : 'matching households'
  const shown =
    view === 'ward' ? { view, figures } : { view, squares: await readSquares(counted, squareMetres, all.lat, signal) }
  const content: PageContent = {
    organisation: unescapeAngleBrackets(name),
    title:
      view === 'ward'
        ? `${subject[0]?.toUpperCase()}${subject.slice(1)} by ward${figures.subtitle}`
        : `Where ${subject} are`,
    month: MONTH.format(new Date(snapshot.month)),
    figures: publishedFigures(totals, {
      all: snapshot.householdCount,
      hidden: access.hidden,
      basis: snapshot.basis,
    }),
    filters: words,
    map: { place, squareMetres, ...shown },
    // Archives' tiles are not drawn on paper.
    basemap: basemap.pmtiles_url === null ? basemap : { ...basemap, attribution: '' },
    wards: snapshot.wards,
    area: request.dynamic_filter_value_request_list.find((one) => one.filter_name === AREA_FILTER.filter_name)
      ?.filter_value_list[0],
    made: `Made with Doorstep by ${person.email} on ${DAY.format(made)}`,
  }
  return { content, slug }
}

/** The figures of a ward map. @throws Fault 404 for a month to compare with that was not imported */
export async function readFigures(
  { snapshots, filters }: PageContentDependencies,
  measure: string,
  { person, request, snapshot, access, totals }: CountedHouseholds,
  signal: AbortSignal,
): Promise<PublishedWardFigures> {
  if (measure === 'count') return wardCounts(totals)
  if (measure === 'rate') return wardRates(totals, await snapshot.totalsByWard(EVERY_HOUSEHOLD, signal))
  if (measure >= snapshot.month) throw notFound('There is no snapshot of that month.')
  const earlier = await snapshots.at(person.organisationId, measure)
  const predicate = await filters.compile(earlier, request, access, snapshot)
  const then = await earlier.totalsByWard(predicate, signal)
  return wardChanges(totals, { month: measure, totals: then, wards: earlier.wards })
}

function choosePlace(wards: readonly Ward[], wanted: MapExportRequest['place']) {
  const box = findBounds(wards)
  const all = placeAround([box.west, box.south, box.east, box.north], MAP_BOX)
  const isThere = wanted && isOnMap(wards, createProjection(wanted, MAP_BOX))
  const place = wanted && isThere ? wanted : all
  const { pointsAMetre } = createProjection(place, MAP_BOX)
  const squareMetres = SQUARE_SIZES.find((metres) => metres * pointsAMetre >= LEAST_SQUARE) ?? 5_000
  return { place, all, squareMetres }
}

const isOnMap = (wards: readonly Ward[], projection: Projection) =>
  wards.some(({ geometry }) => projection.path(listRings(geometry), true) !== '')

async function readSquares(
  { snapshot, access, predicate }: CountedHouseholds,
  metres: number,
  latitude: number,
  signal: AbortSignal,
) {
  const points = access.hidden.has('longitude') ? await snapshot.pointsByPostcode() : await snapshot.points()
  const matches = await snapshot.matches(predicate, signal)
  return countSquares(points, matches, { metres, latitude })
}
