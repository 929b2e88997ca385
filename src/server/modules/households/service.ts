import type { Readable } from 'node:stream'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { FilterRequest } from '#contract/filters'
import type { Headline, MapClient, WardData } from '#contract/map'
import type { Config } from '../../config'
import type { CsvFile } from '../../csv'
import { Fault } from '../../faults'
import type { Person } from '../../person'
import type { AuditService } from '../audit/service'
import { UNCLAIMED_COLUMN } from '../calculator/service'
import type { FiltersService } from '../filters/service'
import type { OrganisationService } from '../organisations/service'
import { SNAPSHOT_COLUMNS } from '../snapshots/columns'
import { madeOnce, type LoadedSnapshot, type SnapshotsService } from '../snapshots/service'
import { bitmapBytes, matchesToArrow, pointsToArrow } from './arrow'
import { csvOf, SNAPSHOT_CSV, type CsvColumn } from './csv'
import { headlinesOf } from './headlines'
import { centreOf } from './mapCentre'
import { everyPoint, countMatching, matchingHouseholds, matchingBits, matchingRecords, totalsByWard } from './repo'
import { arrowBits, readPoints } from './rowReaders'
import { streamRows } from './streamRows'

export type { CsvColumn } from './csv'

/**
 * The households of an organisation's latest snapshot. Every method takes the organisation from the session.
 * `signal`: the caller hung up; the query at work is interrupted and the call fails with a Fault 499.
 * @throws Fault 404 without a snapshot; 422 for filters that are not right, see filters/predicate.ts.
 */
export interface HouseholdsService {
  /** Matching households by ward, every ward of the snapshot, with the headlines. */
  wardData(organisationId: string, request: FilterRequest, signal: AbortSignal): Promise<WardData>
  /** The headlines and, as a stream of JSON, the matching households with their coordinates. */
  householdData(organisationId: string, request: FilterRequest, signal: AbortSignal): Promise<Readable>
  /** Which rows match, as an Arrow stream: see `streetviewHouseholdData` in the contract. */
  householdMatches(organisationId: string, request: FilterRequest, signal: AbortSignal): Promise<Uint8Array>
  /** Every household's reference, ward and place, as an Arrow stream. */
  points(organisationId: string): Promise<Uint8Array>
  /** A CSV of the matching households and its file name. Recorded in the audit log. */
  csv(person: Person, request: FilterRequest): Promise<CsvFile>
  /** How many households of one snapshot match. */
  count(snapshot: LoadedSnapshot, request: FilterRequest): Promise<number>
  /** The matching households of one snapshot as CSV with the columns given. */
  csvLines(snapshot: LoadedSnapshot, request: FilterRequest, columns: readonly CsvColumn[]): Promise<Readable>
  /**
   * The matching households of one snapshot with every column, one JSON object a line.
   * @param patienceMs how long the reader may take over a piece before the snapshot is taken out of its hands.
   */
  jsonLines(snapshot: LoadedSnapshot, request: FilterRequest, patienceMs: number): Promise<Readable>
  /** Where the map starts, and the Google Maps key where there is one. */
  mapClient(organisationId: string): Promise<MapClient>
}

export interface HouseholdsDependencies {
  readonly config: Pick<Config, 'googleMapsKey'>
  readonly snapshots: SnapshotsService
  readonly filters: FiltersService
  readonly organisations: OrganisationService
  readonly audit: AuditService
}

/** Snapshots whose points are kept; some 40 bytes a household. */
const POINTS_KEPT = 16

