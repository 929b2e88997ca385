/** The map on paper (docs/product.md#the-map-on-paper): only counts, and none from 1 to 7. */
import { AREA_FILTER } from '#contract/households/area'
import type { FilterRequest } from '#contract/households/filters'
import type { MapExportRequest, PrintedMapPage } from '#contract/households/printedMap'
import { unescapeAngleBrackets } from '#contract/sanitise'
import type { Person } from '../../../http/person'
import { notFound } from '../../../http/faults'
import { publishedCount } from '../../../lib/rounding'
import {
  allowExport,
  purposeInName,
  purposeInWords,
  type Access,
  type NeedToKnowService,
} from '../need-to-know/service'
import type { AuditService } from '../../organisations/audit/service'
import type { BasemapsService } from '../basemaps/service'
import { type FiltersService } from '../filters/service'
import { boxOf } from '../filters/box'
import type { OrganisationsService } from '../../organisations/organisations/service'
import { EVERY_HOUSEHOLD } from '../snapshots/predicate'
import type { LoadedSnapshot, SnapshotsService, WardTotals } from '../snapshots/service'
import type { Ward } from '../snapshots/wards'
import { publishedFigures } from './figures'
import { filtersInWords } from './filterWords'
import { ASCENT, mapParts, mapPdf } from './mapPdf'
import { MAP_BOX, PAGE, type PageContent } from './page'
import { ringsOf } from './mapArt'
import { placeAround, projectionOf, type Projection } from './projection'
import { SQUARE_SIZES, squaresOf } from './squares'
import { wardChanges, wardCounts, wardRates, type WardFigures } from './wardFigures'

interface PrintedMapDependencies {
  readonly snapshots: Pick<SnapshotsService, 'latest' | 'at'>
  readonly filters: Pick<FiltersService, 'compile' | 'catalogueOf'>
  readonly basemaps: Pick<BasemapsService, 'read'>
  readonly organisations: Pick<OrganisationsService, 'get'>
  readonly needToKnow: NeedToKnowService
  readonly audit: AuditService
}

/** Points. */
const LEAST_SQUARE = 9

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' })
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

const isOnMap = (wards: readonly Ward[], projection: Projection) =>
  wards.some(({ geometry }) => projection.path(ringsOf(geometry), true) !== '')

export type PrintedMapService = ReturnType<typeof createPrintedMapService>

