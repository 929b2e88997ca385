import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { MapClient } from '#contract/households/map'
import { codeQuery } from '../../../../api/queryOptions'
import { PREFERS_DARK, useMediaQuery } from '../../../../state/useMediaQuery'
import type { MapPicture } from '../data/picture'
import { loadShapes } from '../layers/loadShapes'
import { readPalette } from '../layers/palette'
import { findZoomStep } from '../layers/scales'
import { INITIAL_ZOOM } from './basemap'
import { readPlace } from './mapPlace'
import { useBasemapCode } from './useBasemapCode'
import { useFirstDrawn, useKeptPlace, useMapControls } from './useMapControls'
import { useMapMoves } from './useMapMoves'
import { useStreets } from './useStreets'

const shapesQuery = codeQuery('shapes of the map', loadShapes)

interface MapInput {
  client: MapClient
  picture: MapPicture | null
  isWaiting: boolean
  onDrawn: () => void
  onFailure: () => void
}

/** The map itself: its code, its camera, its streets and its colours. */
export function useMap({ client, picture, isWaiting, onDrawn, onFailure }: MapInput) {
  const [start] = useState(() => readPlace() ?? { lat: client.lat, lng: client.lng, zoom: INITIAL_ZOOM })
  const isDark = useMediaQuery(PREFERS_DARK)
  const palette = useMemo(() => readPalette(isDark), [isDark])
  const { controls, onReady, steer } = useMapControls()
  const { moved, onMoved } = useMapMoves()
  useKeptPlace(controls, onMoved)
  // Steps, so that layers are not rebuilt in each frame.
  const [zoom, setZoom] = useState(() => findZoomStep(start.zoom))
  const onMove = useCallback(
    (to: number) => {
      setZoom(findZoomStep(to))
      moved()
    },
    [moved],
  )
  const [isDrawn, setIsDrawn] = useState(false)
  // On a slow connection and a slow machine the data comes first, then the streets under it.
  const areStreetsDue = isDrawn || (!picture && !isWaiting)
  const code = useBasemapCode(client, onFailure)
  const streets = useStreets(code.isOpen && areStreetsDue)
  const shapes = useQuery({ ...shapesQuery, enabled: areStreetsDue || picture?.view === 'ward' })
  useFirstDrawn(controls !== null && picture !== null && (picture.view === 'household' || shapes.isSuccess), () => {
    setIsDrawn(true)
    onDrawn()
  })
  return { start, palette, controls, steer, onReady, onMove, onMoved, zoom, isDrawn, code, streets, shapes }
}
