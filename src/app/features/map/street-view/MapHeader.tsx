import { useQuery } from '@tanstack/react-query'
import { List, Map as MapIcon, SlidersHorizontal } from 'lucide-react'
import { appliedFilterCountAtom } from '../../../state/filters/selectedFilters'
import { useAtomValue } from '../../../state/store'
import { Button } from '../../../ui/button/Button'
import { pageHeader } from '../../../ui/page/pageHeader'
import { SHORT_WINDOW, useMediaQuery } from '../../../state/useMediaQuery'
import { Skeleton } from '../../../ui/skeleton/Skeleton'
import { ToggleGroup } from '../../../ui/toggle-group/ToggleGroup'
import { ActionsMenu } from './actions/ActionsMenu'
import type { MapView } from './data/picture'
import styles from './MapScreen.module.css'
import { latestSnapshotQuery } from '../../../state/latestSnapshot'

export type Presentation = 'map' | 'list'

interface MapHeaderProps {
  title: string
  view: MapView
  onView: (view: MapView) => void
  presentation: Presentation | null
  onPresentation: (presentation: Presentation) => void
  /** Null when the filter panel is beside the map. */
  onFilters: (() => void) | null
}

const VIEWS = [
  { id: 'household', label: 'Household map' },
  { id: 'ward', label: 'Ward map' },
] as const

const PRESENTATIONS = [
  { id: 'map', label: 'Map', icon: <MapIcon aria-hidden /> },
  { id: 'list', label: 'List', icon: <List aria-hidden /> },
] as const

/** The map screen's header. */
export function MapHeader(props: MapHeaderProps) {
  const { title, view, onView, presentation, onPresentation, onFilters } = props
  const isShort = useMediaQuery(SHORT_WINDOW)
  return (
    <header ref={pageHeader} className={styles.header}>
      <div className={styles.heading}>
        <h1>{title}</h1>
        {isShort ? null : <SnapshotLabel />}
      </div>
      <div className={styles.toggles}>
        <ToggleGroup label="Map view" options={VIEWS} value={view} onChange={onView} />
        {presentation ? (
          <ToggleGroup label="Show as" options={PRESENTATIONS} value={presentation} onChange={onPresentation} />
        ) : null}
      </div>
      <div className={styles.actions}>
        {onFilters ? <FiltersButton onPress={onFilters} /> : null}
        <ActionsMenu view={view} />
      </div>
    </header>
  )
}

/** The month of the data. */
export function SnapshotLabel() {
  const { data, isError, isPaused } = useQuery(latestSnapshotQuery)
  // The page body says why there is no data.
  if (!data && (isError || isPaused)) return null
  return <p className={styles.snapshot}>{data ? `${data.formatted_snapshot} data` : <Skeleton width="7rem" />}</p>
}

function FiltersButton({ onPress }: { onPress: () => void }) {
  const count = useAtomValue(appliedFilterCountAtom)
  return (
    <Button icon={<SlidersHorizontal aria-hidden />} onPress={onPress}>
      {count === 0 ? 'Filters' : `Filters (${count})`}
    </Button>
  )
}
