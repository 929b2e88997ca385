import {
  AREA_CATEGORY,
  AREA_FILTER,
  areaInWords,
  areaText,
  readArea,
  type Area,
  type Position,
} from '#contract/households/area'
import { atom } from '../store'
import { selectedFiltersAtom } from './selectedFilters'
import { listValues, withValues, type FilterPlace } from './selection'

const AREA_PLACE: FilterPlace = {
  categoryName: AREA_CATEGORY,
  filterName: AREA_FILTER.filter_name,
  displayName: AREA_FILTER.display_name,
}

const areaTextAtom = atom((get) => listValues(get(selectedFiltersAtom), AREA_PLACE)[0]?.id ?? null)

export const areaAtom = atom(
  (get): Area | null => {
    const text = get(areaTextAtom)
    const read = text === null ? null : readArea(text)
    return read && 'area' in read ? read.area : null
  },
  (_get, set, area: Area | null) => {
    const id = area && areaText(area)
    const values = id === null ? [] : [{ id, displayName: areaInWords(id) }]
    set(selectedFiltersAtom, (before) => withValues(before, AREA_PLACE, values))
  },
)

/** The corners while an area is drawn, else null. */
export const drawingAtom = atom<readonly Position[] | null>(null)

/** A tenth of a metre. */
const DIGITS = 6

/** A place as a corner, rounded. */
export const cornerAt = ([longitude = 0, latitude = 0]: readonly number[]): Position => [
  Number(longitude.toFixed(DIGITS)),
  Number(latitude.toFixed(DIGITS)),
]

/** Starts drawing, from the selected area's corners if it is one outline. */
export const drawAtom = atom(null, (get, set) => {
  const [rings = [], ...parts] = get(areaAtom) ?? []
  const [outer = [], ...holes] = rings
  set(drawingAtom, parts.length + holes.length === 0 ? outer : [])
})
