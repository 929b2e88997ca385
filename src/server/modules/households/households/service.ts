import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { DotColour } from '#contract/households/needToKnow'
import type { FilterRequest } from '#contract/households/filters'
import type { HouseholdCard } from '#contract/households/households'
import type { MapClient, WardData } from '#contract/households/map'
import { MAX_VISITS } from '#contract/campaigns/visits'
import type { Config } from '../../../config'
import type { CsvFile } from '../../../lib/csv'
import { londonDay } from '#contract/days'
import { conflict, invalidInput, notFound } from '../../../http/faults'
import type { Person } from '../../../http/person'
import {
  allowExport,
  purposeInName,
  purposeInWords,
  WHOLE,
  type Access,
  type NeedToKnowService,
} from '../need-to-know/service'
import { isContactHidden } from '../need-to-know/groups'
import type { AuditService } from '../../organisations/audit/service'
import type { FiltersService } from '../filters/service'
import type { OrganisationsService } from '../../organisations/organisations/service'
import type { ContactHistory } from '../contacts/contactHistory'
import { SNAPSHOT_COLUMNS } from '../columns/columns'
import { type LoadedSnapshot, type RowColumn, type RowFormat, type SnapshotsService } from '../snapshots/service'
import { memoizeBySnapshot } from '../snapshots/memoize'
import type { Predicate } from '../snapshots/predicate'
import { wardProperties } from '../snapshots/wards'
import { classesToArrow, matchesToArrow, pointsToArrow } from './arrow'
import { cardOf, cardRowSchema, columnsOfCard, columnsOfDoorstep, doorstepOf } from './card'
import { csvFormat, SNAPSHOT_CSV, type CsvColumn, type CsvConstant } from './csv'
import { createDotColours, dotColoursShown } from './dotColours'
import { headlinesOf } from './headlines'
import { householdDataFormat } from './householdData'
import { centreOf } from './mapCentre'
import { byPostcode, isPlaceHidden, placeIn, pointsVersion, POSTCODE_DECIMALS } from './places'
import type { VisitHistory } from './visitHistory'

export interface HouseholdsDependencies {
  readonly config: Pick<Config, 'googleMapsKey'>
  readonly snapshots: SnapshotsService
  readonly filters: FiltersService
  readonly organisations: OrganisationsService
  readonly audit: AuditService
  readonly needToKnow: NeedToKnowService
  readonly contactHistory: Pick<ContactHistory, 'readFacts' | 'findLastContact'>
  readonly visitHistory: VisitHistory
}

/** About 40 bytes a household each. */
const CACHED_POINTS = 16

export type HouseholdsService = ReturnType<typeof createHouseholdsService>

/**
 * Households of each organisation's latest snapshot.
 * @throws Fault from its methods: 404 without a snapshot, 422 for wrong filters, 499 on abort
 */
