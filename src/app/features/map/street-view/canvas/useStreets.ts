import { useQuery } from '@tanstack/react-query'
import type { Basemap } from '#contract/households/map'
import { allWardsQuery } from '../data/wards'
import { basemapQuery } from '../../../../state/basemap'
import { hasNoStreets } from './NoStreets'

/** Households must show, with ward boundaries for orientation. */
export const NO_STREETS: Basemap = { pmtiles_url: null, attribution: '', features: [] }

/** The organisation's streets, and its wards. */
export function useStreets(isDue: boolean) {
  const streets = useQuery({ ...basemapQuery, enabled: isDue })
  const basemap = streets.data ?? (streets.isError || streets.isPaused ? NO_STREETS : null)
  const { data: outlines } = useQuery({ ...allWardsQuery, enabled: basemap !== null })
  return {
    basemap,
    outlines: outlines?.wards ?? null,
    isBare: basemap !== null && hasNoStreets(basemap),
    /** The organisation has wards but no streets, rather than no month, or a connection that failed. */
    hasNone: outlines !== undefined && streets.data !== undefined && hasNoStreets(streets.data),
  }
}

export type Streets = ReturnType<typeof useStreets>
