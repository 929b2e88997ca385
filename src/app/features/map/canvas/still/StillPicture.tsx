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
  const place = useRef<HTMLDivElement>(null)
  const colours = useMemo(() => readBasemapColours(isDark), [isDark])

  useEffect(() => {
    const element = place.current
    if (!element) return
    const { clientWidth: width, clientHeight: height } = element
    const canvas = document.createElement('canvas')
    canvas.width = width * devicePixelRatio
    canvas.height = height * devicePixelRatio
    const context = canvas.getContext('2d')
    if (!context) return
    const controller = new AbortController()
    context.scale(devicePixelRatio, devicePixelRatio)
    const projection = projectionOf(centre, INITIAL_ZOOM, { width, height })
    const draw = function* () {
      yield* drawStreets(context, basemap.features, colours, projection)
      if (picture?.view === 'household') yield* drawHouseholds(context, picture, palette, projection)
    }
    // Shown when it is whole: the browser paints it once, and the picture before it stays until then.
    inSlices(draw(), controller.signal).then(() => element.replaceChildren(canvas), () => {})
    return () => controller.abort()
  }, [centre, basemap, picture, palette, colours])

  return <div ref={place} className={styles.still} aria-hidden="true" />
}
