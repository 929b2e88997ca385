/** Ids are the filter's name, a tab and the value's. */
import type { NeverDrawnSettings } from '#contract/campaigns/neverDrawn'
import {
  DYNAMIC_FILTER_NAMES,
  isRangeType,
  OVER_TIME_CATEGORY,
  type FilterCategory,
} from '#contract/households/filters'

const makeId = (filter: string, value: string) => `${filter}\t${value}`

/** Every value that can be named, in words. */
export const listNamedValues = (categories: readonly FilterCategory[]): { id: string; label: string }[] =>
  categories
    .filter(({ category_name }) => category_name !== OVER_TIME_CATEGORY)
    .flatMap(({ subcategories }) => subcategories.flatMap(({ filters }) => filters))
    .filter(({ type, filter_name }) => !isRangeType(type) && !DYNAMIC_FILTER_NAMES.some((one) => one === filter_name))
    .flatMap(({ filter_name, display_name, filter_values }) =>
      filter_values.map((value) => ({
        id: makeId(filter_name, value.name),
        label: `${display_name}: ${value.display_name}`,
      })),
    )

/** The ids of settings. */
export const readNamedValues = ({ filter_request_list: named }: NeverDrawnSettings): string[] =>
  named.flatMap(({ filter_name, filter_value_list }) => filter_value_list.map((value) => makeId(filter_name, value)))

/** The settings of ids: the values of a filter are one entry. */
export function nameValues(ids: readonly string[]): NeverDrawnSettings {
  const byFilter = new Map<string, string[]>()
  for (const id of ids) {
    const [filter = '', value = ''] = id.split('\t')
    byFilter.set(filter, [...(byFilter.get(filter) ?? []), value])
  }
  return {
    filter_request_list: [...byFilter].map(([filter_name, filter_value_list]) => ({ filter_name, filter_value_list })),
  }
}
