import type { Readable } from 'node:stream'
import {
  Batch,
  bool,
  Column,
  columnFromArray,
  dictionary,
  float64,
  tableFromColumns,
  tableToIPC,
  utf8,
  type Table,
} from '@uwdata/flechette'
import type { FilterRequest } from '#contract/filters'
import { ARROW_METADATA, MATCHES_COLUMN, type Headline, type MapClient, type WardData } from '#contract/map'
import type { Config } from '../../config'
import type { CsvFile } from '../../csv'
import type { Person } from '../../person'
import type { AuditService } from '../audit/service'
import { compilePredicate } from '../filters/predicate'
import type { FiltersService } from '../filters/service'
import type { OrganisationService } from '../organisations/service'
import { SNAPSHOT_COLUMNS } from '../snapshots/columns'
import {
  memoizeBySnapshot,
  type LoadedSnapshot,
  type Points,
  type RowFormat,
  type SnapshotsService,
} from '../snapshots/service'
import { csvFormat, SNAPSHOT_CSV, type CsvColumn } from './csv'
import { headlinesOf } from './headlines'
import { centreOf } from './mapCentre'

export type { CsvColumn } from './csv'

export interface HouseholdsDependencies {
  readonly config: Pick<Config, 'googleMapsKey'>
  readonly snapshots: SnapshotsService
  readonly filters: FiltersService
  readonly organisations: OrganisationService
  readonly audit: AuditService
}

/** About 40 bytes a household each. */
const CACHED_POINTS = 16

export type HouseholdsService = ReturnType<typeof createHouseholdsService>

/**
 * Creates the service over each organisation's latest snapshot.
 * @throws Fault from its methods: 404 without a snapshot, 422 for wrong filters, 499 on abort
 */