export function createHouseholdsService(deps: HouseholdsDependencies) {
  const { snapshots, filters, organisations, audit } = deps

  const { compile } = filters

  const prepare = async (person: Person, request: FilterRequest) => {
    const [snapshot, access] = await Promise.all([snapshots.latest(person.organisationId), deps.needToKnow.of(person)])
    return { snapshot, access, predicate: await compile(snapshot, request, access) }
  }

  /** Records looks at few households. */
  const total = async (person: Person, request: FilterRequest, signal: AbortSignal) => {
    const { snapshot, access, predicate } = await prepare(person, request)
    const totals = await snapshot.totalsByWard(predicate, signal)
    await deps.needToKnow.looked(
      person,
      snapshot,
      predicate,
      totals.reduce((sum, { households }) => sum + households, 0),
    )
    return { snapshot, access, predicate, totals, headlines: headlinesOf(totals, access.hidden, snapshot.basis) }
  }

  // Shared, so no caller's abort may end it.
  const exactPoints = memoizeBySnapshot(CACHED_POINTS, async (snapshot) =>
    pointsToArrow({ pointsVersion: snapshot.version, ...(await snapshot.points()) }),
  )
  const pointsByPostcode = memoizeBySnapshot(CACHED_POINTS, async (snapshot) => {
    const points = await snapshot.pointsByPostcode()
    const rows = new Map(points.references.map((reference, row) => [reference, row]))
    return { points, rows, arrow: pointsToArrow({ pointsVersion: byPostcode(snapshot.version), ...points }) }
  })

  const classesOf = createDotColours(async (organisationId) => {
    const contacted = await deps.contactHistory.readFacts(organisationId)
    const references = new Set<string>()
    for await (const page of contacted.read()) for (const { reference } of page) references.add(reference)
    return references
  })

  return {
    async card(person: Person, reference: string, request: FilterRequest): Promise<HouseholdCard> {
      const { snapshot, access } = await prepare(person, request)
      const { categories } = await filters.catalogueOf(snapshot, access)
      const selected = [...request.filter_request_list, ...request.dynamic_filter_value_request_list].map(
        ({ filter_name }) => filter_name,
      )
      const one: Predicate = [{ kind: 'oneOf', column: 'household_reference', values: [reference] }]
      const [row] = await recordsOf(snapshot, one, columnsOfCard(selected, categories, access.hidden))
      if (!row) throw notFound('There is no such household in the latest snapshot.')
      const card = cardOf(row, selected, categories, snapshot)
      await deps.needToKnow.looked(person, snapshot, one, 1)
      const contacted = isContactHidden(access.hidden)
        ? undefined
        : await deps.contactHistory.findLastContact(person.organisationId, card.household_reference)
      const visited = await deps.visitHistory.findLastVisit(person.organisationId, card.household_reference)
      return {
        ...card,
        last_contacted: contacted && londonDay(contacted),
        last_visit: visited && { outcome: visited.outcome, day: londonDay(visited.at) },
      }
    },

    /** The place shown to roles without exact places. @throws Fault 404 */
    async placeOfPostcode(person: Person, postcode: string) {
      const { snapshot, predicate } = await prepare(person, {
        filter_request_list: [],
        dynamic_filter_value_request_list: [{ filter_name: 'postcodes', filter_value_list: [postcode] }],
      })
      const rows = await recordsOf(snapshot, predicate, ['longitude', 'latitude'])
      if (rows.length === 0) throw notFound('No household of the latest snapshot has this postcode.')
      const mean = (column: 'longitude' | 'latitude') =>
        Number((rows.reduce((sum, row) => sum + Number(row[column]), 0) / rows.length).toFixed(POSTCODE_DECIMALS))
      return { longitude: mean('longitude'), latitude: mean('latitude') }
    },

    /** The households of a visit round, as the role is shown them. @throws Fault 409 for none or too many */
    async doorsteps(person: Person, request: FilterRequest) {
      const { snapshot, access, predicate } = await prepare(person, request)
      const count = await snapshot.count(predicate)
      if (count === 0 || count > MAX_VISITS) throw conflict(wrongSize(count), 'visit_round_size')
      const isByPostcode = isPlaceHidden(access)
      const columns = columnsOfDoorstep(access.hidden)
      const rows = await recordsOf(snapshot, predicate, isByPostcode ? columns : [...columns, 'longitude', 'latitude'])
      const places = isByPostcode ? await pointsByPostcode(snapshot) : undefined
      const doorsteps = rows.map((row) => {
        const { longitude, latitude } = places ? placeIn(places, row.household_reference) : row
        return { ...doorstepOf(row, snapshot), longitude: Number(longitude), latitude: Number(latitude) }
      })
      return { month: snapshot.month, doorsteps }
    },

    async wardData(person: Person, request: FilterRequest, signal: AbortSignal): Promise<WardData> {
      const { snapshot, totals, headlines } = await total(person, request, signal)
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

    async householdData(person: Person, request: FilterRequest, signal: AbortSignal): Promise<Readable> {
      const { snapshot, access, predicate, headlines } = await total(person, request, signal)
      const places = isPlaceHidden(access) ? await pointsByPostcode(snapshot) : undefined
      return snapshot.rows(predicate, householdDataFormat(headlines, places))
    },

    async householdMatches(person: Person, request: FilterRequest, signal: AbortSignal): Promise<Uint8Array> {
      const { snapshot, access, predicate, headlines } = await total(person, request, signal)
      return matchesToArrow({
        rowCount: snapshot.householdCount,
        bitmap: await snapshot.matches(predicate, signal),
        pointsVersion: pointsVersion(snapshot, access),
        headlines,
      })
    },

    async points(person: Person): Promise<Uint8Array> {
      const [snapshot, access] = await Promise.all([
        snapshots.latest(person.organisationId),
        deps.needToKnow.of(person),
      ])
      return isPlaceHidden(access) ? (await pointsByPostcode(snapshot)).arrow : exactPoints(snapshot)
    },

    /** @throws Fault also 422 for a colour that the role is not shown */
    async classes(person: Person, colour: DotColour): Promise<Uint8Array> {
      const [snapshot, access] = await Promise.all([
        snapshots.latest(person.organisationId),
        deps.needToKnow.of(person),
      ])
      if (!dotColoursShown(access.hidden).includes(colour))
        throw invalidInput({ colour: 'Your organisation does not show your role what this colours by.' })
      await deps.needToKnow.looked(person, snapshot, [], snapshot.householdCount)
      const classes = await classesOf(snapshot, colour, person.organisationId)
      return classesToArrow(classes, pointsVersion(snapshot, access))
    },

    /** @throws Fault also 403 and 422 of {@link allowExport} */
    async csv(person: Person, { purpose: wanted, ...request }: FilterRequest & { purpose?: string | undefined }) {
      const { snapshot, access, predicate } = await prepare(person, request)
      const purpose = allowExport(access, wanted)
      const { slug } = await organisations.get(person.organisationId)
      const households = await snapshot.count(predicate)
      // Audited first: a partial export is still an export.
      const subject = `households csv ${snapshot.month}${purposeInWords(purpose)}`
      await audit.record(person, 'export', subject, households)
      await deps.needToKnow.looked(person, snapshot, predicate, households)
      const shown = SNAPSHOT_CSV.filter(({ heading }) => !access.hidden.has(heading))
      const stream = await snapshot.rows(predicate, csvFormat(shown))
      const month = snapshot.month.slice(0, 7)
      const name = `${slug.replace(/[^a-z0-9-]/gi, '')}-households-${month}${purposeInName(purpose)}.csv`
      return { name, stream } satisfies CsvFile
    },

    count: async (snapshot: LoadedSnapshot, request: FilterRequest, access: Access): Promise<number> =>
      snapshot.count(await compile(snapshot, request, access)),

    csvLines: async (
      snapshot: LoadedSnapshot,
      request: FilterRequest,
      columns: readonly CsvColumn[],
      constants: readonly CsvConstant[] = [],
    ): Promise<Readable> => snapshot.rows(await compile(snapshot, request, WHOLE), csvFormat(columns, constants)),

    /** One JSON object a line. @param stallMs how long a reader may take over a chunk */
    async jsonLines(snapshot: LoadedSnapshot, request: FilterRequest, stallMs: number): Promise<Readable> {
      return snapshot.rows(await compile(snapshot, request, WHOLE), {
        select: [{ json: SNAPSHOT_COLUMNS.map((column) => column.name) }],
        encode: asLines,
        stallMs,
      })
    },

    async mapClient(organisationId: string): Promise<MapClient> {
      const organisation = await organisations.get(organisationId)
      return {
        key: deps.config.googleMapsKey ?? '',
        ...(await centreOf(organisation, () => snapshots.latest(organisationId))),
      }
    },
  }
}

const wrongSize = (count: number) =>
  count === 0
    ? 'No household matches these filters. Choose others, then start the round.'
    : `${count.toLocaleString('en-GB')} households match these filters. A visit round has ${MAX_VISITS} at most: choose more filters, or draw a smaller area.`

async function recordsOf(snapshot: LoadedSnapshot, predicate: Predicate, columns: readonly RowColumn[]) {
  const rows = await snapshot.rows(predicate, { select: [{ json: columns }], encode: asLines })
  const lines = (await text(rows)).split('\n').filter((line) => line !== '')
  return lines.map((line) => cardRowSchema.parse(JSON.parse(line)))
}

const asLines: RowFormat['encode'] = ([records = []]) => records.map((record) => `${String(record)}\n`).join('')
