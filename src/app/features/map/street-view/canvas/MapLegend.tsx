import type { ReactNode } from 'react'
import { Spinner } from '../../../../ui/spinner/Spinner'
import type { MapPicture } from '../data/picture'
import type { DotClasses } from '../data/useDotClasses'
import type { WardMeasures } from '../data/useWardFigures'
import type { Shapes } from '../layers/loadShapes'
import type { MapPalette } from '../layers/palette'
import type { WardLabel } from '../layers/wardLabels'
import { Legend } from '../legend/Legend'
import styles from './MapCanvas.module.css'

interface MapLegendProps {
  picture: MapPicture
  palette: MapPalette
  zoom: number
  dots: DotClasses
  measures: WardMeasures
  labels: readonly WardLabel[]
  shapes: Shapes | null
}

/** The legend of what the map shows: households or wards. */
export function MapLegend({ picture, palette, zoom, dots, measures, labels, shapes }: MapLegendProps) {
  if (picture.view === 'household') return <Legend palette={palette} dots={dots} />
  return shapes ? <shapes.WardLegend {...{ picture, palette, measures, labels, zoom }} /> : null
}

interface ShapesNoticeProps {
  view: MapPicture['view'] | undefined
  isLoading: boolean
  isError: boolean
}

/** Says that wards, areas and names are being loaded, or could not be. */
export function ShapesNotice({ view, isLoading, isError }: ShapesNoticeProps) {
  if (isError)
    return (
      <LoadFailure>
        The wards, areas and names of the map could not be loaded. Check your connection, then reload the page.
      </LoadFailure>
    )
  if (view !== 'ward' || !isLoading) return null
  return (
    <div className={styles.notice}>
      <Spinner label="Loading wards…" />
    </div>
  )
}

/** A part of the map that could not be loaded. */
export const LoadFailure = ({ children }: { children: ReactNode }) => (
  <p role="alert" className={styles.notice}>
    {children}
  </p>
)

/** Who the streets are from. */
export function Attribution({ words, isFolded }: { words: string; isFolded: boolean }) {
  if (!isFolded) return <p className={styles.attribution}>{words}</p>
  return (
    <details className={styles.attribution}>
      <summary>{words}</summary>
    </details>
  )
}
