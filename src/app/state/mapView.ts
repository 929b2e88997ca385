/** How the map shows the selection. Atoms, because Trends and links to a view are other pages. */
import type { DotColour } from '#contract/households/needToKnow'
import { atom } from './store'

export type MapView = 'household' | 'ward'

/** Null until the server is known to be reachable or not. */
export const mapViewAtom = atom<MapView | null>(null)

/** Null: all dots in one colour. */
export const dotColourAtom = atom<DotColour | null>(null)

/** 'count', 'rate', or a month (yyyy-mm-dd) to compare with. */
export const wardMeasureAtom = atom('count')

/** West, south, east, north in degrees. */
export type MapBounds = readonly [number, number, number, number]

/** The place of a link, fitted once the map is there. */
export const boundsToFitAtom = atom<MapBounds | null>(null)

export const forgetMapViewAtom = atom(null, (_get, set) => {
  set(mapViewAtom, null)
  set(dotColourAtom, null)
  set(wardMeasureAtom, 'count')
  set(boundsToFitAtom, null)
})

export type StreetViewTab = 'map' | 'list' | 'trends' | 'visits'

const SHOW = 'show'

/** Whether an address shows map or list. */
export const shownBy = (search: string): 'map' | 'list' =>
  new URLSearchParams(search).get(SHOW) === 'list' ? 'list' : 'map'

/** Address of map or list. @param at the screen's path */
export const addressShowing = (shown: 'map' | 'list', at = '/') => ({
  pathname: at,
  search: shown === 'list' ? `${SHOW}=list` : '',
})

/** The parts of Street View; of rarer ones only the current. @param at the screen's path */
export const streetViewTabs = (
  current: StreetViewTab,
  { at, hasMap = true }: { at?: string; hasMap?: boolean } = {},
) => [
  ...(hasMap ? [{ label: 'Map', to: addressShowing('map', at), isCurrent: current === 'map' }] : []),
  { label: 'List', to: addressShowing('list', at), isCurrent: current === 'list' },
  { label: 'Trends', to: '/trends', isCurrent: current === 'trends' },
  ...(current === 'visits' ? [{ label: 'Visit round', to: '/visits', isCurrent: true }] : []),
]
