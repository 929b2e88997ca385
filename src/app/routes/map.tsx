import { FilterPanel } from '../features/filters/FilterPanel'
import { MapScreen } from '../features/map/MapScreen'

/** / and /streetview: the map with the filter panel beside it. */
export function Component() {
  return <MapScreen filterPanel={<FilterPanel />} />
}
