import type { Layer } from '@deck.gl/core'
import { useMemo } from 'react'
import type { WardFeature } from '#contract/map'
import type { MapPicture } from '../data/picture'
import { dotVisibility } from '../data/matches'
import { tooltipOf, type Selection } from '../data/selection'
import { dotAttributes, householdLayers } from '../layers/householdLayers'
import type { MapPalette } from '../layers/palette'
import { wardLayers, wardOutlineLayer } from '../layers/wardLayers'

interface LayersInput {
  picture: MapPicture | null
  selection: Selection | null
  palette: MapPalette
  zoom: number
  /** Drawn when there is no street map. */
  outlines: readonly WardFeature[] | null
}

/** A picture's layers; a filter change rebuilds only what it affects. */
export function useLayers({ picture, selection, palette, zoom, outlines }: LayersInput): Layer[] {
  const dots = useMemo(
    () =>
      picture?.view === 'household'
        ? dotAttributes(picture.points.dots, dotVisibility(picture.matches, picture.points.dots))
        : null,
    [picture],
  )
  return useMemo(() => {
    if (picture?.view === 'ward') {
      const selectedCode = selection?.kind === 'ward' ? selection.code : null
      return wardLayers({ wards: picture.wards, zoom, palette, selectedCode })
    }
    const under = outlines ? [wardOutlineLayer(outlines, zoom, palette)] : []
    if (!dots) return under
    const selected = tooltipOf(picture, selection)?.position ?? null
    return [...under, ...householdLayers({ dots, zoom, palette, selected })]
  }, [picture, selection, palette, zoom, outlines, dots])
}
