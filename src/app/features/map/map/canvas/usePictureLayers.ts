import { useMemo } from 'react'
import type { Area } from '#contract/households/area'
import type { MapPicture, MapSelection } from '../data/picture'
import { useDotClasses } from '../data/useDotClasses'
import { useWardFigures } from '../data/useWardFigures'
import type { Shapes } from '../layers/loadShapes'
import { classColours, type MapPalette } from '../layers/palette'
import { useLayers } from '../layers/useLayers'
import { placeWardLabels } from '../layers/wardLabels'
import type { BasemapControls } from './basemap'
import { useSeenBounds } from './useMapControls'
import type { MapMoves } from './useMapMoves'
import type { Streets } from './useStreets'

interface PictureLayersInput extends Pick<MapMoves, 'onMoved'> {
  picture: MapPicture | null
  selection: MapSelection | null
  palette: MapPalette
  zoom: number
  area: Area | null
  streets: Streets
  shapes: Shapes | null
  controls: BasemapControls | null
}

/** The layers of a picture, with the figures that its legend explains. */
export function usePictureLayers({ controls, onMoved, streets, ...input }: PictureLayersInput) {
  const { picture, palette, zoom } = input
  const dots = useDotClasses(picture)
  const { colour, classes } = dots
  const coloured = useMemo(
    () => (colour && classes ? { ofDot: classes.ofDot, colours: classColours(palette, colour) } : null),
    [colour, classes, palette],
  )
  const measures = useWardFigures(picture)
  const { figures } = measures
  const seen = useSeenBounds(picture?.view === 'ward' ? controls : null, onMoved)
  const labels = useMemo(
    () => (picture?.view === 'ward' && figures ? placeWardLabels(picture.wards, figures, zoom, seen) : []),
    [picture, figures, zoom, seen],
  )
  const layers = useLayers({ ...input, ...streets, figures, labels, classes: coloured })
  return { dots, measures, labels, layers }
}
