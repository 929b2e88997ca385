import type { Layer } from '@deck.gl/core'
import { useMemo } from 'react'
import type { Area } from '#contract/households/area'
import type { Basemap, WardFeature } from '#contract/households/map'
import { dotVisibility, spreadOf, tooltipOf, type MapPicture, type MapSelection } from '../data/picture'
import type { ShownWardFigures } from '../data/useWardFigures'
import { colouredDots, dotAttributes, householdLayers } from './householdLayers'
import type { MapPalette } from './palette'
import type { Rgb } from './scales'
import type { Shapes } from './loadShapes'
import type { WardLabel } from './wardLabels'

interface LayersInput {
  picture: MapPicture | null
  figures: ShownWardFigures | null
  labels: readonly WardLabel[]
  selection: MapSelection | null
  palette: MapPalette
  zoom: number
  outlines: readonly WardFeature[] | null
  area: Area | null
  classes: { readonly ofDot: Uint8Array; readonly colours: readonly Rgb[] } | null
  basemap: Basemap | null
  /** Null until it is loaded. */
  shapes: Shapes | null
}

/** A picture's layers; a filter change rebuilds only what it affects. */
export function useLayers({
  picture,
  figures,
  labels,
  selection,
  palette,
  zoom,
  outlines,
  area,
  classes,
  basemap,
  shapes,
}: LayersInput): Layer[] {
  const dots = useMemo(() => {
    if (picture?.view !== 'household') return null
    const shown = dotVisibility(picture.matches, picture.points.dots)
    return { attributes: dotAttributes(picture.points.dots, shown), spread: spreadOf(picture.points.dots, shown) }
  }, [picture])
  const shown = useMemo(() => {
    if (!dots || !classes) return dots?.attributes
    return colouredDots(dots.attributes, classes, { zoom, spread: dots.spread })
  }, [dots, classes, zoom])
  const drawnArea = useMemo(() => (area && shapes ? [shapes.areaLayer(area, palette)] : []), [area, palette, shapes])
  const data = useMemo(() => {
    if (picture?.view === 'ward' && figures) {
      if (!shapes) return []
      const selectedCode = selection?.kind === 'ward' ? selection.code : null
      return shapes.wardLayers({ wards: picture.wards, figures, labels, zoom, palette, selectedCode })
    }
    const under = outlines && shapes ? [shapes.wardOutlineLayer(outlines, zoom, palette)] : []
    if (!dots || !shown) return under
    const selected = tooltipOf(picture, selection)?.position ?? null
    return [...under, ...householdLayers({ dots: shown, spread: dots.spread, zoom, palette, selected })]
  }, [picture, figures, labels, selection, palette, zoom, outlines, dots, shown, shapes])
  const view = picture?.view
  const names = useMemo(() => {
    // Wards have their own labels.
    if (view === 'ward' || !shapes) return []
    const places = shapes.placesIn(basemap?.features ?? [], zoom)
    return places.length > 0 ? [shapes.placeNamesLayer(places, palette)] : []
  }, [basemap, view, zoom, palette, shapes])
  return useMemo(() => [...data, ...drawnArea, ...names], [data, drawnArea, names])
}
