import type { Readable } from 'node:stream'
import type { DotColour } from '#contract/households/needToKnow'
import type { FilterRequest } from '#contract/households/filters'
import type { Headline, MapClient, WardData } from '#contract/households/map'
import { invalidInput, notFound } from '../../../http/faults'
import type { Person } from '../../../http/person'
import type { OrganisationsService } from '../../organisations/organisations/service'
import type { ContactHistory } from '../contacts/contactHistory'
import type { FiltersService } from '../filters/service'
import type { NeedToKnowService } from '../need-to-know/service'
import type { RowFormat, SnapshotsService } from '../snapshots/service'
import { wardProperties } from '../snapshots/wards'
import { classesToArrow, matchesToArrow } from './arrow'
import { createDotColours, dotColoursShown } from './dotColours'
import { writeHeadlines } from './headlines'
import { findCentre } from './mapCentre'
import { isPlaceHidden, placeIn, pointsVersion, POSTCODE_DECIMALS, type Places, type PointReaders } from './places'
import { readRecords } from './records'

interface MapDataDependencies {
  readonly snapshots: Pick<SnapshotsService, 'latest'>
  readonly filters: Pick<FiltersService, 'openLatest' | 'selectLatest'>
  readonly needToKnow: Pick<NeedToKnowService, 'noteMatching'>
  readonly contactHistory: Pick<ContactHistory, 'readFacts'>
  readonly organisations: Pick<OrganisationsService, 'get'>
  readonly points: PointReaders
  readonly googleMapsKey: string | undefined
}

/** What the map shows. @throws Fault from its methods: as `filters.selectLatest`, 499 on abort */
export function createMapData(deps: MapDataDependencies) {
  const { points } = deps
  const readDotClasses = createDotColours((organisationId) => listContacted(deps.contactHistory, organisationId))

  return {
    async readWards(person: Person, request: FilterRequest, signal: AbortSignal): Promise<WardData> {
      const { snapshot, totals, headlines } = await countByWard(deps, person, request, signal)
      const households = new Map(totals.map((ward) => [ward.wardCode, ward.households]))
      return {
        map_headlines: headlines,
        geo_json_features: snapshot.wards.map((ward) => ({
          type: 'Feature' as const,
          id: ward.code,
          geometry: ward.geometry,
          properties: { ...wardProperties(ward), household_count: households.get(ward.code) ?? 0 },
        })),
      }
    },

    async streamHouseholds(person: Person, request: FilterRequest, signal: AbortSignal): Promise<Readable> {
      const { snapshot, access, predicate, headlines } = await countByWard(deps, person, request, signal)
      const places = isPlaceHidden(access) ? await points.readByPostcode(snapshot) : undefined
      return snapshot.rows(predicate, householdDataFormat(headlines, places))
    },

    async readMatches(person: Person, request: FilterRequest, signal: AbortSignal): Promise<Uint8Array> {
      const { snapshot, access, predicate, headlines } = await countByWard(deps, person, request, signal)
      return matchesToArrow({
        rowCount: snapshot.householdCount,
        bitmap: await snapshot.matches(predicate, signal),
        pointsVersion: pointsVersion(snapshot, access),
        headlines,
      })
    },

    async readPoints(person: Person): Promise<Uint8Array> {
      const { snapshot, access } = await deps.filters.openLatest(person)
      return isPlaceHidden(access) ? (await points.readByPostcode(snapshot)).arrow : points.readExact(snapshot)
    },

    /** @throws Fault also 422 for a colour hidden from the role */
    async readClasses(person: Person, colour: DotColour): Promise<Uint8Array> {
      const { snapshot, access } = await deps.filters.openLatest(person)
      if (!dotColoursShown(access.hidden).includes(colour))
        throw invalidInput({ colour: 'Your organisation does not show your role what this colours by.' })
      await deps.needToKnow.noteMatching(person, snapshot, [], snapshot.householdCount)
      const classes = await readDotClasses(snapshot, colour, person.organisationId)
      return classesToArrow(classes, pointsVersion(snapshot, access))
    },

    /** For roles without exact places. @throws Fault 404 */
    async findPostcode(person: Person, postcode: string) {
      const { snapshot, predicate } = await deps.filters.selectLatest(person, {
        filter_request_list: [],
        dynamic_filter_value_request_list: [{ filter_name: 'postcodes', filter_value_list: [postcode] }],
      })
      const rows = await readRecords(snapshot, predicate, ['longitude', 'latitude'])
      if (rows.length === 0) throw notFound('No household of the latest snapshot has this postcode.')
      await deps.needToKnow.noteMatching(person, snapshot, predicate, rows.length)
      const mean = (column: 'longitude' | 'latitude') =>
        Number((rows.reduce((sum, row) => sum + Number(row[column]), 0) / rows.length).toFixed(POSTCODE_DECIMALS))
      return { longitude: mean('longitude'), latitude: mean('latitude') }
    },

    async getClient(organisationId: string): Promise<MapClient> {
      const organisation = await deps.organisations.get(organisationId)
      const centre = await findCentre(organisation, () => deps.snapshots.latest(organisationId))
      return { key: deps.googleMapsKey ?? '', ...centre }
    },
  }
}

async function countByWard(deps: MapDataDependencies, person: Person, request: FilterRequest, signal: AbortSignal) {
  const { snapshot, access, predicate } = await deps.filters.selectLatest(person, request)
  const totals = await snapshot.totalsByWard(predicate, signal)
  const count = totals.reduce((sum, { households }) => sum + households, 0)
  await deps.needToKnow.noteMatching(person, snapshot, predicate, count)
  return { snapshot, access, predicate, totals, headlines: writeHeadlines(totals, access.hidden, snapshot.basis) }
}

async function listContacted(
  contactHistory: MapDataDependencies['contactHistory'],
  organisationId: string,
): Promise<ReadonlySet<string>> {
  const facts = await contactHistory.readFacts(organisationId)
  const references = new Set<string>()
  for await (const page of facts.read()) for (const { reference } of page) references.add(reference)
  return references
}

function householdDataFormat(headlines: Headline[], places: Places | undefined): RowFormat {
  let isFirst = true
  return {
    select: places ? ['household_reference'] : ['household_reference', 'longitude', 'latitude'],
    before: `{"map_headlines":${JSON.stringify(headlines)},"household_coordinates":[`,
    encode([references = [], longitudes = [], latitudes = []]) {
      const households = references.map((reference, row) =>
        JSON.stringify({
          household_reference: reference,
          coordinates: places ? placeIn(places, reference) : { longitude: longitudes[row], latitude: latitudes[row] },
        }),
      )
      const text = `${isFirst ? '' : ','}${households.join(',')}`
      isFirst = false
      return text
    },
    after: ']}',
  }
}
