import { useQuery } from '@tanstack/react-query'
import type { Basemap } from '#contract/households/map'
import { allWardsQuery } from '../data/wards'
import { basemapQuery } from '../mapQueries'
import { hasNoStreets } from './NoStreets'

/** Without streets, ward boundaries give orientation: households must still show. */
export const NO_STREETS: Basemap = { pmtiles_url: null, attribution: '', features: [] }

/** The organisation's streets, or the outlines of its wards where there are none. */
export function useStreets(isDue: boolean) {
  const streets = useQuery({ ...basemapQuery, enabled: isDue })
  /** Null until it is known. */
  const basemap = streets.data ?? (streets.isError || streets.isPaused ? NO_STREETS : null)
  const needsOutlines = basemap !== null && hasNoStreets(basemap)
  const { data: outlines } = useQuery({ ...allWardsQuery, enabled: needsOutlines })
  return {
    basemap,
    outlines: needsOutlines ? (outlines?.wards ?? null) : null,
    /** The organisation has none, rather than a connection that failed. */
    hasNone: streets.data !== undefined && hasNoStreets(streets.data),
  }
}

export type Streets = ReturnType<typeof useStreets>
