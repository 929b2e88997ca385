import { useQuery } from '@tanstack/react-query'
import { prefetchPart } from '../api/missingPart'
import { codeQuery } from '../api/queryOptions'
import { FilterPanel, type CatalogueKnowledge } from '../features/map/filters/FilterPanel'
import { MapScreen } from '../features/map/street-view/MapScreen'
import { whenIdle } from '../lib/whenIdle'
import { Notice } from '../ui/notice/Notice'
import { Skeleton } from '../ui/skeleton/Skeleton'

/** Outside the page's first scripts, whose size is bounded. */
const templatePanelQuery = codeQuery('templates', () => import('../features/map/filter-templates/TemplatePanel'))

/** Nobody waits for them: a tab does not reload if they are missing. */
const firstStepsQuery = codeQuery('first steps', async () => {
  await whenIdle()
  return (await prefetchPart(() => import('../features/support/help/FirstSteps'))) ?? null
})

/** / and /streetview: the map with the filter panel. */
export function Component() {
  const { data: steps } = useQuery(firstStepsQuery)
  return (
    <MapScreen
      filterPanel={(isWaiting) => (
        <FilterPanel templateSlot={renderTemplates} listPlaces={listPlaces} isWaiting={isWaiting} />
      )}
      overMap={steps ? <steps.FirstSteps /> : null}
    />
  )
}

const listPlaces = async () => (await import('../features/map/street-view/find/placesInWards')).listPlacesInWards()

const renderTemplates = (catalogue: CatalogueKnowledge) => <Templates {...catalogue} />

function Templates(catalogue: CatalogueKnowledge) {
  const { data, isError } = useQuery(templatePanelQuery)
  if (data) return <data.TemplatePanel {...catalogue} />
  if (isError) {
    return (
      <Notice kind="warning">Your templates could not be opened. Check your connection, and reload the page.</Notice>
    )
  }
  return (
    <div aria-busy="true">
      {/* As high as selector, buttons and link, or the filters would move. */}
      <Skeleton height="calc(var(--target) + var(--target-min) + 2 * var(--space-2))" />
    </div>
  )
}
