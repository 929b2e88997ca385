import type { PickingInfo } from '@deck.gl/core'
import { lazy, Suspense, useCallback } from 'react'
import type { Basemap, MapClient, WardFeature } from '#contract/map'
import type { MapPicture } from '../data/loaders'
import type { Selection } from '../data/selection'
import { pickedDot } from '../layers/householdLayers'
import type { MapPalette } from '../layers/palette'
import { pickedWard } from '../layers/wardLayers'
import type { OpenBasemapProps } from './OpenBasemap'
import { useLayers } from './useLayers'
import { Waiting } from '../Waiting'

const OpenBasemap = lazy(() => import('./OpenBasemap'))
const GoogleBasemap = lazy(() => import('./GoogleBasemap'))

interface LiveMapProps extends Pick<OpenBasemapProps, 'onMove' | 'onReady' | 'onDrawn' | 'onFailure'> {
  client: MapClient
  /** Null for Google's. */
  basemap: Basemap | null
  picture: MapPicture | null
  selection: Selection | null
  palette: MapPalette
  zoom: number
  /** Wards to be outlined under the dots, where there is no street map. */
  outlines: readonly WardFeature[] | null
  /** A click: the object, or null for empty space. */
  onSelect: (selection: Selection | null) => void
}

/** The map that moves: the picture's layers on whichever basemap is configured. */
export default function LiveMap(props: LiveMapProps) {
  const { client, basemap, picture, selection, palette, zoom, outlines, onSelect, onDrawn, ...rest } = props
  const layers = useLayers({ picture, selection, palette, zoom, outlines })
  const onPick = useCallback((info: PickingInfo) => onSelect(selectionOf(info)), [onSelect])
  const basemapProps = { ...rest, centre: client, layers, onPick }
  return (
    <Suspense fallback={<Waiting />}>
      {basemap ? (
        <OpenBasemap {...basemapProps} basemap={basemap} onDrawn={onDrawn} />
      ) : (
        <GoogleBasemap {...basemapProps} apiKey={client.key} />
      )}
    </Suspense>
  )
}

function selectionOf(info: PickingInfo): Selection | null {
  const dot = pickedDot(info)
  if (dot !== null) return { kind: 'dot', dot }
  const code = pickedWard(info)
  return code === null ? null : { kind: 'ward', code }
}
