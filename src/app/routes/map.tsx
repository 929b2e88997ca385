import { FilterPanel } from '../features/filters/FilterPanel'
import { MapScreen } from '../features/map/MapScreen'
import { TemplatePanel } from '../features/templates/TemplatePanel'
import { templateStore } from '../state/templateStore'

/** / and /streetview: the map with the filter panel beside it. */
export function Component() {
  return (
    <MapScreen
      filterPanel={<FilterPanel templateSlot={(catalogue) => <TemplatePanel store={templateStore} {...catalogue} />} />}
    />
  )
}
