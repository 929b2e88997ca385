/** docs/product.md#visit-rounds */
import { daysOn, londonDay } from '#contract/days'
import { LAST_VISITED_FILTER, NEVER_VISITED, VISIT_OUTCOME_FILTER } from '#contract/households/visitFilters'
import type { KnownVisit, VisitHistory } from '../households/visitHistory'

/**
 * With these values, or all others with `isNot`: unvisited households are in no list.
 * @returns undefined for another filter; the index of an unknown value
 */
export async function findByVisit(
  filterName: string,
  wanted: readonly string[],
  readVisits: () => ReturnType<VisitHistory['listLastVisits']>,
): Promise<
  { readonly references: readonly string[]; readonly isNot: boolean } | { readonly unknown: number } | undefined
> {
  const filter = [VISIT_OUTCOME_FILTER, LAST_VISITED_FILTER].find(({ filter_name }) => filter_name === filterName)
  if (!filter) return undefined
  const unknown = wanted.findIndex((value) => !filter.filter_values.some(({ name }) => name === value))
  if (unknown !== -1) return { unknown }
  const isNot = wanted.includes(NEVER_VISITED)
  const today = londonDay(new Date())
  const readVisitValue = filter === VISIT_OUTCOME_FILTER ? ({ outcome }: KnownVisit) => outcome : whenIn(today)
  const listed = [...(await readVisits())].filter(([, visit]) => wanted.includes(readVisitValue(visit)) !== isNot)
  return { references: listed.map(([reference]) => reference), isNot }
}

const whenIn = (today: string) => {
  const [month, quarter] = [daysOn(today, -30), daysOn(today, -90)]
  return ({ at }: KnownVisit): string => {
    const day = londonDay(at)
    return day >= month ? 'days_30' : day >= quarter ? 'days_90' : 'earlier'
  }
}
