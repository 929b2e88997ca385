import { AREA_FILTER, areaInWords } from '#contract/households/area'
import { isRangeType, type Filter, type FilterCategory, type FilterRequest } from '#contract/households/filters'
import { LISTED_FILTERS, overTimeInWords } from '#contract/households/overTime'
import { HOUSEHOLD_REFERENCE_FILTER } from '../filters/catalogue'

const figure = new Intl.NumberFormat('en-GB')

const NAMED = 12

/** A value may be a single household's, so only their number is shown. */
const NOT_NAMED: readonly string[] = ['postcodes', HOUSEHOLD_REFERENCE_FILTER.name]

/** Readable, without references or postcodes: 'Tenure: Council rent'. */
export function filtersInWords(
  { filter_request_list, dynamic_filter_value_request_list }: FilterRequest,
  categories: readonly FilterCategory[],
): string[] {
  const known = categories.flatMap(({ subcategories }) => subcategories.flatMap(({ filters }) => filters))
  return [...dynamic_filter_value_request_list, ...filter_request_list].map(
    ({ filter_name: name, filter_value_list: values }) => {
      const filter = known.find(({ filter_name }) => filter_name === name)
      const title = filter?.display_name ?? OUTSIDE_THE_CATALOGUE.get(name) ?? name
      return `${title}: ${valuesInWords(name, values, filter)}`
    },
  )
}

const OUTSIDE_THE_CATALOGUE = new Map<string, string>([
  ...[AREA_FILTER, ...LISTED_FILTERS].map(({ filter_name, display_name }) => [filter_name, display_name] as const),
  [HOUSEHOLD_REFERENCE_FILTER.name, HOUSEHOLD_REFERENCE_FILTER.displayName],
])

function valuesInWords(name: string, values: readonly string[], filter: Filter | undefined): string {
  if (NOT_NAMED.includes(name)) return `${figure.format(values.length)} chosen`
  if (name === AREA_FILTER.filter_name) return values.map(areaInWords).join(', ')
  if (filter && isRangeType(filter.type)) {
    const isMoney = filter.filter_values.some(({ display_name }) => display_name.includes('£'))
    return values.map((value) => numberInWords(Number(value), isMoney)).join(' to ')
  }
  const names = values.map(
    (value) =>
      filter?.filter_values.find((one) => one.name === value)?.display_name ?? overTimeInWords(name, value) ?? value,
  )
  const more = names.length - NAMED
  return more > 0 ? `${names.slice(0, NAMED).join(', ')} and ${figure.format(more)} more` : names.join(', ')
}

const numberInWords = (value: number, isMoney: boolean) =>
  `${value < 0 ? '−' : ''}${isMoney ? '£' : ''}${figure.format(Math.abs(value))}`
