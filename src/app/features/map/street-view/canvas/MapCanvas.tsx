import type { PickingInfo } from '@deck.gl/core'
import { lazy, Suspense, useCallback, useReducer, useRef } from 'react'
import type { MapClient } from '#contract/households/map'
import { prefetchPart } from '../../../../api/missingPart'
import { useMayDraw } from '../../../../state/ownAccess'
import { NARROW_WINDOW, useMediaQuery } from '../../../../state/useMediaQuery'
import { boundsOfPicture, type MapPicture, type MapSelection, type TooltipContent } from '../data/picture'
import type { ShownWardFigures } from '../data/useWardFigures'
import { pickedDot, pickedWard } from '../layers/picking'
import { useMapLayers } from '../layers/useMapLayers'
import { MapTooltip, useTooltipPlace } from '../tooltip/MapTooltip'
import { WardChoice } from '../tooltip/WardChoice'
import { BasemapRegion } from './BasemapRegion'
import styles from './MapCanvas.module.css'
import { Attribution, LoadFailure, MapLegend, ShapesNotice } from './MapLegend'
import { TopButtons, ZoomButtons } from './MapTools'
import { NoStreets } from './NoStreets'
import { OutsideNotice } from './OutsideNotice'
import { ScaleBar } from './ScaleBar'
import { useMap } from './useMap'
import { useShownPlace, type ShownPlace } from './useMapControls'
import { useAreaDrawing, usePlaceSearch } from './useMapTools'

/** Lazy: the first page is light. */
const LostGraphics = lazy(async () => {
  const part = await prefetchPart(() => import('./LostGraphics'))
  return part ?? { default: () => null }
})

export interface MapCanvasProps {
  client: MapClient
  picture: MapPicture | null
  isWaiting: boolean
  selection: MapSelection | null
  tooltip: TooltipContent | null
  onSelect: (selection: MapSelection | null) => void
  onCard: (reference: string) => void
  shown: ShownPlace | null
  /** The picture is on screen. */
  onDrawn: () => void
  onFailure: () => void
}

/** The map with tooltip, legend and buttons; starts again where it was left when its graphics come back. */
export default function MapCanvas(props: MapCanvasProps) {
  const [drawing, drawAgain] = useReducer((before: number) => before + 1, 0)
  return <DrawnMap key={drawing} onRestored={drawAgain} {...props} />
}

function DrawnMap({ onRestored, ...props }: MapCanvasProps & { onRestored: () => void }) {
  const { client, picture, selection, tooltip, onSelect, onCard, shown } = props
  const { controls, steer, onMoved, isDrawn, streets, shapes, palette, zoom, isFirst, ...map } = useMap(props)
  const { area, isDrawing, addCorner, DrawArea } = useAreaDrawing()
  const search = usePlaceSearch()
  const mayDraw = useMayDraw()
  const isNarrow = useMediaQuery(NARROW_WINDOW)
  const isCrowded = isDrawing && isNarrow
  const { layers, ...legend } = useMapLayers({
    picture,
    selection,
    palette,
    zoom,
    controls,
    onMoved,
    area: isDrawing ? null : area,
    shapes: shapes.data ?? null,
    streets,
  })
  const region = useRef<HTMLDivElement>(null)
  const focusMap = () => region.current?.focus({ preventScroll: true })
  const tooltipPlace = useRef<HTMLDivElement>(null)
  useTooltipPlace(tooltipPlace, controls, tooltip, onMoved)
  useShownPlace(controls, shown, picture?.view)
  const onPick = usePicking(onSelect, isDrawing ? addCorner : null)
  const showAll = () => {
    const box = picture && boundsOfPicture(picture)
    if (box) steer((ready) => ready.fit(box))
  }
  return (
    <div className={styles.canvas}>
      <BasemapRegion
        ref={region}
        {...map}
        layers={layers}
        googleKey={client.key}
        basemap={streets.basemap}
        controls={controls}
        onPick={onPick}
        onFailure={props.onFailure}
        onCorner={isDrawing ? addCorner : null}
      />
      {isDrawing ? <span className={styles.crosshair} aria-hidden="true" /> : null}
      {DrawArea && controls ? <DrawArea controls={controls} onMoved={onMoved} onEnd={focusMap} /> : null}
      {tooltip && !isDrawing ? (
        <MapTooltip
          key={tooltip.title}
          ref={tooltipPlace}
          content={tooltip}
          note={wordsOfWard(legend.measures.figures, tooltip.wardCode)}
          action={tooltip.wardCode === null ? null : <WardChoice code={tooltip.wardCode} />}
          onCard={onCard}
          onClose={() => onSelect(null)}
          onFocusLost={focusMap}
        />
      ) : null}
      <div className={styles.bottomLeft}>
        {isDrawn ? (
          <Suspense>
            <LostGraphics map={region} onRestored={onRestored} />
          </Suspense>
        ) : null}
        {controls && picture && isDrawn && !isCrowded ? (
          <OutsideNotice controls={controls} picture={picture} onMoved={onMoved} onShow={showAll} />
        ) : null}
        {picture && !isCrowded ? (
          <MapLegend {...legend} picture={picture} palette={palette} zoom={zoom} shapes={shapes.data ?? null} />
        ) : null}
        <ShapesNotice view={picture?.view} isLoading={shapes.isLoading} isError={shapes.isError} />
        {map.code.isOpen && streets.hasNone ? <NoStreets /> : null}
        {search.isFailed ? (
          <LoadFailure>The search could not be loaded. Check your connection, then reload the page.</LoadFailure>
        ) : null}
        {controls ? <ScaleBar controls={controls} onMoved={onMoved} /> : null}
        {map.code.isOpen && streets.basemap?.attribution ? (
          <Attribution words={streets.basemap.attribution} isFolded={isNarrow} />
        ) : null}
      </div>
      {isDrawing || (search.isOpen && !search.isFailed) ? null : (
        <TopButtons onFind={search.open} mayDraw={mayDraw} hasArea={area !== null} />
      )}
      {search.FindPlace && !isDrawing ? (
        <search.FindPlace
          features={streets.basemap?.features ?? []}
          onFound={(bounds) => steer((ready) => ready.fit(bounds))}
          onClose={() => {
            search.close()
            focusMap()
          }}
        />
      ) : null}
      <ZoomButtons
        onZoom={(levels) => steer((ready) => ready.zoomBy(levels))}
        onFit={showAll}
        isFirst={isFirst && !isNarrow}
      />
    </div>
  )
}

const usePicking = (onSelect: MapCanvasProps['onSelect'], onCorner: ((at: readonly number[]) => void) | null) =>
  useCallback(
    (info: PickingInfo) => {
      if (!onCorner) onSelect(readSelection(info))
      else if (info.coordinate) onCorner(info.coordinate)
    },
    [onSelect, onCorner],
  )

/** 'Change since September 2026: +12'; null if already in the tooltip. */
function wordsOfWard(figures: ShownWardFigures | null, code: string | null): string | null {
  if (!figures || code === null || figures.kind === 'count') return null
  return `${figures.title}: ${figures.inWords(figures.valueOf(code))}`
}

function readSelection(info: PickingInfo): MapSelection | null {
  const dot = pickedDot(info)
  if (dot !== null) return { kind: 'dot', dot }
  const code = pickedWard(info)
  return code === null ? null : { kind: 'ward', code }
}
