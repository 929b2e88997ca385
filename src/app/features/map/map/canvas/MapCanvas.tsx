import type { PickingInfo } from '@deck.gl/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { MAX_AREA_POINTS } from '#contract/households/area'
import type { Basemap, MapClient } from '#contract/households/map'
import { codeQuery } from '../../../../api/queryOptions'
import { useMayDraw } from '../../../../state/ownAccess'
import { areaAtom, cornerAt, drawingAtom } from '../../../../state/filters/area'
import { useAtom, useAtomValue } from '../../../../state/store'
import { NARROW_WINDOW, PREFERS_DARK, useMediaQuery } from '../../../../state/useMediaQuery'
import { Spinner } from '../../../../ui/spinner/Spinner'
import { boundsOfPicture, type Bounds, type MapPicture, type Selection, type TooltipContent } from '../data/picture'
import { useDotClasses } from '../data/useDotClasses'
import { useWardFigures, type WardFigures } from '../data/useWardFigures'
import { allWardsQuery } from '../data/wards'
import { classColours, readPalette } from '../layers/palette'
import { pickedDot, pickedWard } from '../layers/picking'
import { ZOOM_OF_RULES, zoomStepOf } from '../layers/scales'
import { useLayers } from '../layers/useLayers'
import { wardLabels } from '../layers/wardLabels'
import { Legend } from '../legend/Legend'
import { CodeMissing, Waiting } from '../MapStates'
import { basemapQuery } from '../queries'
import { MapTooltip, useTooltipPlace } from '../tooltip/MapTooltip'
import { WardChoice } from '../tooltip/WardChoice'
import { INITIAL_ZOOM, STREET_ZOOM, type BasemapControls } from './basemap'
import { steerByKey } from './keys'
import { TopButtons, ZoomButtons } from './MapTools'
import { keepPlace, readPlace } from './mapPlace'
import styles from './MapCanvas.module.css'
import { hasNoStreets, NoStreets } from './NoStreets'
import { OutsideNotice } from './OutsideNotice'
import { ScaleBar } from './ScaleBar'
import { onRest, useMoves, type Moves } from './useMoves'
import { canDrawMap } from './webgl'

const openQuery = codeQuery('open basemap', async () => ({
  OpenBasemap: canDrawMap() ? (await import('./OpenBasemap')).default : null,
}))
const shapesQuery = codeQuery('shapes of the map', () => import('../layers/shapes'))
const drawQuery = codeQuery('drawing', () => import('../draw/DrawArea'))
const findQuery = codeQuery('search of the map', () => import('../find/FindPlace'))
const googleQuery = codeQuery('Google basemap', async () => ({
  GoogleBasemap: canDrawMap() ? (await import('./GoogleBasemap')).default : null,
}))

/** Without streets, ward boundaries give orientation: households must still show. */
const NO_STREETS: Basemap = { pmtiles_url: null, attribution: '', features: [] }

export interface MapCanvasProps {
  client: MapClient
  picture: MapPicture | null
  isWaiting: boolean
  selection: Selection | null
  tooltip: TooltipContent | null
  onSelect: (selection: Selection | null) => void
  onCard: (reference: string) => void
  /** A place to centre; a new object centres it again. */
  shown: { position: readonly [number, number] } | null
  /** The picture is on screen. */
  onDrawn: () => void
  onFailure: () => void
}

