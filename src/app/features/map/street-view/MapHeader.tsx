import { useQuery } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { use } from 'react'
import { useLocation } from 'react-router-dom'
import { appliedFilterCountAtom } from '../../../state/filters/selectedFilters'
import { streetViewTabs, type MapView } from '../../../state/mapView'
import { useDeferredAtomValue } from '../../../state/store'
import { Button } from '../../../ui/button/Button'
import { LinkTabs } from '../../../ui/link-tabs/LinkTabs'
import { PageHelp } from '../../../ui/page/pageHelp'
import { SHORT_WINDOW, useMediaQuery } from '../../../state/useMediaQuery'
import { Skeleton } from '../../../ui/skeleton/Skeleton'
import { ToggleGroup } from '../../../ui/toggle-group/ToggleGroup'
import { ActionsMenu } from './actions/ActionsMenu'
import styles from './MapScreen.module.css'
import { latestSnapshotQuery } from '../../../state/latestSnapshot'

export type Presentation = 'map' | 'list'

interface MapHeaderProps {
  title: string
  view: MapView
  onView: (view: MapView) => void
  presentation: Presentation
  hasMap: boolean
  /** Null when the filter panel is beside the map. */
  onFilters: (() => void) | null
}

const VIEWS = [
  { id: 'household', label: 'Household map' },
  { id: 'ward', label: 'Ward map' },
] as const

/** The map screen's header. */
export function MapHeader(props: MapHeaderProps) {
  const { title, view, onView, presentation, hasMap, onFilters } = props
  const { pathname } = useLocation()
  const isShort = useMediaQuery(SHORT_WINDOW)
  const help = use(PageHelp)
  return (
    <header className={styles.header}>
      <div className={styles.heading}>
        <h1>{title}</h1>
        {isShort ? null : <SnapshotLabel />}
      </div>
      <LinkTabs label={title} tabs={streetViewTabs(presentation, { at: pathname, hasMap })} />
      <div className={styles.toggle}>
        <ToggleGroup label="Map view" options={VIEWS} value={view} onChange={onView} />
      </div>
      <div className={styles.actions}>
        {onFilters ? <FiltersButton onPress={onFilters} /> : null}
        <ActionsMenu view={view} />
        {isShort ? null : help}
      </div>
    </header>
  )
}

/** The month of the data. */
export function SnapshotLabel() {
  const { data, isError, isPaused } = useQuery(latestSnapshotQuery)
  if (!data && (isError || isPaused)) return null
  return <p className={styles.snapshot}>{data ? `${data.formatted_snapshot} data` : <Skeleton width="7rem" />}</p>
}

function FiltersButton({ onPress }: { onPress: () => void }) {
  const count = useDeferredAtomValue(appliedFilterCountAtom)
  return (
    <Button icon={<SlidersHorizontal aria-hidden />} onPress={onPress}>
      {count === 0 ? 'Filters' : `Filters (${count})`}
    </Button>
  )
}
