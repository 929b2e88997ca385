import { useState, type ReactNode } from 'react'
import { countOf } from '../../lib/counts'
import { onlineAtom } from '../../state/connectivity'
import { appStore } from '../../state/store'
import { usePageTitle } from '../../ui/page/usePageTitle'
import { VisuallyHidden } from '../../ui/visually-hidden/VisuallyHidden'
import { householdCount, type MapView } from './data/picture'
import { useMapData } from './data/useMapData'
import { FilterPlace, useFinderKey } from './FilterPlace'
import { Headlines } from './headlines/Headlines'
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
  const data = useMapData(view)
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
        <div className={styles.main}>
          <Headlines data={data} />
          <MapArea
            picture={data.data}
            isUpdating={data.isUpdating}
            isDrawable={isDrawable}
            onUndrawable={() => setIsDrawable(false)}
            presentation={presentation}
            onPresentation={setPresentation}
          />
        </div>
      </div>
      <VisuallyHidden isLive>{announcement(data)}</VisuallyHidden>
    </div>
  )
}

function announcement({ data, isUpdating, status }: ReturnType<typeof useMapData>): string {
  if (isUpdating || status !== 'loaded' || !data) return ''
  const count = householdCount(data)
  return `${countOf(count, 'household')} shown`
}
