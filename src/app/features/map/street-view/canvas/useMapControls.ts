import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { boundsToFitAtom, type MapBounds } from '../../../../state/mapView'
import { useAtom } from '../../../../state/store'
import { ZOOM_OF_RULES } from '../layers/scales'
import { STREET_ZOOM, type BasemapControls } from './basemap'
import { keepPlace } from './mapPlace'
import { callWhenRested, type MapMoves } from './useMapMoves'

type Steering = (map: BasemapControls) => void

/** The map's controls once it is ready; what is pressed before then runs when it is. */
export function useMapControls() {
  const [controls, setControls] = useState<BasemapControls | null>(null)
  const [waiting, setWaiting] = useState<Steering | null>(null)
  const steer = (how: Steering) => (controls ? how(controls) : setWaiting(() => how))
  const onReady = useCallback((map: BasemapControls) => setControls(map), [])
  useEffect(() => {
    if (controls && waiting) waiting(controls)
  }, [controls, waiting])
  return { controls, onReady, steer }
}

/** Milliseconds. */
const REST = 200

/** Stores where the map rests, for a reload of the tab. */
export function useKeptPlace(controls: BasemapControls | null, onMoved: MapMoves['onMoved']): void {
  useEffect(
    () =>
      controls
        ? callWhenRested(onMoved, () => keepPlace({ ...controls.place(), bounds: controls.bounds() }), REST)
        : undefined,
    [controls, onMoved],
  )
}

/** Fits the place of a link once the map is there. */
export function useLinkedPlace(controls: BasemapControls | null): void {
  const [bounds, setBounds] = useAtom(boundsToFitAtom)
  useEffect(() => {
    if (!controls || !bounds) return
    controls.fit(bounds)
    setBounds(null)
  }, [controls, bounds, setBounds])
}

/** The part of the map that is in view, whenever the map rests. */
export function useSeenBounds(controls: BasemapControls | null, onMoved: MapMoves['onMoved']): MapBounds | null {
  const [seen, setSeen] = useState<MapBounds | null>(null)
  useEffect(
    () => (controls ? callWhenRested(onMoved, () => setSeen(controls.bounds()), REST) : undefined),
    [controls, onMoved],
  )
  return controls && seen
}

/** A new object centres it again. */
export interface ShownPlace {
  readonly position: readonly [number, number]
}

/** Centres the map on a place. */
export function useShownPlace(
  controls: BasemapControls | null,
  shown: ShownPlace | null,
  view: 'household' | 'ward' | undefined,
): void {
  const show = useEffectEvent(({ position }: ShownPlace) => {
    controls?.show(position, view === 'household' ? STREET_ZOOM : ZOOM_OF_RULES)
  })
  useEffect(() => {
    if (controls && shown) show(shown)
  }, [controls, shown])
}

/** Layers are drawn in the next frame; a further one would wait for slow graphics. */
export function useFirstDrawn(hasLayers: boolean, onDrawn: () => void): void {
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
