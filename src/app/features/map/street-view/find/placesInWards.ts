import { isInRing, type Position } from '#contract/households/area'
import type { BasemapFeature, WardFeature } from '#contract/households/map'
import { queryClient } from '../../../../api/queryClient'
import { basemapQuery } from '../../../../state/basemap'
import { allWardsQuery } from '../data/wards'

interface PlaceInWard {
  readonly name: string
  readonly wardCode: string
}

/** Of the map that is on screen or kept on the device, else of the server's. @throws as `call` */
export async function listPlacesInWards(): Promise<PlaceInWard[]> {
  const [{ features }, { wards }] = await Promise.all([
    queryClient.query(basemapQuery),
    queryClient.query(allWardsQuery),
  ])
  return placesInWards(features, wards)
}

/** Settlements of the basemap with the ward around each, alphabetically; without those that name a ward themselves. */
export function placesInWards(features: readonly BasemapFeature[], wards: readonly WardFeature[]): PlaceInWard[] {
  const wardNames = wards.map(({ properties }) => listWords(properties.ward_name))
  const found = new Map<string, PlaceInWard>()
  for (const { geometry, properties } of features) {
    if (properties.kind !== 'place' || geometry.type !== 'Point') continue
    const name = properties.name.trim()
    const words = listWords(name)
    // Also towns of several wards: "Sale Moor" and "Sale Central" tell more of Sale than the ward in its middle.
    if (words.length === 0 || wardNames.some((ward) => words.every((word) => ward.includes(word)))) continue
    const [longitude, latitude] = geometry.coordinates
    const ward = wards.find((one) => isInWard([longitude, latitude], one))
    if (ward) found.set(`${words.join(' ')}/${ward.id}`, { name, wardCode: ward.properties.ward_code })
  }
  return [...found.values()].toSorted((one, other) => one.name.localeCompare(other.name))
}

const listWords = (name: string): string[] =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}|['’]/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

function isInWard(at: Position, { geometry }: WardFeature): boolean {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  return polygons.some(([outer = [], ...holes]) => isInside(at, outer) && !holes.some((hole) => isInside(at, hole)))
}

const isInside = (at: Position, ring: readonly (readonly [number, number, ...number[]])[]) =>
  isInRing(
    at,
    ring.map(([longitude, latitude]) => [longitude, latitude]),
  )
