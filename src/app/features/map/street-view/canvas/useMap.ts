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
import { useFirstDrawn, useKeptPlace, useLinkedPlace, useMapControls } from './useMapControls'
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

/** Code, camera, streets and colours. */
export function useMap({ client, picture, isWaiting, onDrawn, onFailure }: MapInput) {
  const [kept] = useState(readPlace)
  const [start] = useState(kept ?? { lat: client.lat, lng: client.lng, zoom: INITIAL_ZOOM })
  const [isFirst, setIsFirst] = useState(kept === null)
  const isDark = useMediaQuery(PREFERS_DARK)
  const palette = useMemo(() => readPalette(isDark), [isDark])
  const { controls, onReady, steer } = useMapControls()
  const { moved, onMoved } = useMapMoves()
  useKeptPlace(controls, onMoved)
  useLinkedPlace(controls)
  // Steps: layers must not be rebuilt in each frame.
  const [zoom, setZoom] = useState(() => findZoomStep(start.zoom))
  const onMove = useCallback(
    (to: number) => {
      setZoom(findZoomStep(to))
      setIsFirst(false)
      moved()
    },
    [moved],
  )
  const [isDrawn, setIsDrawn] = useState(false)
  // Data first, then streets, for slow connections and machines.
  const areStreetsDue = isDrawn || (!picture && !isWaiting)
  const code = useBasemapCode(client, onFailure)
  const streets = useStreets(code.isOpen && areStreetsDue)
  const shapes = useQuery({ ...shapesQuery, enabled: areStreetsDue || picture?.view === 'ward' })
  useFirstDrawn(controls !== null && picture !== null && (picture.view === 'household' || shapes.isSuccess), () => {
    setIsDrawn(true)
    onDrawn()
  })
  return { start, isFirst, palette, controls, steer, onReady, onMove, onMoved, zoom, isDrawn, code, streets, shapes }
}
