import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { MapClient } from '#contract/map'
import { failureOf, useAsked, valueOf } from '../../../state/useAsked'
import type { MapPicture } from '../data/loaders'
import { boundsOfPicture } from '../data/bounds'
import type { Selection, TooltipContent } from '../data/selection'
import { useAllWards, useBasemap } from '../data/useMapSetup'
import { readPalette } from '../layers/palette'
import { ZOOM_OF_RULES } from '../layers/scales'
import { Legend } from '../legend/Legend'
import { MapMissing } from '../MapMissing'
import { MapTooltip } from '../tooltip/MapTooltip'
import { whenQuiet } from '../../../lib/whenQuiet'
import { PREFERS_DARK, useMediaQuery } from '../../../state/useMediaQuery'
import { STREET_ZOOM, type BasemapControls } from './basemap'
import { fetchLater } from './fetchLater'
import { steerByKey } from './keys'
import styles from './MapCanvas.module.css'
import { StillPicture } from './still/StillPicture'
import { useGesture } from './useGesture'
import { useTooltipPlace } from './useTooltipPlace'
import { Waiting } from '../Waiting'
import { canDrawMap } from './webgl'
import { ZoomButtons } from './ZoomButtons'

/** The map that moves, with its many libraries; null on a device that cannot draw it. */
const loadLiveMap = async () => ({ LiveMap: canDrawMap() ? (await import('./LiveMap')).default : null })

export interface MapCanvasProps {
  client: MapClient
  picture: MapPicture | null
  selection: Selection | null
  tooltip: TooltipContent | null
  /** A click: the object, or null for empty space. */
  onSelect: (selection: Selection | null) => void
  /** A place to bring to the middle; another object asks again. */
  shown: { position: readonly [number, number] } | null
  /** The map cannot be drawn on this device. */
  onFailure: () => void
}

/**
 * The map with its tooltip, legend and buttons. It opens as a still picture, which becomes the map that moves as soon
 * as somebody is there to move it; what the still picture cannot show is that map from the first.
 */
export default function MapCanvas(props: MapCanvasProps) {
  const { client, picture, selection, tooltip, onSelect, shown, onFailure } = props
  const isDark = useMediaQuery(PREFERS_DARK)
  const palette = useMemo(() => readPalette(isDark), [isDark])
  const [controls, setControls] = useState<BasemapControls | null>(null)
  const [isFar, setIsFar] = useState(false)
  const isOpen = client.key === ''
  const basemap = valueOf(useBasemap(isOpen))
  const isOwn = basemap !== null && basemap.pmtiles_url === null
  const needsOutlines = isOwn && basemap.features.length === 0
  const outlines = valueOf(useAllWards(needsOutlines))
  const [isDrawn, setIsDrawn] = useState(false)
  const canBeStill = isOwn && !needsOutlines && picture?.view !== 'ward'
  const hasStreets = !isOpen || basemap !== null
  const hasGesture = useGesture()
  const isWanted = hasStreets && (hasGesture || !canBeStill)
  const live = useAsked(loadLiveMap, isWanted)
  const LiveMap = valueOf(live)?.LiveMap
  const isMissing = isWanted && failureOf(live) !== null
  const region = useRef<HTMLDivElement>(null)
  const tooltipPlace = useRef<HTMLDivElement>(null)
  const placeTooltip = useTooltipPlace(tooltipPlace, controls, tooltip)

  const onMove = useCallback(
    (zoom: number) => {
      setIsFar(zoom < ZOOM_OF_RULES)
      setIsDrawn(true)
      placeTooltip()
    },
    [placeTooltip],
  )
  const onDrawn = useCallback(() => setIsDrawn(true), [])
  const giveUp = useEffectEvent(onFailure)
  useEffect(() => void whenQuiet().then(fetchLater), [])
  // The still picture needs nothing that this device has not: it stays until somebody wants more.
  const isUndrawable = isWanted && LiveMap === null
  useEffect(() => {
    if (isUndrawable) giveUp()
  }, [isUndrawable])
  const show = useEffectEvent((position: readonly [number, number]) => {
    controls?.show(position, picture?.view === 'household' ? STREET_ZOOM : ZOOM_OF_RULES)
  })
  useEffect(() => {
    if (controls && shown) show(shown.position)
  }, [controls, shown])

  const bounds = () => (picture ? boundsOfPicture(picture) : null)
  return (
    <div className={styles.canvas}>
      <div
        ref={region}
        className={styles.region}
        role="application"
        aria-label="Map. Arrow keys move it, plus and minus zoom. The list holds the same data."
        tabIndex={0}
        onKeyDown={(event) => {
          if (event.target === event.currentTarget && controls && steerByKey(event, controls)) event.preventDefault()
        }}
      >
        {isMissing ? (
          <MapMissing asked={live} />
        ) : isWanted && LiveMap ? (
          <LiveMap
            client={client}
            basemap={isOpen ? basemap : null}
            picture={picture}
            selection={selection}
            palette={palette}
            // Layers know two zooms only: below and from the one that the rules name.
            zoom={isFar ? ZOOM_OF_RULES - 1 : ZOOM_OF_RULES}
            outlines={needsOutlines ? (outlines?.wards ?? null) : null}
            onSelect={onSelect}
            onMove={onMove}
            onReady={setControls}
            onDrawn={onDrawn}
            onFailure={onFailure}
          />
        ) : canBeStill ? null : (
          <Waiting />
        )}
        {canBeStill && !isDrawn && !isMissing ? (
          <StillPicture centre={client} basemap={basemap} picture={picture} palette={palette} isDark={isDark} />
        ) : null}
      </div>
      {tooltip ? (
        <MapTooltip
          key={tooltip.title}
          ref={tooltipPlace}
          content={tooltip}
          onClose={() => onSelect(null)}
          onFocusLost={() => region.current?.focus({ preventScroll: true })}
        />
      ) : null}
      <div className={styles.bottomLeft}>
        {picture ? <Legend picture={picture} palette={palette} /> : null}
        {isOpen && basemap?.attribution ? <p className={styles.attribution}>{basemap.attribution}</p> : null}
      </div>
      <ZoomButtons
        isDisabled={!controls}
        onZoom={(levels) => controls?.zoomBy(levels)}
        onFit={() => {
          const box = bounds()
          if (box) controls?.fit(box)
        }}
      />
    </div>
  )
}
