/** Points are loaded once per version; a filter change brings one bit per household. */
import { queryOptions as tanstackOptions, skipToken, type QueryClient } from '@tanstack/react-query'
import { tableFromIPC, Type, type Column, type Table } from '@uwdata/flechette'
import { z } from 'zod'
import type { FilterRequest } from '#contract/households/filters'
import {
  ARROW_METADATA,
  getHouseholdPoints,
  headlineSchema,
  MATCHES_COLUMN,
  streetviewHouseholdData,
  type Headline,
} from '#contract/households/map'
import { callArrow } from '../../../../api/call'
import { Outdated } from '../../../../api/errors'
import { makeQueryKey } from '../../../../api/queryOptions'
import { matchesFromBits, type HouseholdPicture, type MapPicture } from './picture'
import { groupInWorker, startGrouping } from './grouping'
import type { HouseholdPoints } from './points'

/** For a new snapshot between points and matches. */
const ATTEMPTS = 2

/** The household map's picture for the selected filters. */
export const householdsQuery = (request: FilterRequest) =>
  tanstackOptions<MapPicture>({
    queryKey: makeQueryKey(streetviewHouseholdData, { body: request }),
    queryFn: ({ client, signal }) => loadHouseholds(client, request, signal),
  })

/** Figures that do not wait for the points. */
export const figuresQuery = (request: FilterRequest) =>
  tanstackOptions<readonly Headline[]>({
    queryKey: [...makeQueryKey(streetviewHouseholdData, { body: request }), 'figures'],
    queryFn: skipToken,
  })

/** Not aborted by filter changes, which would discard half-loaded points. */
const pointsQuery = tanstackOptions({
  queryKey: makeQueryKey(getHouseholdPoints),
  queryFn: async () => {
    startGrouping()
    const columns = decodePoints(await callArrow(getHouseholdPoints))
    return joinPoints(columns, await groupInWorker(columns.longitude, columns.latitude))
  },
  staleTime: Infinity,
  gcTime: Infinity,
  networkMode: 'always',
  retry: false,
  structuralSharing: false,
})

/** Before it is known which points are shown. */
export const prefetchPoints = (client: QueryClient): Promise<unknown> => client.query(pointsQuery)

/** Loads the household map's picture. @throws as `call`; the signal's reason when aborted */
export async function loadHouseholds(
  client: QueryClient,
  request: FilterRequest,
  signal: AbortSignal,
): Promise<HouseholdPicture> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const [matches, held] = await unlessAborted(
      Promise.all([
        callArrow(streetviewHouseholdData, { body: request, signal }).then((buffer) => {
          const decoded = decodeMatches(buffer)
          client.setQueryData(figuresQuery(request).queryKey, decoded.headlines)
          return decoded
        }),
        client.query(pointsQuery),
      ]),
      signal,
    )
    if (fits(held, matches)) return makePicture(held, matches)
    const fresh = await unlessAborted(client.query({ ...pointsQuery, staleTime: 0 }), signal)
    if (fits(fresh, matches)) return makePicture(fresh, matches)
  }
  throw unreadable('Its parts belong to different snapshots.')
}

function fits(points: HouseholdPoints, decoded: ReturnType<typeof decodeMatches>): boolean {
  return points.version === decoded.pointsVersion && points.rowCount === decoded.matches.rowCount
}

function makePicture(
  points: HouseholdPoints,
  { headlines, matches }: ReturnType<typeof decodeMatches>,
): HouseholdPicture {
  return { view: 'household', headlines, points, matches }
}

/** Rejects on abort; the shared work goes on. */
function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const cancel = () => reject(signal.reason)
    if (signal.aborted) cancel()
    signal.addEventListener('abort', cancel, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', cancel))
  })
}

/** For bytes that are not the contract's Arrow. */
export const unreadable = (cause: string) => new Outdated({ cause })

const headlinesSchema = z.array(headlineSchema)

/** Points from their columns and dots. */
export const joinPoints = (
  { version, longitude, reference, wardCode }: ReturnType<typeof decodePoints>,
  dots: HouseholdPoints['dots'],
): HouseholdPoints => ({ version, rowCount: longitude.length, dots, reference, wardCode })

/** Decodes `getHouseholdPoints`. @throws Outdated */
export function decodePoints(buffer: ArrayBuffer) {
  const table = read(buffer)
  const references = column(table, 'household_reference')
  const wards = column(table, 'ward_code')
  const longitude = degrees(table, 'longitude')
  const latitude = degrees(table, 'latitude')
  const text = (from: Column<unknown>) => (row: number) => {
    const value = from.at(row)
    return typeof value === 'string' ? value : ''
  }
  return {
    version: metadata(table, ARROW_METADATA.pointsVersion),
    longitude,
    latitude,
    reference: text(references),
    wardCode: text(wards),
  }
}

/** Decodes the Arrow form of `streetviewHouseholdData`. @throws Outdated */
export function decodeMatches(buffer: ArrayBuffer) {
  const table = read(buffer)
  return {
    pointsVersion: metadata(table, ARROW_METADATA.pointsVersion),
    headlines: readHeadlines(metadata(table, ARROW_METADATA.headlines)),
    matches: matchesFromBits(bitmap(column(table, MATCHES_COLUMN)), table.numRows),
  }
}

function readHeadlines(text: string): Headline[] {
  try {
    return headlinesSchema.parse(JSON.parse(text))
  } catch {
    throw unreadable(ARROW_METADATA.headlines)
  }
}

/** Reads an Arrow stream. @throws Outdated */
export function read(buffer: ArrayBuffer): Table {
  try {
    return tableFromIPC(buffer)
  } catch {
    throw unreadable('not an Arrow stream')
  }
}

/** A column by name. @throws Outdated */
export function column(table: Table, name: string): Column<unknown> {
  // flechette's types omit that it may be undefined.
  const found: Column<unknown> | undefined = table.names.includes(name) ? table.getChild(name) : undefined
  if (!found) throw unreadable(`no column ${name}`)
  return found
}

function degrees(table: Table, name: string): Float64Array {
  const values = column(table, name).toArray()
  if (!(values instanceof Float64Array)) throw unreadable(`${name} is not float64`)
  return values
}

/** An entry of the schema's metadata. @throws Outdated */
export function metadata(table: Table, key: string): string {
  const value = table.schema.metadata?.get(key)
  if (value === undefined) throw unreadable(`no metadata ${key}`)
  return value
}

function bitmap(booleans: Column<unknown>): Uint8Array {
  if (booleans.type.typeId !== Type.Bool) throw unreadable(`${MATCHES_COLUMN} is not boolean`)
  const only = booleans.data[0]
  if (booleans.data.length === 1 && only?.values instanceof Uint8Array) return only.values
  const bits = new Uint8Array((booleans.length + 7) >> 3)
  let row = 0
  for (const value of booleans) {
    if (value === true) bits[row >> 3] = (bits[row >> 3] ?? 0) | (1 << (row & 7))
    row += 1
  }
  return bits
}
