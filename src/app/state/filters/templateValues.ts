import { NO_HOUSEHOLD, REFERENCE_FILTER } from '#contract/households/filters'
import type { TemplateValueRow } from '#contract/households/filterTemplates'
import { formatCount } from '../../lib/counts'
import { listPlaces, listValues, withValues, type SelectedFilters } from './selection'
import type { NewFilterTemplate } from '../templateStore'

const isGone = ({ filter_value }: TemplateValueRow) => filter_value.name === NO_HOUSEHOLD

/** How many references are told as a number alone, in words; none if all are held. */
export function countGone(rows: readonly TemplateValueRow[]): string[] {
  const gone = rows.filter(isGone).length
  return gone === 0 ? [] : [formatCount(gone, 'household reference')]
}

/** The selection of a template's rows. References that are gone leave it, but for one that alone chooses nobody. */
export function readTemplateSelection(rows: readonly TemplateValueRow[]): SelectedFilters {
  const isLeft = rows.some((row) => row.filter_name === REFERENCE_FILTER && !isGone(row))
  const firstGone = isLeft ? undefined : rows.find(isGone)
  return rows.reduce<SelectedFilters>((selection, row) => {
    if (isGone(row) && row !== firstGone) return selection
    const place = {
      categoryName: row.category_name,
      filterName: row.filter_name,
      displayName: row.filter_display_name,
    }
    const value = { id: row.filter_value.name, displayName: row.filter_value.display_name }
    return withValues(selection, place, [...listValues(selection, place), value])
  }, {})
}

/** The template rows of a selection. */
export function writeTemplateDetails(selection: SelectedFilters): NewFilterTemplate['filter_template_details'] {
  return listPlaces(selection).map(({ filterName, selectedValues }) => ({
    filter_name: filterName,
    filter_value_names: selectedValues.map((value) => value.id),
  }))
}