export function createHouseholdsService(deps: HouseholdsDependencies) {
  const { snapshots, filters, organisations, audit } = deps

  const compile = async (snapshot: LoadedSnapshot, request: FilterRequest) =>
    compilePredicate(request, await filters.catalogueOf(snapshot))

  const prepare = async (organisationId: string, request: FilterRequest) => {
    const snapshot = await snapshots.latest(organisationId)
    return { snapshot, predicate: await compile(snapshot, request) }
  }

  // Shared: no caller's abort may end it.
  const pointsOf = memoizeBySnapshot(CACHED_POINTS, async (snapshot) =>
    pointsToArrow({ pointsVersion: snapshot.version, ...(await snapshot.points()) }),
  )

  return {
    /** Every ward, also with 0. */
    async wardData(organisationId: string, request: FilterRequest, signal: AbortSignal): Promise<WardData> {
      const { snapshot, predicate } = await prepare(organisationId, request)
      const totals = await snapshot.totalsByWard(predicate, signal)
      const households = new Map(totals.map((ward) => [ward.wardCode, ward.households]))
      return {
        map_headlines: headlinesOf(totals),
        geo_json_features: snapshot.wards.map((ward) => ({
          type: 'Feature' as const,
          id: ward.code,
          geometry: ward.geometry,
          properties: {
            ward_code: ward.code,
            ward_name: ward.name,
            ward_name_welsh: ward.nameWelsh,
            local_authority_code: ward.localAuthorityCode,
            local_authority_name: ward.localAuthorityName,
            local_authority_name_welsh: ward.localAuthorityNameWelsh,
            longitude: ward.longitude,
            latitude: ward.latitude,
            household_count: households.get(ward.code) ?? 0,
          },
        })),
      }
    },

    async householdData(organisationId: string, request: FilterRequest, signal: AbortSignal): Promise<Readable> {
      const { snapshot, predicate } = await prepare(organisationId, request)
      const totals = await snapshot.totalsByWard(predicate, signal)
      return snapshot.rows(predicate, householdDataFormat(headlinesOf(totals)))
    },

    async householdMatches(organisationId: string, request: FilterRequest, signal: AbortSignal): Promise<Uint8Array> {
      const { snapshot, predicate } = await prepare(organisationId, request)
      const totals = await snapshot.totalsByWard(predicate, signal)
      return matchesToArrow({
        rowCount: snapshot.householdCount,
        bitmap: await snapshot.matches(predicate, signal),
        pointsVersion: snapshot.version,
        headlines: headlinesOf(totals),
      })
    },

    points: async (organisationId: string): Promise<Uint8Array> => pointsOf(await snapshots.latest(organisationId)),

    async csv(person: Person, request: FilterRequest): Promise<CsvFile> {
      const { snapshot, predicate } = await prepare(person.organisationId, request)
      const { slug } = await organisations.get(person.organisationId)
      const households = await snapshot.count(predicate)
      // Audited first: a partial export is still an export.
      await audit.record(person, 'export', `households csv ${snapshot.month}`, households)
      const stream = await snapshot.rows(predicate, csvFormat(SNAPSHOT_CSV))
      return { name: `${slug.replace(/[^a-z0-9-]/gi, '')}-households-${snapshot.month.slice(0, 7)}.csv`, stream }
    },

    count: async (snapshot: LoadedSnapshot, request: FilterRequest): Promise<number> =>
      snapshot.count(await compile(snapshot, request)),

    csvLines: async (
      snapshot: LoadedSnapshot,
      request: FilterRequest,
      columns: readonly CsvColumn[],
    ): Promise<Readable> => snapshot.rows(await compile(snapshot, request), csvFormat(columns)),

    /** One JSON object a line. @param stallMs how long a reader may take over a chunk */
    async jsonLines(snapshot: LoadedSnapshot, request: FilterRequest, stallMs: number): Promise<Readable> {
      return snapshot.rows(await compile(snapshot, request), {
        select: [{ json: SNAPSHOT_COLUMNS.map((column) => column.name) }],
        encode: ([records = []]) => records.map((record) => `${String(record)}\n`).join(''),
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

function householdDataFormat(headlines: Headline[]): RowFormat {
  let isFirst = true
  return {
    select: ['household_reference', 'longitude', 'latitude'],
    before: `{"map_headlines":${JSON.stringify(headlines)},"household_coordinates":[`,
    encode([references = [], longitudes = [], latitudes = []]) {
      const households = references.map((reference, row) =>
        JSON.stringify({
          household_reference: reference,
          coordinates: { longitude: longitudes[row], latitude: latitudes[row] },
        }),
      )
      const text = `${isFirst ? '' : ','}${households.join(',')}`
      isFirst = false
      return text
    },
    after: ']}',
  }
}

/** Encodes which rows match; headlines and points version go into the metadata. */
export function matchesToArrow(matches: {
  readonly rowCount: number
  /** Arrow's own bit order. */
  readonly bitmap: Uint8Array
  readonly pointsVersion: string
  readonly headlines: readonly Headline[]
}): Uint8Array {
  const column = new Column([
    new Batch<boolean>({
      length: matches.rowCount,
      nullCount: 0,
      type: bool(),
      validity: new Uint8Array(0),
      values: matches.bitmap,
    }),
  ])
  return toStream(tableFromColumns([[MATCHES_COLUMN, column]]), {
    [ARROW_METADATA.pointsVersion]: matches.pointsVersion,
    [ARROW_METADATA.headlines]: JSON.stringify(matches.headlines),
  })
}

/** Encodes reference, ward and WGS84 position of every household in row order. */
export function pointsToArrow(points: Points & { readonly pointsVersion: string }): Uint8Array {
  const table = tableFromColumns([
    ['household_reference', columnFromArray(points.references, utf8())],
    ['ward_code', columnFromArray(points.wardCodes, dictionary(utf8()))],
    ['longitude', columnFromArray(points.longitudes, float64())],
    ['latitude', columnFromArray(points.latitudes, float64())],
  ])
  return toStream(table, { [ARROW_METADATA.pointsVersion]: points.pointsVersion })
}

function toStream(table: Table, metadata: Record<string, string>): Uint8Array {
  table.schema.metadata = new Map(Object.entries(metadata))
  const bytes = tableToIPC(table, { format: 'stream' })
  if (!bytes) throw new Error('The Arrow stream went nowhere.')
  return bytes
}
