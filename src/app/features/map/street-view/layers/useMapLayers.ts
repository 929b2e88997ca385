import type { Layer } from '@deck.gl/core'
import { useMemo } from 'react'
import type { Area } from '#contract/households/area'
import type { BasemapControls } from '../canvas/basemap'
import { useSeenBounds } from '../canvas/useMapControls'
import type { MapMoves } from '../canvas/useMapMoves'
import type { Streets } from '../canvas/useStreets'
import { dotVisibility, measureSpread, describeSelection, type MapPicture, type MapSelection } from '../data/picture'
import { useDotClasses } from '../data/useDotClasses'
import { useWardFigures } from '../data/useWardFigures'
import { colouredDots, dotAttributes, householdLayers } from './householdLayers'
import type { Shapes } from './loadShapes'
import { classColours, type MapPalette } from './palette'
import { placeWardLabels } from './wardLabels'

/** From this zoom wards have outlines; before, the council. */
const WARDS_FROM = 12

interface MapLayersInput extends Pick<MapMoves, 'onMoved'> {
  picture: MapPicture | null
  selection: MapSelection | null
  palette: MapPalette
  zoom: number
  area: Area | null
  streets: Streets
  shapes: Shapes | null
  controls: BasemapControls | null
}

/** A filter change rebuilds only what it affects. */
export function useMapLayers(input: MapLayersInput) {
  const { picture, selection, palette, zoom, area, shapes, controls, onMoved } = input
  const { basemap, outlines, isBare } = input.streets
  const classes = useDotClasses(picture)
  const drawn = useDots(picture, classes, palette, zoom)
  const measures = useWardFigures(picture)
  const { figures } = measures
  const seen = useSeenBounds(picture?.view === 'ward' ? controls : null, onMoved)
  const labels = useMemo(
    () => (picture?.view === 'ward' && figures ? placeWardLabels(picture.wards, figures, zoom, seen) : []),
    [picture, figures, zoom, seen],
  )
  const data = useMemo(() => {
    if (picture?.view === 'ward' && figures) {
      if (!shapes) return []
      const selectedCode = selection?.kind === 'ward' ? selection.code : null
      return shapes.wardLayers({ wards: picture.wards, figures, labels, zoom, palette, selectedCode })
    }
    if (!drawn) return []
    const selected = describeSelection(picture, selection)?.position ?? null
    return householdLayers({ ...drawn, zoom, palette, selected })
  }, [picture, figures, labels, selection, palette, zoom, drawn, shapes])
  const isOutlined = picture?.view !== 'ward'
  const showsWards = isBare || zoom >= WARDS_FROM
  const lines = useMemo(() => {
    if (!isOutlined || !outlines || !shapes) return []
    return showsWards
      ? [shapes.wardOutlineLayer(outlines, zoom, palette)]
      : [shapes.councilOutlineLayer(outlines, palette)]
  }, [isOutlined, showsWards, outlines, zoom, palette, shapes])
  const drawnArea = useMemo(() => (area && shapes ? [shapes.areaLayer(area, palette)] : []), [area, palette, shapes])
  const view = picture?.view
  const names = useMemo(() => {
    // Wards have their own labels.
    if (view === 'ward' || !shapes) return []
    const places = shapes.placesIn(basemap?.features ?? [], zoom)
    return places.length > 0 ? [shapes.placeNamesLayer(places, palette)] : []
  }, [basemap, view, zoom, palette, shapes])
  // An area would dim dots; a ward would hide the area.
  const layers: Layer[] = useMemo(
    () => (isOutlined ? [...lines, ...drawnArea, ...data, ...names] : [...data, ...drawnArea, ...names]),
    [isOutlined, lines, data, drawnArea, names],
  )
  return { dots: classes, measures, labels, layers }
}

function useDots(
  picture: MapPicture | null,
  { colour, classes }: ReturnType<typeof useDotClasses>,
  palette: MapPalette,
  zoom: number,
) {
  const plain = useMemo(() => {
    if (picture?.view !== 'household') return null
    const { dots } = picture.points
    const shown = dotVisibility(picture.matches, dots)
    return { dots: dotAttributes(dots, shown), spread: measureSpread(dots, shown) }
  }, [picture])
  return useMemo(() => {
    if (!plain || !colour || !classes) return plain
    const coloured = { ofDot: classes.ofDot, colours: classColours(palette, colour) }
    return { ...plain, dots: colouredDots(plain.dots, coloured, { zoom, spread: plain.spread }) }
  }, [plain, colour, classes, palette, zoom])
}