/** The map with its tooltip, legend and buttons. */
export default function MapCanvas(props: MapCanvasProps) {
  const { client, picture, isWaiting, selection, tooltip, onSelect, onCard, shown, onDrawn, onFailure } = props
  const [start] = useState(() => readPlace() ?? { lat: client.lat, lng: client.lng, zoom: INITIAL_ZOOM })
  const isDark = useMediaQuery(PREFERS_DARK)
  const palette = useMemo(() => readPalette(isDark), [isDark])
  const [controls, setControls] = useState<BasemapControls | null>(null)
  // Steps, so that layers are not rebuilt in each frame.
  const [zoomStep, setZoomStep] = useState(() => zoomStepOf(start.zoom))
  const isOpen = client.key === ''
  const [isDrawn, setIsDrawn] = useState(false)
  // On a weak connection and a slow machine the data comes first, then the streets under it.
  const areStreetsDue = isDrawn || (!picture && !isWaiting)
  const streets = useQuery({ ...basemapQuery, enabled: isOpen && areStreetsDue })
  const shapes = useQuery({ ...shapesQuery, enabled: areStreetsDue || picture?.view === 'ward' })
  const basemap = streets.data ?? (streets.isError || streets.isPaused ? NO_STREETS : null)
  const needsOutlines = basemap !== null && hasNoStreets(basemap)
  const { data: outlines } = useQuery({ ...allWardsQuery, enabled: needsOutlines })
  const open = useQuery({ ...openQuery, enabled: isOpen })
  const google = useQuery({ ...googleQuery, enabled: !isOpen })
  const isCodeMissing = open.isError || google.isError
  const OpenBasemap = open.data?.OpenBasemap
  const GoogleBasemap = google.data?.GoogleBasemap
  const isUndrawable = OpenBasemap === null || GoogleBasemap === null
  const area = useAtomValue(areaAtom)
  const [corners, setCorners] = useAtom(drawingAtom)
  const mayDraw = useMayDraw()
  const isDrawing = corners !== null
  const isNarrow = useMediaQuery(NARROW_WINDOW)
  const isCrowded = isDrawing && isNarrow
  const drawing = useQuery({ ...drawQuery, enabled: isDrawing })
  const [isFinding, setIsFinding] = useState(false)
  const find = useQuery({ ...findQuery, enabled: isFinding })
  const region = useRef<HTMLDivElement>(null)
  const tooltipPlace = useRef<HTMLDivElement>(null)
  const { moved, onMoved } = useMoves()
  const placeTooltip = useTooltipPlace(tooltipPlace, controls, tooltip)
  const dots = useDotClasses(picture)
  const { colour, classes } = dots
  const coloured = useMemo(
    () => (colour && classes ? { ofDot: classes.ofDot, colours: classColours(palette, colour) } : null),
    [colour, classes, palette],
  )
  const measures = useWardFigures(picture)
  const { figures } = measures
  const seen = useSeenBox(picture?.view === 'ward' ? controls : null, onMoved)
  const labels = useMemo(
    () => (picture?.view === 'ward' && figures ? wardLabels(picture.wards, figures, zoomStep, seen) : []),
    [picture, figures, zoomStep, seen],
  )
  const layers = useLayers({
    picture,
    figures,
    labels,
    selection,
    palette,
    zoom: zoomStep,
    outlines: needsOutlines ? (outlines?.wards ?? null) : null,
    area: isDrawing ? null : area,
    classes: coloured,
    basemap,
    shapes: shapes.data ?? null,
  })

  const onMove = useCallback(
    (zoom: number) => {
      setZoomStep(zoomStepOf(zoom))
      placeTooltip()
      moved()
    },
    [placeTooltip, moved],
  )
  const addCorner = useCallback(
    (at: readonly number[]) =>
      setCorners((before) => (before ?? []).slice(0, MAX_AREA_POINTS - 1).concat([cornerAt(at)])),
    [setCorners],
  )
  const onPick = useCallback(
    (info: PickingInfo) => {
      if (!isDrawing) onSelect(selectionOf(info))
      else if (info.coordinate) addCorner(info.coordinate)
    },
    [onSelect, isDrawing, addCorner],
  )
  const giveUp = useEffectEvent(onFailure)
  useEffect(() => {
    if (isUndrawable) giveUp()
  }, [isUndrawable])
  const show = useEffectEvent((position: readonly [number, number]) => {
    controls?.show(position, picture?.view === 'household' ? STREET_ZOOM : ZOOM_OF_RULES)
  })
  useEffect(() => {
    if (controls && shown) show(shown.position)
  }, [controls, shown])

  useFirstDrawn(controls !== null && picture !== null && (picture.view === 'household' || shapes.isSuccess), () => {
    setIsDrawn(true)
    onDrawn()
  })
  useKeptPlace(controls, onMoved)
  const [waiting, setWaiting] = useState<((map: BasemapControls) => void) | null>(null)
  // Presses before the map is ready run once it is.
  const steer = (how: (map: BasemapControls) => void) => (controls ? how(controls) : setWaiting(() => how))
  const onReady = useCallback((map: BasemapControls) => setControls(map), [])
  useEffect(() => {
    if (controls && waiting) waiting(controls)
  }, [controls, waiting])
  const showAll = () =>
    steer((map) => {
      const box = picture && boundsOfPicture(picture)
      if (box) map.fit(box)
    })
  const basemapProps = { start, layers, onPick, onMove, onReady, onFailure }
  return (
    <div className={styles.canvas}>
      <div
        ref={region}
        className={styles.region}
        role="application"
        aria-label="Map. Arrow keys move it, plus and minus zoom. The list holds the same data."
        tabIndex={0}
        onKeyDown={(event) => {
          if (event.target !== event.currentTarget || !controls) return
          const { width, height } = event.currentTarget.getBoundingClientRect()
          if (isDrawing && event.key === 'Enter') addCorner(controls.unproject({ x: width / 2, y: height / 2 }))
          else if (!steerByKey(event, controls)) return
          event.preventDefault()
        }}
      >
        {isCodeMissing ? (
          <CodeMissing what="map" />
        ) : OpenBasemap ? (
          // Movable before its streets load.
          <OpenBasemap {...basemapProps} basemap={basemap ?? NO_STREETS} />
        ) : GoogleBasemap ? (
          <GoogleBasemap {...basemapProps} apiKey={client.key} />
        ) : (
          <Waiting />
        )}
      </div>
      {isDrawing ? <span className={styles.crosshair} aria-hidden="true" /> : null}
      {isDrawing && drawing.data && controls ? (
        <drawing.data.default
          controls={controls}
          onMoved={onMoved}
          onEnd={() => region.current?.focus({ preventScroll: true })}
        />
      ) : null}
      {tooltip && !isDrawing ? (
        <MapTooltip
          key={tooltip.title}
          ref={tooltipPlace}
          content={tooltip}
          note={figures && tooltip.wardCode !== null ? noteOf(figures, tooltip.wardCode) : null}
          action={tooltip.wardCode === null ? null : <WardChoice code={tooltip.wardCode} />}
          onCard={onCard}
          onClose={() => onSelect(null)}
          onFocusLost={() => region.current?.focus({ preventScroll: true })}
        />
      ) : null}
      <div className={styles.bottomLeft}>
        {controls && picture && isDrawn && !isCrowded ? (
          <OutsideNotice controls={controls} picture={picture} onMoved={onMoved} onShow={showAll} />
        ) : null}
        {picture?.view === 'household' && !isCrowded ? <Legend palette={palette} dots={dots} /> : null}
        {picture?.view === 'ward' && shapes.data && !isCrowded ? (
          <shapes.data.WardLegend {...{ picture, palette, measures, labels }} zoom={zoomStep} />
        ) : null}
        {picture?.view === 'ward' && shapes.isLoading ? (
          <div className={styles.notice}>
            <Spinner label="Loading wards…" />
          </div>
        ) : null}
        {isOpen && streets.data && hasNoStreets(streets.data) ? <NoStreets /> : null}
        {shapes.isError ? (
          <p role="alert" className={styles.notice}>
            The wards, areas and names of the map could not be loaded. Check your connection, then reload the page.
          </p>
        ) : null}
        {isFinding && find.isError ? (
          <p role="alert" className={styles.notice}>
            The search could not be loaded. Check your connection, then reload the page.
          </p>
        ) : null}
        {controls ? <ScaleBar controls={controls} onMoved={onMoved} /> : null}
        {isOpen && basemap?.attribution ? <Attribution words={basemap.attribution} isFolded={isNarrow} /> : null}
      </div>
      {isDrawing || (isFinding && !find.isError) ? null : (
        <TopButtons onFind={() => setIsFinding(true)} mayDraw={mayDraw} hasArea={area !== null} />
      )}
      {isFinding && !isDrawing && find.data ? (
        <find.data.default
          features={basemap?.features ?? []}
          onFound={(bounds) => steer((map) => map.fit(bounds))}
          onClose={() => {
            setIsFinding(false)
            region.current?.focus({ preventScroll: true })
          }}
        />
      ) : null}
      <ZoomButtons onZoom={(levels) => steer((map) => map.zoomBy(levels))} onFit={showAll} />
    </div>
  )
}

