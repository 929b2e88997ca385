import type { Layer, PickingInfo } from '@deck.gl/core'
import { useQuery } from '@tanstack/react-query'
import { Maximize, Minus, Pentagon, Plus } from 'lucide-react'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { MAX_AREA_POINTS, type Area } from '#contract/area'
import type { Basemap, MapClient, WardFeature } from '#contract/map'
import { codeQuery } from '../../../api/queryOptions'
import { useMayDraw } from '../../../state/ownAccess'
import { areaAtom, cornerAt, drawAtom, drawingAtom } from '../../../state/filters/area'
import { useAtom, useAtomValue, useSetAtom } from '../../../state/store'
import { useSession } from '../../../state/session'
import { PREFERS_DARK, useMediaQuery } from '../../../state/useMediaQuery'
import { IconButton } from '../../../ui/button/IconButton'
import {
  boundsOfPicture,
  dotVisibility,
  tooltipOf,
  type MapPicture,
  type Selection,
  type TooltipContent,
} from '../data/picture'
import { allWardsQuery } from '../data/wards'
import { areaLayer } from '../layers/areaLayer'
import { dotAttributes, householdLayers, pickedDot } from '../layers/householdLayers'
import { readPalette, type MapPalette } from '../layers/palette'
import { ZOOM_OF_RULES } from '../layers/scales'
import { pickedWard, wardLayers, wardOutlineLayer } from '../layers/wardLayers'
import { Legend } from '../legend/Legend'
import { CodeMissing, Waiting } from '../MapStates'
import { basemapQuery } from '../queries'
import { MapTooltip, useTooltipPlace } from '../tooltip/MapTooltip'
import { WardChoice } from '../tooltip/WardChoice'
import { STREET_ZOOM, type BasemapControls } from './basemap'
import { steerByKey } from './keys'
import styles from './MapCanvas.module.css'
import { canDrawMap } from './webgl'

const openQuery = codeQuery('open basemap', async () => ({
  OpenBasemap: canDrawMap() ? (await import('./OpenBasemap')).default : null,
}))
const drawQuery = codeQuery('drawing', () => import('../draw/DrawArea'))
const googleQuery = codeQuery('Google basemap', async () => ({
  GoogleBasemap: canDrawMap() ? (await import('./GoogleBasemap')).default : null,
}))

/** Without streets, ward boundaries give the bearings: households must still show. */
const NO_STREETS: Basemap = { pmtiles_url: null, attribution: '', features: [] }

export interface MapCanvasProps {
  client: MapClient
  picture: MapPicture | null
  selection: Selection | null
  tooltip: TooltipContent | null
  onSelect: (selection: Selection | null) => void
  /** A place to centre; a new object centres it again. */
  shown: { position: readonly [number, number] } | null
  onFailure: () => void
}

/** The map with its tooltip, legend and buttons. */
export default function MapCanvas(props: MapCanvasProps) {
  const { client, picture, selection, tooltip, onSelect, shown, onFailure } = props
  const isDark = useMediaQuery(PREFERS_DARK)
  const palette = useMemo(() => readPalette(isDark), [isDark])
  const [controls, setControls] = useState<BasemapControls | null>(null)
  const [isFar, setIsFar] = useState(false)
  const isOpen = client.key === ''
  const streets = useQuery({ ...basemapQuery, enabled: isOpen })
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
  const drawing = useQuery({ ...drawQuery, enabled: isDrawing })
  const region = useRef<HTMLDivElement>(null)
  const tooltipPlace = useRef<HTMLDivElement>(null)
  const movedListeners = useRef(new Set<() => void>())
  const onMoved = useCallback((listener: () => void) => {
    movedListeners.current.add(listener)
    return () => void movedListeners.current.delete(listener)
  }, [])
  const placeTooltip = useTooltipPlace(tooltipPlace, controls, tooltip)
  const layers = useLayers({
    picture,
    selection,
    palette,
    // Layers only distinguish two zooms: do not rebuild them on every step.
    zoom: isFar ? ZOOM_OF_RULES - 1 : ZOOM_OF_RULES,
    outlines: needsOutlines ? (outlines?.wards ?? null) : null,
    // What is drawn stands over it.
    area: isDrawing ? null : area,
  })

  const onMove = useCallback(
    (zoom: number) => {
      setIsFar(zoom < ZOOM_OF_RULES)
      placeTooltip()
      for (const moved of movedListeners.current) moved()
    },
    [placeTooltip],
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

  const bounds = () => (picture ? boundsOfPicture(picture) : null)
  const basemapProps = { centre: client, layers, onPick, onMove, onReady: setControls, onFailure }
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
        ) : OpenBasemap && basemap ? (
          <OpenBasemap {...basemapProps} basemap={basemap} />
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
          action={tooltip.wardCode === null ? null : <WardChoice code={tooltip.wardCode} />}
          onClose={() => onSelect(null)}
          onFocusLost={() => region.current?.focus({ preventScroll: true })}
        />
      ) : null}
      <div className={styles.bottomLeft}>
        {picture ? <Legend picture={picture} palette={palette} /> : null}
        {isOpen && streets.data && hasNoStreets(streets.data) ? <NoStreets /> : null}
        {isOpen && basemap?.attribution ? <p className={styles.attribution}>{basemap.attribution}</p> : null}
      </div>
      {isDrawing || !mayDraw ? null : <DrawButton hasArea={area !== null} isDisabled={!controls} />}
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

