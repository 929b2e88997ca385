import type { WardFeature } from '#contract/map'

export type WardColumn = 'name' | 'welsh' | 'count'

export interface WardOrder {
  readonly column: WardColumn
  readonly direction: 'asc' | 'desc'
}

const collator = new Intl.Collator('en-GB', { numeric: true })

/** Wards in the order that people asked for; equal ones by name. */
export function sortedWards(wards: readonly WardFeature[], { column, direction }: WardOrder): WardFeature[] {
  const sign = direction === 'asc' ? 1 : -1
  return [...wards].sort((a, b) => sign * compare(a, b, column) || compare(a, b, 'name'))
}

/** The order after a press on a column's heading: the other way round, or that column in its natural way. */
export function nextOrder(order: WardOrder, column: WardColumn): WardOrder {
  if (order.column === column) return { column, direction: order.direction === 'asc' ? 'desc' : 'asc' }
  return { column, direction: column === 'count' ? 'desc' : 'asc' }
}

function compare({ properties: a }: WardFeature, { properties: b }: WardFeature, column: WardColumn): number {
  if (column === 'count') return a.household_count - b.household_count
  return column === 'welsh'
    ? collator.compare(a.ward_name_welsh, b.ward_name_welsh)
    : collator.compare(a.ward_name, b.ward_name)
}
