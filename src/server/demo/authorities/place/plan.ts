import type { Point } from './plane'

/** How a neighbourhood is laid out and what stands there. */
export type NeighbourhoodKind = 'centre' | 'terraces' | 'suburb' | 'estate' | 'village'

/** A built-up part of the town or a village around it: an ellipse with a wobbly edge. */
export interface Neighbourhood {
  readonly name: string
  readonly kind: NeighbourhoodKind
  readonly centre: Point
  /** Metres along and across `bearing`. */
  readonly radius: readonly [along: number, across: number]
  /** Which way it stretches and its streets run, in degrees anticlockwise from the east. */
  readonly bearing: number
  /** From 0, well off, to 1, the poorest: sets incomes, tenures and how many households are on the register. */
  readonly deprivation: number
}

/** A park, wood or lake: an ellipse with a wobbly edge. */
export interface Ground {
  readonly name: string
  readonly centre: Point
  readonly radius: readonly [along: number, across: number]
  readonly bearing: number
}

export interface NamedLine {
  readonly name: string
  readonly line: readonly Point[]
  readonly closed?: boolean
  /** Where the line goes on far outside the borough, past its first and its last point. */
  readonly beyond?: { readonly start?: readonly Point[]; readonly end?: readonly Point[] }
}

/** A town or wood of the country round about, drawn without detail. */
export interface Surroundings {
  readonly towns: readonly { readonly name: string; readonly centre: Point; readonly radius: number }[]
  readonly woods: readonly Ground[]
  readonly roads: readonly NamedLine[]
}

/** Width in metres at its source and its mouth; `walk` is a footpath beside part of it (0 to 1), `offset` metres to its left. */
export interface River extends NamedLine {
  readonly width: readonly [source: number, mouth: number]
  readonly walk?: { readonly name: string; readonly from: number; readonly to: number; readonly offset: number }
}

/**
 * The coast runs along the boundary's vertices `from` to `to`, coming from `before` and going on to
 * `after` outside the borough; `open` are the far corners of the sea as it is drawn.
 */
export interface Coast {
  readonly name: string
  readonly from: number
  readonly to: number
  readonly before: readonly Point[]
  readonly after: readonly Point[]
  readonly open: readonly Point[]
}

/** The words that street names are made of. */
export interface StreetWords {
  readonly firsts: readonly string[]
  /** Words for a street by kind of neighbourhood; for a dead end, `close`. */
  readonly roads: Readonly<Record<NeighbourhoodKind | 'close', readonly string[]>>
  /** Welsh puts the kind of street before its name. */
  readonly order: 'name first' | 'kind first'
}

/** A council as its town planner would sketch it. Everything else is grown from this. */
export interface Plan {
  readonly slug: string
  readonly town: string
  /** Where the town's name is written. */
  readonly centre: Point
  /** Where the plane's zero lies on the map. */
  readonly origin: { readonly longitude: number; readonly latitude: number }
  readonly boundary: readonly Point[]
  /** Where the boundary is the coast. */
  readonly coast: Coast | null
  readonly rivers: readonly River[]
  readonly lakes: readonly Ground[]
  readonly parks: readonly Ground[]
  readonly railways: readonly NamedLine[]
  readonly mainRoads: readonly NamedLine[]
  /** Country lanes and footpaths outside the built-up area. */
  readonly lanes: readonly NamedLine[]
  readonly paths: readonly NamedLine[]
  readonly surroundings: Surroundings
  readonly neighbourhoods: readonly Neighbourhood[]
  readonly streetWords: StreetWords
  /** Ward names in English and Welsh (empty in England) with the place that each is named after. */
  readonly wards: readonly { readonly name: string; readonly welsh: string; readonly near: Point }[]
  readonly authority: { readonly code: string; readonly name: string; readonly welsh: string; readonly wardPrefix: string }
  /** Letters of a real area, as GOV.UK Notify wants them; the districts are none of its own (see dwellings.ts). */
  readonly postcodeArea: string
}
