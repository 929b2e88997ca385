import { useCallback, useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { focusSoon } from '../../../lib/focusSoon'
import { whenQuiet } from '../../../lib/whenQuiet'
import { isTyping } from '../../../lib/typing'
import { connectionAtom } from '../../../state/connectivity'
import { drawingAtom, isMapThereAtom } from '../../../state/filters/area'
import { FINDER_ID, singleKeysAtom } from '../../../state/singleKeys'
import { appStore, useAtomValue, useSetAtom } from '../../../state/store'
import { usePageTitle } from '../../../ui/page/pageHeader'
import type { MapView } from './data/picture'
import { MapArea } from './MapArea'
import { MapHeader, type Presentation } from './MapHeader'
import styles from './MapScreen.module.css'
import { useMediaQuery, WIDE_ENOUGH_FOR_PANEL } from '../../../state/useMediaQuery'
import { mayDrawMap } from './canvas/webgl'
import { Button } from '../../../ui/button/Button'
import { SideSheet } from '../../../ui/sheet/SideSheet'

const TITLE = 'Street View'

/** The map and filter screen. @param filterPanel takes whether its filters wait for the map */
export function MapScreen({ filterPanel }: { filterPanel: (isWaiting: boolean) => ReactNode }) {
  usePageTitle(TITLE)
  const line = useAtomValue(connectionAtom)
  const [chosen, setView] = useState<MapView | null>(null)
  // Starting offline shows what the device has; losing the connection later keeps the view.
  if (chosen === null && line !== 'asking') setView(line === 'online' ? 'household' : 'ward')
  const view = chosen ?? 'household'
  const [isDrawable, setIsDrawable] = useState(mayDrawMap)
  const setIsMapThere = useSetAtom(isMapThereAtom)
  useEffect(() => setIsMapThere(isDrawable), [isDrawable, setIsMapThere])
  const [presentation, setPresentation] = useState<Presentation>('map')
  const [isSheetOpen, setIsSheetOpen] = useState(false)
  const hasPanel = useMediaQuery(WIDE_ENOUGH_FOR_PANEL)
  const { isMapDue, onMapDrawn } = useMapFirst()
  // Drawing needs the map.
  const isDrawing = useAtomValue(drawingAtom) !== null
  const shownAs = isDrawing ? 'map' : presentation
  useFinderKey(hasPanel, () => setIsSheetOpen(true))

  return (
    <div className={styles.screen}>
      <MapHeader
        title={TITLE}
        view={view}
        onView={setView}
        presentation={isDrawable ? shownAs : null}
        onPresentation={setPresentation}
        onFilters={hasPanel ? null : () => setIsSheetOpen(true)}
      />
      <div className={styles.body}>
        <FilterPlace isBeside={hasPanel} isOpen={isSheetOpen && !isDrawing} onOpenChange={setIsSheetOpen}>
          {filterPanel(hasPanel && isDrawable && isMapDue)}
        </FilterPlace>
        <MapArea
          view={view}
          isDrawable={isDrawable}
          onUndrawable={() => setIsDrawable(false)}
          isMapDue={isDrawable && isMapDue}
          onDrawn={onMapDrawn}
          presentation={shownAs}
          onPresentation={setPresentation}
        />
      </div>
    </div>
  )
}

/** The map comes first on a slow machine; on a slow line, whose time is free, nothing waits for it. */
function useMapFirst() {
  const [isMapDue, setIsMapDue] = useState(true)
  const onMapDrawn = useCallback(() => setIsMapDue(false), [])
  useEffect(() => void whenQuiet().then(onMapDrawn), [onMapDrawn])
  return { isMapDue, onMapDrawn }
}

interface FilterPlaceProps {
  isBeside: boolean
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  children: ReactNode
}

function FilterPlace({ isBeside, isOpen, onOpenChange, children }: FilterPlaceProps) {
  if (isBeside) return <div className={styles.panel}>{children}</div>
  return (
    <SideSheet label="Filters" isOpen={isOpen} onOpenChange={onOpenChange}>
      <div className={styles.sheet}>
        <div className={styles.sheetBody}>{children}</div>
        <div className={styles.sheetFooter}>
          <Button variant="primary" onPress={() => onOpenChange(false)}>
            Back to the map
          </Button>
        </div>
      </div>
    </SideSheet>
  )
}

function useFinderKey(isPanelThere: boolean, openPanel: () => void): void {
  const goToFinder = useEffectEvent(() => {
    if (!isPanelThere) openPanel()
    focusSoon(FINDER_ID, isPanelThere)
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (!appStore.get(singleKeysAtom)) return
      event.preventDefault()
      goToFinder()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
