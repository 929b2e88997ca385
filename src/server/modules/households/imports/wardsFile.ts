import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { wardGeometrySchema, type WardGeometry } from '#contract/households/map'
import type { Ward } from '../snapshots/wards'
import { findCentroid } from '../snapshots/importing/bounds'
import { MAX_WARD_CODE_LENGTH } from './checkedColumn'
import type { FaultList } from './report'
import { MAX_WARDS, simplifyWards } from './simplifyWards'
import type { InputFile } from './openFile'

/** In GeoJSON and WGS84, with any of the property names in docs/snapshot-format.md. */
export interface LocalAuthority {
  readonly code: string
  readonly name: string
  readonly nameWelsh?: string
}

const collectionSchema = z.object({
  type: z.literal('FeatureCollection'),
  crs: z.object({ properties: z.object({ name: z.string() }) }).nullish(),
  features: z.array(z.object({ properties: z.record(z.string(), z.unknown()).nullable(), geometry: z.unknown() })),
})

const WGS84 = /(^|:)(CRS84|4326)$|^WGS ?84$/i

const GENERALISED = 'Take boundaries with fewer points, such as the ONS’s "generalised" ones.'

const MAX_NAME_LENGTH = 200

const MAX_BYTES = 200 * 1024 * 1024

/** Valid wards, sorted by code; the rest become faults. */
export async function readWardsFile(
  file: InputFile,
  localAuthority: LocalAuthority | undefined,
  faults: FaultList,
): Promise<Ward[]> {
  const unreadable = (expected: string, kind: Parameters<FaultList['add']>[0] = 'unreadable file') => {
    faults.addForFile(kind, file.name, expected)
    return []
  }
  if (file.content === 'empty') return unreadable('The file is empty. It should hold wards as GeoJSON.', 'no rows')
  if (file.content !== 'text') return unreadable('The file is not GeoJSON.')
  if (file.size > MAX_BYTES) return unreadable(`The file is larger than 200 MB. ${GENERALISED}`)
  const parsed = parseJson(await readFile(file.path))
  if ('problem' in parsed) return unreadable(parsed.problem, parsed.kind)
  const collection = collectionSchema.safeParse(parsed.json)
  if (!collection.success) return unreadable('The file is not a GeoJSON FeatureCollection.')
  const { crs, features } = collection.data
  if (crs && !WGS84.test(crs.properties.name)) {
    return unreadable(`The wards are in ${crs.properties.name}. They must be in WGS84 (longitude and latitude).`)
  }
  if (features.length === 0) return unreadable('The file holds no wards.', 'no rows')
  if (features.length > MAX_WARDS)
    return unreadable(`The file holds more than ${MAX_WARDS.toLocaleString('en-GB')} wards.`)
  const wards = new Map<string, Ward>()
  const read = features.map(({ properties, geometry }) => readWard(properties ?? {}, geometry, localAuthority))
  // One fault, not one per ward, for files such as the ONS's that never name the authority.
  if (read.every((ward) => 'problem' in ward && ward.problem === NO_AUTHORITY))
    return unreadable(`No ward names its local authority. Give ${NO_AUTHORITY}.`, 'bad ward')
  for (const [index, ward] of read.entries()) {
    if ('problem' in ward) {
      const { column, value, problem } = ward
      faults.add('bad ward', { file: file.name, row: index + 1, column, value, expected: problem })
    } else if (!wards.has(ward.code)) wards.set(ward.code, ward)
  }
  const simplified = simplifyWards([...wards.values()].sort((a, b) => (a.code < b.code ? -1 : 1)))
  return simplified ?? unreadable(`The wards have too many points. ${GENERALISED}`, 'bad ward')
}

function parseJson(bytes: Buffer): { json: unknown } | { problem: string; kind: 'not UTF-8' | 'unreadable file' } {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return { problem: 'The file is not in UTF-8. Save it in UTF-8.', kind: 'not UTF-8' }
  }
  try {
    const json: unknown = JSON.parse(text)
    return { json }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { problem: `The file is not valid JSON: ${reason}.`, kind: 'unreadable file' }
  }
}

interface WardProblem {
  readonly problem: string
  readonly column: string
  readonly value: string | null
}

