import { useQuery } from '@tanstack/react-query'
import { codeQuery } from '../api/queryOptions'
import { FilterPanel, type CatalogueKnowledge } from '../features/map/filters/FilterPanel'
import { MapScreen } from '../features/map/street-view/MapScreen'
import { ButtonLink } from '../ui/button/ButtonLink'
import { Notice } from '../ui/notice/Notice'
import { Skeleton } from '../ui/skeleton/Skeleton'

/** Apart from the page's first scripts, whose size is bounded. */
const templatePanelQuery = codeQuery('templates', () => import('../features/map/filter-templates/TemplatePanel'))

/** / and /streetview: the map with the filter panel. */
export function Component() {
  const templateSlot = (catalogue: CatalogueKnowledge) => (
    <>
      <Templates {...catalogue} />
      <ButtonLink to="/trends">Trends over the months</ButtonLink>
    </>
  )
  return <MapScreen filterPanel={(isWaiting) => <FilterPanel templateSlot={templateSlot} isWaiting={isWaiting} />} />
}

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
      <Skeleton height="calc(2 * var(--target) + var(--space-4))" />
    </div>
  )
}
