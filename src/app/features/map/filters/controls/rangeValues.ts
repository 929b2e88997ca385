import type { Filter } from '#contract/households/filters'
import { figureWriter } from '../../../../lib/counts'
import type { RangeBounds } from '../../../../lib/rangeRules'
import type { SelectedValue } from '../../../../state/filters/selection'

export interface FilterRange {
  bounds: RangeBounds
  write: (value: number) => string
}

/** Null for other filters. */
export function readRange(filter: Filter): FilterRange | null {
  const [least, greatest, ...more] = filter.filter_values
  if (!least || !greatest || more.length > 0) return null
  const bounds = { min: Number(least.name), max: Number(greatest.name) }
  if (!Number.isFinite(bounds.min) || !Number.isFinite(bounds.max) || bounds.min > bounds.max) return null
  const write = figureWriter(
    { value: bounds.min, displayName: least.display_name },
    { value: bounds.max, displayName: greatest.display_name },
  )
  return { bounds, write }
}

/** Minimum and maximum as the selection stores them. */
export function rangeValues(min: number, max: number, write: (value: number) => string): SelectedValue[] {
  return [min, max].map((value) => ({ id: String(value), displayName: write(value) }))
}

/** Null when unset or malformed. */
export function selectedRange(values: readonly SelectedValue[]): RangeBounds | null {
  const [least, greatest, ...more] = values.map((value) => Number(value.id))
  if (least === undefined || greatest === undefined || more.length > 0) return null
  return Number.isFinite(least) && Number.isFinite(greatest) ? { min: least, max: greatest } : null
}