function readWard(
  properties: Record<string, unknown>,
  shape: unknown,
  localAuthority: LocalAuthority | undefined,
): Ward | WardProblem {
  const text = (own: string, ons: RegExp, other?: string) => {
    const value = findProperty(properties, own, ons, other)
    return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  }
  const code = text('ward_code', /^WD(\d\d)CD$/i, 'area_code')
  const name = text('ward_name', /^WD(\d\d)NM$/i, 'area_name')
  if (code === '')
    return { problem: 'the code of the ward (ward_code, WD..CD or area_code)', column: 'ward_code', value: '' }
  if (name === '')
    return { problem: 'the name of the ward (ward_name, WD..NM or area_name)', column: 'ward_name', value: '' }
  const authorityCode = text('local_authority_code', /^LAD(\d\d)CD$/i) || (localAuthority?.code ?? '')
  const authorityName = text('local_authority_name', /^LAD(\d\d)NM$/i) || (localAuthority?.name ?? '')
  if (authorityCode === '' || authorityName === '') {
    return { problem: NO_AUTHORITY, column: 'local_authority_code', value: authorityCode }
  }
  const names = [
    name,
    authorityName,
    authorityCode,
    text('ward_name_welsh', /^WD(\d\d)NMW$/i),
    text('local_authority_name_welsh', /^LAD(\d\d)NMW$/i),
  ]
  if (code.length > MAX_WARD_CODE_LENGTH)
    return { problem: `a code of at most ${MAX_WARD_CODE_LENGTH} characters`, column: 'ward_code', value: code }
  if (names.some((each) => each.length > MAX_NAME_LENGTH))
    return { problem: `names of at most ${MAX_NAME_LENGTH} characters`, column: 'ward_name', value: name }
  const geometry = readGeometry(shape)
  if (typeof geometry === 'string') return { problem: geometry, column: 'geometry', value: code }
  const centroid = findCentroid(geometry)
  const longitude = readNumber(findProperty(properties, 'longitude', /^LONG$/i, 'lon'))
  const latitude = readNumber(findProperty(properties, 'latitude', /^LAT$/i, 'lat'))
  if (longitude === null || latitude === null) {
    return { problem: 'longitude and latitude as numbers', column: 'longitude, latitude', value: code }
  }
  return {
    code,
    name,
    nameWelsh: text('ward_name_welsh', /^WD(\d\d)NMW$/i),
    localAuthorityCode: authorityCode,
    localAuthorityName: authorityName,
    localAuthorityNameWelsh: text('local_authority_name_welsh', /^LAD(\d\d)NMW$/i) || (localAuthority?.nameWelsh ?? ''),
    longitude: longitude === undefined || latitude === undefined ? centroid.longitude : longitude,
    latitude: longitude === undefined || latitude === undefined ? centroid.latitude : latitude,
    geometry,
  }
}

/** Our own name first, then the ONS's latest, then `other`. */
function findProperty(properties: Record<string, unknown>, own: string, ons: RegExp, other?: string): unknown {
  if (own in properties) return properties[own]
  const [latest] = Object.keys(properties)
    .filter((key) => ons.test(key))
    .sort()
    .reverse()
  return latest !== undefined ? properties[latest] : other !== undefined ? properties[other] : undefined
}

function readNumber(value: unknown): number | undefined | null {
  if (value === undefined || value === null || value === '') return undefined
  const number = typeof value === 'number' ? value : typeof value === 'string' ? Number(value) : NaN
  return Number.isFinite(number) ? number : null
}

const NO_AUTHORITY = 'the local authority, in the file or by --local-authority <code> <name>'

const MIN_RING_POINTS = 4

function readGeometry(shape: unknown): WardGeometry | string {
  const parsed = wardGeometrySchema.safeParse(shape)
  if (!parsed.success) return 'a Polygon or MultiPolygon'
  const polygons = parsed.data.type === 'Polygon' ? [parsed.data.coordinates] : parsed.data.coordinates
  if (polygons.length === 0 || polygons.some((rings) => rings.length === 0)) return 'a polygon that is not empty'
  const rings = polygons.flat()
  if (rings.some((ring) => ring.length < MIN_RING_POINTS)) return 'rings of at least four points'
  if (rings.some((ring) => ring.some(([x, y]) => Math.abs(x) > 180 || Math.abs(y) > 90))) {
    return 'coordinates in WGS84 degrees, longitude first'
  }
  return parsed.data
}
