import { keepPreviousData, queryOptions as tanstackOptions, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { monthInWords } from '#contract/households/overTime'
import { streetviewWardData } from '#contract/households/map'
import { getMoves, type MonthMoves } from '#contract/households/trends'
import { call } from '../../../../api/call'
import { makeQueryKey, queryOptions } from '../../../../api/queryOptions'
import { figure } from '../../../../lib/counts'
import { percentage, signedFigure } from '../../../../lib/rates'
import { useReasonOffline } from '../../../../state/connectivity'
import { wardMeasureAtom } from '../../../../state/mapView'
import { useAtom } from '../../../../state/store'
import type { MapPicture, WardPicture } from './picture'
import { latestSnapshotQuery } from '../../../../state/latestSnapshot'

export interface ShownWardFigures {
  readonly kind: 'count' | 'rate' | 'change'
  readonly title: string
  /** By code; null: no figure. */
  readonly valueOf: (code: string) => number | null
  /** 'No households'. */
  readonly without: string
  readonly inWords: (value: number | null) => string
}

export interface WardMeasures {
  readonly measure: string
  readonly onMeasure: (measure: string) => void
  /** Latest first. */
  readonly months: readonly string[]
  /** Counts until the measure is loaded; null on the household map. */
  readonly figures: ShownWardFigures | null
  readonly isLoading: boolean
  readonly problem: string | null
}

const NOTHING = { filter_request_list: [], dynamic_filter_value_request_list: [] }

/** Regardless of filters; never from the device. */
const allHouseholdsQuery = tanstackOptions({
  queryKey: [...makeQueryKey(streetviewWardData), 'all households'],
  queryFn: async ({ signal }) => {
    const { geo_json_features: wards } = await call(streetviewWardData, { body: NOTHING, signal })
    return new Map(wards.map(({ properties }) => [properties.ward_code, properties.household_count]))
  },
  // A new month changes them.
  staleTime: 60_000,
})

/** By the chosen measure. */
export function useWardFigures(picture: MapPicture | null): WardMeasures {
  const [measure, onMeasure] = useAtom(wardMeasureAtom)
  const wards = picture?.view === 'ward' ? picture : null
  const isChange = measure !== 'count' && measure !== 'rate'
  const { data: snapshot } = useQuery({ ...latestSnapshotQuery, enabled: wards !== null })
  const households = useQuery({ ...allHouseholdsQuery, enabled: wards !== null && measure === 'rate' })
  const moves = useQuery({
    ...queryOptions(getMoves, { body: { ...(wards?.request ?? NOTHING), month: measure } }),
    placeholderData: keepPreviousData,
    enabled: wards !== null && isChange,
  })
  const whyNot = useReasonOffline('Rates and changes need')
  const asked: UseQueryResult | null = measure === 'count' ? null : isChange ? moves : households
  const [all, changes] = [households.data, moves.data]
  const figures = useMemo(() => {
    if (!wards) return null
    // The device's may be of another month.
    if (measure === 'rate' && all && !wards.lastFigures) return rates(wards, all)
    if (isChange && changes && !wards.lastFigures) return changesSince(changes)
    return showCounts(wards)
  }, [wards, measure, isChange, all, changes])
  const isThere = asked === null || (asked.data !== undefined && wards?.lastFigures === null)
  const problem = isThere ? null : (asked.error?.message ?? whyNot)
  return {
    measure,
    onMeasure,
    months: snapshot?.earlier_months ?? [],
    figures,
    isLoading: asked !== null && problem === null && (asked.isPlaceholderData || asked.data === undefined),
    problem,
  }
}

function showCounts({ wards }: WardPicture): ShownWardFigures {
  const counts = new Map(wards.map(({ properties }) => [properties.ward_code, properties.household_count]))
  return {
    kind: 'count',
    title: 'Households in a ward',
    valueOf: (code) => counts.get(code) ?? null,
    without: figure(0),
    inWords: (value) => figure(value ?? 0),
  }
}

function rates({ wards }: WardPicture, all: ReadonlyMap<string, number>): ShownWardFigures {
  const counts = new Map(wards.map(({ properties }) => [properties.ward_code, properties.household_count]))
  return {
    kind: 'rate',
    title: 'Of all households in a ward',
    valueOf: (code) => {
      const households = all.get(code) ?? 0
      return households === 0 ? null : (counts.get(code) ?? 0) / households
    },
    without: 'No households',
    inWords: (value) => (value === null ? '–' : percentage(value)),
  }
}

function changesSince({ month, wards }: MonthMoves): ShownWardFigures {
  const changes = new Map(
    wards.map(({ ward_code, household_count, earlier_household_count: earlier }) => [
      ward_code,
      earlier === null ? null : household_count - earlier,
    ]),
  )
  return {
    kind: 'change',
    title: `Change since ${monthInWords(month)}`,
    valueOf: (code) => changes.get(code) ?? null,
    without: 'Not in that month',
    inWords: signedFigure,
  }
}
