import { useState, type ReactNode } from 'react'
import { onlineAtom } from '../../state/connectivity'
import { appStore } from '../../state/store'
import { usePageTitle } from '../../ui/page/usePageTitle'
import type { MapView } from './data/picture'
import { FilterPlace, useFinderKey } from './FilterPlace'
import { MapArea } from './MapArea'
import { MapHeader, type Presentation } from './MapHeader'
import styles from './MapScreen.module.css'
import { WIDE_ENOUGH_FOR_PANEL, useMediaQuery } from '../../state/useMediaQuery'
import { mayDrawMap } from './canvas/webgl'

const TITLE = 'Street View'

/** The map and filter screen. */
export function MapScreen({ filterPanel }: { filterPanel: ReactNode }) {
  usePageTitle(TITLE)
  const [view, setView] = useState<MapView>(() => (appStore.get(onlineAtom) ? 'household' : 'ward'))
  const [isDrawable, setIsDrawable] = useState(mayDrawMap)
  const [presentation, setPresentation] = useState<Presentation>('map')
  const [isSheetOpen, setIsSheetOpen] = useState(false)
  const hasPanel = useMediaQuery(WIDE_ENOUGH_FOR_PANEL)
  useFinderKey(hasPanel, () => setIsSheetOpen(true))

  return (
    <div className={styles.screen}>
      <MapHeader
        title={TITLE}
        view={view}
        onView={setView}
        presentation={isDrawable ? presentation : null}
        onPresentation={setPresentation}
        onFilters={hasPanel ? null : () => setIsSheetOpen(true)}
      />
      <div className={styles.body}>
        <FilterPlace isBeside={hasPanel} isOpen={isSheetOpen} onOpenChange={setIsSheetOpen}>
          {filterPanel}
        </FilterPlace>
        <MapArea
          view={view}
          isDrawable={isDrawable}
          onUndrawable={() => setIsDrawable(false)}
          presentation={presentation}
          onPresentation={setPresentation}
        />
      </div>
    </div>
  )
}
