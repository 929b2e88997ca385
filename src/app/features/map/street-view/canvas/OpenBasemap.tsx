import { MapboxOverlay } from '@deck.gl/mapbox'
import { addProtocol, Map as MaplibreMap, setWorkerUrl, type StyleSpecification } from 'maplibre-gl'
import 'maplibre-gl/dist/maplibre-gl.css'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { Protocol } from 'pmtiles'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { Basemap } from '#contract/households/map'
import { PREFERS_DARK, useMediaQuery } from '../../../../state/useMediaQuery'
import { FIT_PADDING, PICKING_RADIUS, type BasemapControls, type BasemapProps } from './basemap'
import { createFrames } from './frames'
import { mapStyle, readBasemapColours } from './mapStyle'
import { createOverlayDevice } from './overlayDevice'

// The content security policy forbids blob workers.
setWorkerUrl(workerUrl)
addProtocol('pmtiles', new Protocol().tile)

interface OpenBasemapProps extends BasemapProps {
  basemap: Basemap
}

interface Drawn {
  readonly map: MaplibreMap
  readonly overlay: MapboxOverlay
  readonly wake: () => void
  readonly remove: () => void
}

/** The open basemap on MapLibre. */
export default function OpenBasemap(props: OpenBasemapProps) {
  const { start: place, layers, basemap, onPick, onMove, onReady, onFailure } = props
  const container = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  const isDark = useMediaQuery(PREFERS_DARK)
  const style = useMemo(() => mapStyle(basemap, readBasemapColours(isDark)), [basemap, isDark])
  const shownStyle = useRef<StyleSpecification | null>(null)
  const moved = useEffectEvent((map: MaplibreMap) => onMove(map.getZoom()))
  const start = useEffectEvent((element: HTMLElement) => {
    const map = new MaplibreMap({
      container: element,
      style,
      center: [place.lng, place.lat],
      zoom: place.zoom,
      attributionControl: false,
      // MapCanvas handles keys for both basemaps.
      keyboard: false,
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      maxPitch: 0,
      renderWorldCopies: false,
    })
    shownStyle.current = style
    map.touchZoomRotate.disableRotation()
    map.getCanvas().tabIndex = -1
    map.on('move', () => moved(map))
    // The region around takes keys: a canvas would be a nameless tab stop.
    const onLoad = () => {
      element.querySelectorAll<HTMLElement>('[tabindex="0"]').forEach((one) => (one.tabIndex = -1))
      wake()
    }
    const { provider: animationFrameProvider, wake } = createFrames()
    // deck.gl's loop takes it; the overlay's types omit it.
    const loop = { animationFrameProvider }
    const { onDeviceInitialized, release } = createOverlayDevice()
    const overlay = new MapboxOverlay({ interleaved: false, layers: [], onLoad, onDeviceInitialized, ...loop })
    map.addControl(overlay)
    for (const event of ['render', 'resize', 'mousemove', 'mousedown', 'mouseout', 'click', 'touchstart'] as const)
      map.on(event, wake)
    const remove = () => {
      map.remove()
      release()
    }
    return { map, overlay, wake, remove }
  })
  const ready = useEffectEvent((map: MaplibreMap) => onReady(makeControls(map)))
  const failed = useEffectEvent(() => onFailure())

  useEffect(() => {
    if (!container.current) return
    let started: Drawn
    try {
      started = start(container.current)
    } catch {
      failed()
      return
    }
    setDrawn(started)
    ready(started.map)
    return () => {
      setDrawn(null)
      started.remove()
    }
  }, [])

  useEffect(() => {
    // Never set the map's first style twice.
    if (!drawn || shownStyle.current === style) return
    shownStyle.current = style
    drawn.map.setStyle(style)
  }, [drawn, style])

  useEffect(() => {
    drawn?.overlay.setProps({
      layers,
      pickingRadius: PICKING_RADIUS,
      onClick: onPick,
      onHover: ({ picked }) => {
        drawn.map.getCanvas().style.cursor = picked ? 'pointer' : ''
      },
    })
    drawn?.wake()
  }, [drawn, layers, onPick])

  return <div ref={container} />
}

function makeControls(map: MaplibreMap): BasemapControls {
  return {
    zoomBy: (levels) => map.easeTo({ zoom: map.getZoom() + levels }),
    panBy: (x, y) => map.panBy([x, y]),
    fit: ([west, south, east, north]) =>
      map.fitBounds([west, south, east, north], { padding: FIT_PADDING, maxZoom: 17 }),
    bounds: () => {
      const box = map.getBounds()
      return [box.getWest(), box.getSouth(), box.getEast(), box.getNorth()]
    },
    place: () => {
      const { lng, lat } = map.getCenter()
      return { lng, lat, zoom: map.getZoom() }
    },
    show: ([longitude, latitude], leastZoom) =>
      map.easeTo({ center: [longitude, latitude], zoom: Math.max(map.getZoom(), leastZoom) }),
    project: ([longitude, latitude]) => map.project([longitude, latitude]),
    unproject: ({ x, y }) => map.unproject([x, y]).toArray(),
  }
}
