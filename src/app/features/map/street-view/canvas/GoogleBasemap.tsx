import { WebMercatorViewport } from '@deck.gl/core'
import { GoogleMapsOverlay } from '@deck.gl/google-maps'
import { GoogleMap, useJsApiLoader } from '@react-google-maps/api'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { ErrorState } from '../../../../ui/error-state/ErrorState'
import { PREFERS_DARK, useMediaQuery } from '../../../../state/useMediaQuery'
import { Waiting } from '../MapStates'
import { FIT_PADDING, INITIAL_ZOOM, PICKING_RADIUS, type BasemapControls, type BasemapProps } from './basemap'
import { isKeyRefused, listenForAuthFailure, onAuthFailure } from './googleLoader'
import { createOverlayDevice } from './overlayDevice'

/** Milliseconds. */
export const SCRIPT_LIMIT = 20_000

const NO_LIBRARIES: [] = []

/** With the organisation's key. */
export default function GoogleBasemap(props: BasemapProps & { apiKey: string }) {
  // Define the global before Google's script calls it.
  listenForAuthFailure()
  const isRefused = useSyncExternalStore(onAuthFailure, isKeyRefused)
  const { isLoaded, loadError } = useJsApiLoader({
    googleMapsApiKey: props.apiKey,
    libraries: NO_LIBRARIES,
    language: 'en-GB',
    region: 'GB',
    preventGoogleFontsLoading: true,
  })
  const hasTimedOut = useTimedOut(SCRIPT_LIMIT)
  if (isRefused) {
    return (
      <ErrorState
        // The wording of docs/product.md#basemap.
        title="Error: AuthFailure"
        detail="Google Maps refused the key that Doorstep is set up with. Tell your administrator. The list shows the same data."
      />
    )
  }
  // After a time-out it may still arrive.
  if (isLoaded) return <LoadedGoogleMap {...props} />
  if (loadError || hasTimedOut) {
    return (
      <ErrorState
        title="The map could not be loaded"
        detail="Google Maps did not answer. Check your connection and try again. The list shows the same data."
        // The script loads only once per page.
        onRetry={() => location.reload()}
      />
    )
  }
  return <Waiting />
}

function LoadedGoogleMap({ start, layers, onPick, onMove, onReady }: BasemapProps) {
  const [map, setMap] = useState<google.maps.Map | null>(null)
  const overlay = useRef<GoogleMapsOverlay | null>(null)
  const isDark = useMediaQuery(PREFERS_DARK)
  // Read only once by Google Maps.
  const [options] = useState<google.maps.MapOptions>(() => ({
    center: start,
    zoom: start.zoom,
    disableDefaultUI: true,
    clickableIcons: false,
    keyboardShortcuts: false,
    gestureHandling: 'greedy',
    colorScheme: isDark ? google.maps.ColorScheme.DARK : google.maps.ColorScheme.LIGHT,
  }))
  const controls = useMemo(() => (map ? makeControls(map) : null), [map])

  useEffect(() => {
    if (!map) return
    const { onDeviceInitialized, release } = createOverlayDevice()
    const drawn = new GoogleMapsOverlay({ interleaved: false, layers: [], onDeviceInitialized })
    drawn.setMap(map)
    overlay.current = drawn
    return () => {
      overlay.current = null
      drawn.setMap(null)
      drawn.finalize()
      release()
    }
  }, [map])

  useEffect(() => {
    if (controls) onReady(controls)
  }, [controls, onReady])

  useEffect(() => {
    const moved = map?.addListener('bounds_changed', () => onMove(map.getZoom() ?? INITIAL_ZOOM))
    return () => moved?.remove()
  }, [map, onMove])

  useEffect(() => {
    overlay.current?.setProps({
      layers,
      pickingRadius: PICKING_RADIUS,
      onClick: onPick,
      onHover: ({ picked }) => map?.setOptions({ draggableCursor: picked ? 'pointer' : null }),
    })
  }, [map, layers, onPick])

  return <GoogleMap options={options} onLoad={setMap} />
}

function useTimedOut(limit: number): boolean {
  const [hasTimedOut, setHasTimedOut] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setHasTimedOut(true), limit)
    return () => clearTimeout(timer)
  }, [limit])
  return hasTimedOut
}

function makeControls(map: google.maps.Map): BasemapControls {
  const zoom = () => map.getZoom() ?? INITIAL_ZOOM
  const viewport = () => {
    const { offsetWidth: width, offsetHeight: height } = map.getDiv()
    const centre = map.getCenter()
    const [longitude, latitude] = [centre?.lng() ?? 0, centre?.lat() ?? 0]
    // Google's tiles are 256 pixels, deck.gl's 512: one level apart.
    return new WebMercatorViewport({ width, height, longitude, latitude, zoom: zoom() - 1 })
  }
  return {
    zoomBy: (levels) => map.setZoom(zoom() + levels),
    panBy: (x, y) => map.panBy(x, y),
    fit: ([west, south, east, north]) => map.fitBounds({ west, south, east, north }, FIT_PADDING),
    bounds: () => {
      const { west = 0, south = 0, east = 0, north = 0 } = map.getBounds()?.toJSON() ?? {}
      return [west, south, east, north]
    },
    place: () => ({ lng: map.getCenter()?.lng() ?? 0, lat: map.getCenter()?.lat() ?? 0, zoom: zoom() }),
    show: ([lng, lat], leastZoom) => {
      map.panTo({ lat, lng })
      if (zoom() < leastZoom) map.setZoom(leastZoom)
    },
    project: (position) => {
      const [x = 0, y = 0] = viewport().project([...position])
      return { x, y }
    },
    unproject: ({ x, y }) => {
      const [longitude = 0, latitude = 0] = viewport().unproject([x, y])
      return [longitude, latitude]
    },
  }
}