/** Answers from the organisation's latest snapshot. */
export function createHouseholdsService(deps: HouseholdsDependencies): HouseholdsService {
  const { snapshots, filters, organisations, audit } = deps

  /** The latest snapshot and the filters compiled for it. */
  const prepare = async (organisationId: string, request: FilterRequest) => {
    const snapshot = await snapshots.latest(organisationId)
    return { snapshot, matching: await filters.predicate(snapshot, request) }
  }

  // Everybody who opens the map asks for these. Not cancelled with who asked first: others wait for the same.
  const pointsOf = madeOnce(POINTS_KEPT, async (snapshot) => {
    const points = await snapshot.use(async (connection, table) =>
      readPoints(await everyPoint(connection, table), snapshot.householdCount),
    )
    return pointsToArrow({ pointsVersion: snapshot.version, ...points })
  })

  return {
    async wardData(organisationId, request, signal) {
      const { snapshot, matching } = await prepare(organisationId, request)
      const totals = await cancellable(snapshot, signal, (connection, table) =>
        totalsByWard(connection, table, matching, UNCLAIMED_COLUMN.name),
      )
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

    async householdData(organisationId, request, signal) {
      const { snapshot, matching } = await prepare(organisationId, request)
      const totals = await cancellable(snapshot, signal, (connection, table) =>
        totalsByWard(connection, table, matching, UNCLAIMED_COLUMN.name),
      )
      return householdJson(snapshot, matching, headlinesOf(totals))
    },

    async householdMatches(organisationId, request, signal) {
      const { snapshot, matching } = await prepare(organisationId, request)
      return cancellable(snapshot, signal, async (connection, table) => {
        const totals = await totalsByWard(connection, table, matching, UNCLAIMED_COLUMN.name)
        const bytes = bitmapBytes(snapshot.householdCount)
        const bits = await matchingBits(connection, table, matching, bytes * 8)
        const bitmap = bits ? arrowBits(bits) : new Uint8Array(bytes)
        return matchesToArrow({
          rowCount: snapshot.householdCount,
          bitmap,
          pointsVersion: snapshot.version,
          headlines: headlinesOf(totals),
        })
      })
    },

    points: async (organisationId) => pointsOf(await snapshots.latest(organisationId)),

    async csv(person, request) {
      const { snapshot, matching } = await prepare(person.organisationId, request)
      const { slug } = await organisations.get(person.organisationId)
      const households = await snapshot.use((connection, table) => countMatching(connection, table, matching))
      // Before the first byte leaves: an export that was broken off half way was still an export.
      await audit.record(person, 'export', `households csv ${snapshot.month}`, households)
      const stream = await streamCsv(snapshot, matching, SNAPSHOT_CSV)
      return { name: `${slug.replace(/[^a-z0-9-]/gi, '')}-households-${snapshot.month.slice(0, 7)}.csv`, stream }
    },

    async count(snapshot, request) {
      const matching = await filters.predicate(snapshot, request)
      return snapshot.use((connection, table) => countMatching(connection, table, matching))
    },

    async csvLines(snapshot, request, columns) {
      return streamCsv(snapshot, await filters.predicate(snapshot, request), columns)
    },

    async jsonLines(snapshot, request, patienceMs) {
      const matching = await filters.predicate(snapshot, request)
      return streamRows(snapshot, {
        start: (connection, table) => matchingRecords(connection, table, matching, SNAPSHOT_COLUMNS.map((column) => column.name)),
        before: '',
        encode: (chunk) => chunk.getColumnValues(0).map((record) => `${String(record)}\n`).join(''),
        after: '',
        patienceMs,
      })
    },

    async mapClient(organisationId) {
      const organisation = await organisations.get(organisationId)
      return { key: deps.config.googleMapsKey ?? '', ...(await centreOf(organisation, () => snapshots.latest(organisationId))) }
    },
  }
}

type Matching = Awaited<ReturnType<FiltersService['predicate']>>

function streamCsv(snapshot: LoadedSnapshot, matching: Matching, columns: readonly CsvColumn[]): Promise<Readable> {
  const format = csvOf(columns)
  return streamRows(snapshot, {
    start: (connection, table) => matchingHouseholds(connection, table, matching, format.expressions),
    before: format.header,
    encode: (chunk) => format.lines(chunk),
    after: '',
  })
}

/** `HouseholdData` of the contract, a chunk at a time: a hundred thousand households need not be in memory twice. */
function householdJson(snapshot: LoadedSnapshot, matching: Matching, headlines: Headline[]): Promise<Readable> {
  let isFirst = true
  return streamRows(snapshot, {
    start: (connection, table) =>
      matchingHouseholds(connection, table, matching, ['household_reference', 'longitude', 'latitude']),
    before: `{"map_headlines":${JSON.stringify(headlines)},"household_coordinates":[`,
    encode(chunk) {
      const [references, longitudes, latitudes] = chunk.getColumns()
      const households = (references ?? []).map((reference, row) =>
        JSON.stringify({
          household_reference: reference,
          coordinates: { longitude: longitudes?.[row], latitude: latitudes?.[row] },
        }),
      )
      const text = `${isFirst ? '' : ','}${households.join(',')}`
      isFirst = false
      return text
    },
    after: ']}',
  })
}

/** The caller has gone; nobody will read this. */
const hungUp = () => new Fault(499, 'cancelled', 'The request was cancelled.')

/** Uses the snapshot until the caller hangs up, which interrupts the query at work. */
async function cancellable<T>(
  snapshot: LoadedSnapshot,
  signal: AbortSignal,
  work: (connection: DuckDBConnection, table: string) => Promise<T>,
): Promise<T> {
  if (signal.aborted) throw hungUp()
  try {
    return await snapshot.use(async (connection, table) => {
      const interrupt = () => connection.interrupt()
      signal.addEventListener('abort', interrupt, { once: true })
      try {
        return await work(connection, table)
      } finally {
        // The connection is lent to others next.
        signal.removeEventListener('abort', interrupt)
      }
    })
  } catch (error) {
    // The signal fires in the main thread: it is the reason whenever it is set.
    if (wasAborted(signal)) throw hungUp()
    throw error
  }
}

/** A function, because TypeScript takes a signal that was not aborted to stay so. */
const wasAborted = (signal: AbortSignal) => signal.aborted
