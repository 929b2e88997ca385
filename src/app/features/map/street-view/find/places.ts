import type { BasemapFeature } from '#contract/households/map'
import type { MapBounds } from '../../../../state/mapView'

export interface NamedPlace {
  readonly id: string
  readonly name: string
  /** 'Street near Sale'. */
  readonly detail: string
  readonly bounds: MapBounds
}

const WORDS = {
  place: 'Place',
  main_road: 'Street',
  street: 'Street',
  path: 'Path',
  railway: 'Railway',
  park: 'Park or green',
  water: 'Water',
  built_up: '',
} as const satisfies Record<BasemapFeature['properties']['kind'], string>

/** Degrees, 600 m to 1 km in Britain: closer pieces of a name are one. */
const APART = 0.009
/** Degrees around a place, and around anything else. */
const AROUND_PLACE = 0.012
const AROUND = 0.0015

/** Once per neighbourhood, alphabetically. */
export function namedPlaces(features: readonly BasemapFeature[]): NamedPlace[] {
  const groups = new Map<string, { name: string; words: string; boxes: MapBounds[] }>()
  for (const { geometry, properties } of features) {
    const words = properties.kind === 'railway' && geometry.type === 'Point' ? 'Station' : WORDS[properties.kind]
    const name = properties.name.trim()
    if (name === '' || words === '') continue
    const key = `${words} ${fold(name)}`
    const group = groups.get(key) ?? { name, words, boxes: [] }
    groups.set(key, group)
    addBox(group.boxes, computeBounds(geometry))
  }
  const all = [...groups.values()]
  const centres = all.flatMap(({ name, words, boxes }) =>
    words === WORDS.place ? boxes.map((box) => ({ name, at: computeMiddle(box) })) : [],
  )
  return all
    .flatMap(({ name, words, boxes }) =>
      boxes.map((box, index) => ({
        id: `${words} ${name} ${index}`,
        name,
        detail: words === WORDS.place ? words : withPlace(words, nearest(centres, computeMiddle(box))),
        bounds: widened(box, words === WORDS.place ? AROUND_PLACE : AROUND),
      })),
    )
    .toSorted((one, other) => one.name.localeCompare(other.name))
}

const MAX_FOUND = 50

/** Names that begin with the text come first. */
export function searchPlaces(places: readonly NamedPlace[], query: string): NamedPlace[] {
  const wanted = fold(query.trim())
  if (wanted === '') return []
  const found = places.filter(({ name }) => fold(name).includes(wanted))
  const isFirst = ({ name }: NamedPlace) => fold(name).startsWith(wanted)
  return found.toSorted((one, other) => Number(isFirst(other)) - Number(isFirst(one))).slice(0, MAX_FOUND)
}

const POSTCODE = /^[a-z]{1,2}\d[a-z\d]?\d[a-z]{2}$/i

/** 'M33 2AB', however spaced; null: no whole postcode. */
export function postcodeIn(query: string): string | null {
  const letters = query.replaceAll(/\s/g, '').toUpperCase()
  return POSTCODE.test(letters) ? `${letters.slice(0, -3)} ${letters.slice(-3)}` : null
}

/** The box to show for a postcode. */
export const boundsOfPostcode = ({ longitude, latitude }: { longitude: number; latitude: number }): MapBounds =>
  widened([longitude, latitude, longitude, latitude], AROUND)

const fold = (words: string) =>
  words
    .normalize('NFD')
    .replaceAll(/\p{M}|['’]/gu, '')
    .toLowerCase()

const withPlace = (words: string, place: string | undefined) => (place === undefined ? words : `${words} near ${place}`)

function computeBounds({ type, coordinates }: BasemapFeature['geometry']): MapBounds {
  const positions = type === 'Point' ? [coordinates] : type === 'LineString' ? coordinates : coordinates.flat()
  return positions
    .map(([longitude, latitude]): MapBounds => [longitude, latitude, longitude, latitude])
    .reduce(united, NOWHERE)
}

const NOWHERE: MapBounds = [Infinity, Infinity, -Infinity, -Infinity]

const united = (one: MapBounds, other: MapBounds): MapBounds => [
  Math.min(one[0], other[0]),
  Math.min(one[1], other[1]),
  Math.max(one[2], other[2]),
  Math.max(one[3], other[3]),
]

function addBox(boxes: MapBounds[], box: MapBounds): void {
  const near = boxes.findIndex((other) => isNear(box, other))
  const [found] = near === -1 ? [] : boxes.splice(near, 1)
  if (found) addBox(boxes, united(found, box))
  else boxes.push(box)
}

const isNear = (one: MapBounds, other: MapBounds) =>
  one[0] - APART <= other[2] && other[0] - APART <= one[2] && one[1] - APART <= other[3] && other[1] - APART <= one[3]

const widened = ([west, south, east, north]: MapBounds, by: number): MapBounds => [
  west - by,
  south - by,
  east + by,
  north + by,
]

type Position = readonly [longitude: number, latitude: number]

const computeMiddle = ([west, south, east, north]: MapBounds): Position => [(west + east) / 2, (south + north) / 2]

/** In Britain a degree of longitude is about 0.6 of latitude. */
const distance = ([x, y]: Position, [otherX, otherY]: Position) => Math.hypot((x - otherX) * 0.6, y - otherY)

function nearest(centres: readonly { readonly name: string; readonly at: Position }[], at: Position) {
  let best: { name: string; far: number } | undefined
  for (const centre of centres) {
    const far = distance(centre.at, at)
    if (!best || far < best.far) best = { name: centre.name, far }
  }
  return best?.name
}