function Attribution({ words, isFolded }: { words: string; isFolded: boolean }) {
  if (!isFolded) return <p className={styles.attribution}>{words}</p>
  return (
    <details className={styles.attribution}>
      <summary>{words}</summary>
    </details>
  )
}

/** The basemap has its layers by now, and draws them in the next frame. A further one would wait for slow graphics. */
function useFirstDrawn(hasLayers: boolean, onDrawn: () => void): void {
  const drawn = useEffectEvent(onDrawn)
  useEffect(() => {
    if (!hasLayers) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => drawn())
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [hasLayers])
}

function useKeptPlace(controls: BasemapControls | null, onMoved: Moves['onMoved']): void {
  useEffect(
    () => (controls ? onRest(onMoved, () => keepPlace(controls.place()), REST) : undefined),
    [controls, onMoved],
  )
}

function useSeenBox(controls: BasemapControls | null, onMoved: Moves['onMoved']): Bounds | null {
  const [seen, setSeen] = useState<Bounds | null>(null)
  useEffect(() => (controls ? onRest(onMoved, () => setSeen(controls.bounds()), REST) : undefined), [controls, onMoved])
  return controls && seen
}

/** 'Change since September 2026: +12'; the tooltip already has the count. */
const noteOf = ({ kind, title, inWords, valueOf }: WardFigures, code: string): string | null =>
  kind === 'count' ? null : `${title}: ${inWords(valueOf(code))}`

/** Milliseconds. */
const REST = 200

function selectionOf(info: PickingInfo): Selection | null {
  const dot = pickedDot(info)
  if (dot !== null) return { kind: 'dot', dot }
  const code = pickedWard(info)
  return code === null ? null : { kind: 'ward', code }
}
