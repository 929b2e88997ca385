import { useCallback, useDeferredValue, useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { focusSoon } from '../../../lib/focusSoon'
import { whenQuiet } from '../../../lib/whenQuiet'
import { isTyping } from '../../../lib/typing'
import { connectionAtom } from '../../../state/connectivity'
import { drawingAtom } from '../../../state/filters/area'
import { FINDER_ID, singleKeysAtom } from '../../../state/singleKeys'
import { mapViewAtom, shownBy, type MapView } from '../../../state/mapView'
import { appStore, useAtom, useAtomValue } from '../../../state/store'
import { usePageTitle } from '../../../ui/page/pageHeader'
import { MapArea } from './MapArea'
import { MapHeader } from './MapHeader'
import styles from './MapScreen.module.css'
import { useMediaQuery, WIDE_ENOUGH_FOR_PANEL } from '../../../state/useMediaQuery'
import { mayDrawMap } from './canvas/webgl'
import { Button } from '../../../ui/button/Button'
import { SideSheet } from '../../../ui/sheet/SideSheet'

const TITLE = 'Street View'

interface MapScreenProps {
  /** Takes whether its filters wait for the map. */
  filterPanel: (isWaiting: boolean) => ReactNode
  overMap?: ReactNode
}

/** The map and filter screen. */
export function MapScreen({ filterPanel, overMap }: MapScreenProps) {
  usePageTitle(TITLE)
  const line = useAtomValue(connectionAtom)
  const [atStart, setAtStart] = useState<MapView | null>(null)
  // Offline start shows the device's data; a later loss keeps the view.
  if (atStart === null && line !== 'asking') setAtStart(line === 'online' ? 'household' : 'ward')
  const [chosen, setView] = useAtom(mapViewAtom)
  const view = chosen ?? atStart ?? 'household'
  const [isDrawable, setIsDrawable] = useState(mayDrawMap)
  const [isSheetOpen, setIsSheetOpen] = useState(false)
  const hasPanel = useMediaQuery(WIDE_ENOUGH_FOR_PANEL)
  const { isMapDue, onMapDrawn } = useMapFirst()
  const isDrawing = useAtomValue(drawingAtom) !== null
  const shown = shownBy(useLocation().search)
  const presentation = isDrawing ? 'map' : isDrawable ? shown : 'list'
  // The switch answers before the other map is drawn.
  const drawnView = useDeferredValue(view)
  const navigate = useNavigate()
  const showMap = useCallback(() => void navigate({ search: '' }), [navigate])
  const giveUpMap = useCallback(() => setIsDrawable(false), [])
  useFinderKey(hasPanel, () => setIsSheetOpen(true))

  return (
    <div className={styles.screen}>
      <MapHeader
        title={TITLE}
        view={view}
        onView={setView}
        presentation={presentation}
        hasMap={isDrawable}
        onFilters={hasPanel ? null : () => setIsSheetOpen(true)}
      />
      <div className={styles.body}>
        <FilterPlace isBeside={hasPanel} isOpen={isSheetOpen && !isDrawing} onOpenChange={setIsSheetOpen}>
          {filterPanel(hasPanel && isDrawable && isMapDue)}
        </FilterPlace>
        <MapArea
          view={drawnView}
          isDrawable={isDrawable}
          onUndrawable={giveUpMap}
          isMapDue={isDrawable && isMapDue}
          onDrawn={onMapDrawn}
          presentation={presentation}
          onMap={showMap}
          overMap={overMap}
        />
      </div>
    </div>
  )
}

/** The map comes first on a slow machine; on a slow connection nothing waits for it. */
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
