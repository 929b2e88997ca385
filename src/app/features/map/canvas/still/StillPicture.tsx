import { useEffect, useMemo, useRef } from 'react'
import type { Basemap, MapClient } from '#contract/map'
import { inSlices } from '../../../../lib/inSlices'
import type { MapPicture } from '../../data/loaders'
import type { MapPalette } from '../../layers/palette'
import { INITIAL_ZOOM } from '../basemap'
import { readBasemapColours } from '../styleLayers'
import { drawHouseholds } from './households'
import { projectionOf } from './projection'
import styles from './StillPicture.module.css'
import { drawStreets } from './streets'

interface StillPictureProps {
  centre: MapClient
  basemap: Basemap
  picture: MapPicture | null
  palette: MapPalette
  isDark: boolean
}

/**
 * The map as it opens, drawn by the page itself: there long before the libraries of the map that moves, and without
 * the browser's graphics. It looks as that map does and lies over it until that is drawn.
 */
export function StillPicture({ centre, basemap, picture, palette, isDark }: StillPictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const colours = useMemo(() => readBasemapColours(isDark), [isDark])

  useEffect(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (!element || !context) return
    const controller = new AbortController()
    const { clientWidth: width, clientHeight: height } = element
    element.width = width * devicePixelRatio
    element.height = height * devicePixelRatio
    context.scale(devicePixelRatio, devicePixelRatio)
    const projection = projectionOf(centre, INITIAL_ZOOM, { width, height })
    const draw = function* () {
      yield* drawStreets(context, basemap.features, colours, projection)
      if (picture?.view === 'household') yield* drawHouseholds(context, picture, palette, projection)
    }
    inSlices(draw(), controller.signal).catch(() => {})
    return () => controller.abort()
  }, [centre, basemap, picture, palette, colours])

  return <canvas ref={canvas} className={styles.still} aria-hidden="true" />
}