const hasNoStreets = ({ pmtiles_url: url, features }: Basemap) => url === null && features.length === 0

/** For an organisation whose streets nobody has brought yet. */
function NoStreets() {
  const { role } = useSession()
  return (
    <p className={styles.noStreets} role="status">
      This map has no streets yet, only the wards’ boundaries.{' '}
      {role === 'SuperAdmin'
        ? 'Whoever runs Doorstep adds them from OS OpenData: npm run doorstep -- basemap (docs/operating.md).'
        : 'Please contact your account manager or email the helpdesk to have them added.'}
    </p>
  )
}

function selectionOf(info: PickingInfo): Selection | null {
  const dot = pickedDot(info)
  if (dot !== null) return { kind: 'dot', dot }
  const code = pickedWard(info)
  return code === null ? null : { kind: 'ward', code }
}

interface LayersInput {
  picture: MapPicture | null
  selection: Selection | null
  palette: MapPalette
  zoom: number
  /** Drawn when there is no street map. */
  outlines: readonly WardFeature[] | null
  area: Area | null
}

/** A picture's layers; a filter change rebuilds only what it affects. */
function useLayers({ picture, selection, palette, zoom, outlines, area }: LayersInput): Layer[] {
  const dots = useMemo(
    () =>
      picture?.view === 'household'
        ? dotAttributes(picture.points.dots, dotVisibility(picture.matches, picture.points.dots))
        : null,
    [picture],
  )
  const drawnArea = useMemo(() => (area ? [areaLayer(area, palette)] : []), [area, palette])
  const data = useMemo(() => {
    if (picture?.view === 'ward') {
      const selectedCode = selection?.kind === 'ward' ? selection.code : null
      return wardLayers({ wards: picture.wards, zoom, palette, selectedCode })
    }
    const under = outlines ? [wardOutlineLayer(outlines, zoom, palette)] : []
    if (!dots) return under
    const selected = tooltipOf(picture, selection)?.position ?? null
    return [...under, ...householdLayers({ dots, zoom, palette, selected })]
  }, [picture, selection, palette, zoom, outlines, dots])
  return useMemo(() => [...data, ...drawnArea], [data, drawnArea])
}

function DrawButton({ hasArea, isDisabled }: { hasArea: boolean; isDisabled: boolean }) {
  const draw = useSetAtom(drawAtom)
  return (
    <div className={styles.draw}>
      <IconButton
        label={hasArea ? 'Edit area' : 'Draw an area'}
        icon={<Pentagon aria-hidden />}
        isDisabled={isDisabled}
        onPress={draw}
      />
    </div>
  )
}

interface ZoomButtonsProps {
  isDisabled: boolean
  /** Negative zooms out. */
  onZoom: (levels: number) => void
  onFit: () => void
}

/** Zoom buttons, and one that fits the shown households. */
function ZoomButtons({ isDisabled, onZoom, onFit }: ZoomButtonsProps) {
  return (
    <div className={styles.zoom} role="group" aria-label="Zoom">
      <IconButton label="Zoom to households" icon={<Maximize aria-hidden />} isDisabled={isDisabled} onPress={onFit} />
      <IconButton label="Zoom in" icon={<Plus aria-hidden />} isDisabled={isDisabled} onPress={() => onZoom(1)} />
      <IconButton label="Zoom out" icon={<Minus aria-hidden />} isDisabled={isDisabled} onPress={() => onZoom(-1)} />
    </div>
  )
}