/** @throws Fault from its methods: as the CSV of households */
export function createPrintedMapService(deps: PrintedMapDependencies) {
  const { snapshots, filters, basemaps, organisations, needToKnow, audit } = deps

  interface Counted {
    readonly person: Person
    readonly request: FilterRequest
    readonly snapshot: LoadedSnapshot
    readonly access: Access
    readonly totals: readonly WardTotals[]
  }

  async function figuresBy(measure: string, counted: Counted, signal: AbortSignal): Promise<WardFigures> {
    const { person, request, snapshot, access, totals } = counted
    if (measure === 'count') return wardCounts(totals)
    if (measure === 'rate') return wardRates(totals, await snapshot.totalsByWard(EVERY_HOUSEHOLD, signal))
    if (measure >= snapshot.month) throw notFound('There is no snapshot of that month.')
    const earlier = await snapshots.at(person.organisationId, measure)
    const predicate = await filters.compile(earlier, request, access, snapshot)
    const then = await earlier.totalsByWard(predicate, signal)
    return wardChanges(totals, { month: measure, totals: then, wards: earlier.wards })
  }

  async function prepare(person: Person, asked: MapExportRequest, what: 'PDF' | 'picture', signal: AbortSignal) {
    const { view, measure, place: wanted, purpose: named, ...request } = asked
    const [snapshot, access] = await Promise.all([snapshots.latest(person.organisationId), needToKnow.of(person)])
    const purpose = allowExport(access, named)
    const predicate = await filters.compile(snapshot, request, access)
    const totals = await snapshot.totalsByWard(predicate, signal)
    const figures = await figuresBy(
      view === 'ward' ? measure : 'count',
      { person, request, snapshot, access, totals },
      signal,
    )
    const households = totals.reduce((sum, ward) => sum + ward.households, 0)
    const subject = `map as ${what} ${snapshot.month}${purposeInWords(purpose)}`
    await audit.record(person, 'export', subject, households)
    await needToKnow.looked(person, snapshot, predicate, households)

    const { wards } = snapshot
    const box = boxOf(wards)
    const all = placeAround([box.west, box.south, box.east, box.north], MAP_BOX)
    const isThere = wanted && isOnMap(wards, projectionOf(wanted, MAP_BOX))
    const place = wanted && isThere ? wanted : all
    const { pointsAMetre } = projectionOf(place, MAP_BOX)
    const squareMetres = SQUARE_SIZES.find((metres) => metres * pointsAMetre >= LEAST_SQUARE) ?? 5_000
    const counts = new Map(totals.map((ward) => [ward.wardCode, publishedCount(ward.households)]))
    const squares = async () => {
      const points = access.hidden.has('longitude') ? await snapshot.pointsByPostcode() : await snapshot.points()
      const matches = await snapshot.matches(predicate, signal)
      return squaresOf(points, matches, { metres: squareMetres, latitude: all.lat })
    }
    const basemap = await basemaps.read(person.organisationId)
    const { name, slug } = await organisations.get(person.organisationId)
    const words = filtersInWords(request, (await filters.catalogueOf(snapshot, access)).categories)
    const made = new Date()
    const whose = words.length === 0 ? 'households' : 'matching households'
    const content: PageContent = {
      organisation: unescapeAngleBrackets(name),
      title:
        view === 'ward'
          ? `${whose[0]?.toUpperCase()}${whose.slice(1)} by ward${figures.subtitle}`
          : `Where ${whose} are`,
      month: MONTH.format(new Date(snapshot.month)),
      figures: publishedFigures(totals, {
        all: snapshot.householdCount,
        hidden: access.hidden,
        basis: snapshot.basis,
      }),
      filters: words,
      map: {
        place,
        squareMetres,
        ...(view === 'ward' ? { view, figures } : { view, squares: await squares() }),
      },
      // Tiles of an archive are not drawn on paper.
      basemap: basemap.pmtiles_url === null ? basemap : { ...basemap, attribution: '' },
      wards,
      area: request.dynamic_filter_value_request_list.find((one) => one.filter_name === AREA_FILTER.filter_name)
        ?.filter_value_list[0],
      made: `Made with Doorstep by ${person.email} on ${DAY.format(made)}`,
    }
    const rows = wards.map(({ code, name: ward }) => ({
      name: ward,
      households: counts.get(code) ?? 0,
      figure: figures.inWords(figures.valueOf(code)),
    }))
    const month = snapshot.month.slice(0, 7)
    const fileName = `${slug.replace(/[^a-z0-9-]/gi, '')}-map-${month}${purposeInName(purpose)}`
    return { content, rows, made, fileName }
  }

  return {
    /** Audited as an export. */
    async pdf(person: Person, asked: MapExportRequest, signal: AbortSignal) {
      const { content, rows, made, fileName } = await prepare(person, asked, 'PDF', signal)
      const byName = rows.toSorted((one, other) => one.name.localeCompare(other.name, 'en-GB'))
      return { name: `${fileName}.pdf`, file: await mapPdf(content, byName, made) }
    },

    /** Audited as an export. */
    async picture(person: Person, asked: MapExportRequest, signal: AbortSignal): Promise<PrintedMapPage> {
      const { content, made, fileName } = await prepare(person, asked, 'picture', signal)
      const parts = (await mapParts(content, made)).map(({ clip, items }) => ({ clip, items: [...items] }))
      return { file_name: `${fileName}.png`, ...PAGE, ascent: ASCENT, parts }
    },
  }
}
