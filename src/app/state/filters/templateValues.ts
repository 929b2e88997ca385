import type { TemplateValueRow } from '#contract/households/filterTemplates'
import { listPlaces, listValues, withValues, type SelectedFilters } from './selection'
import type { NewFilterTemplate } from '../templateStore'

/** The selection of a template's rows. */
export function readTemplateSelection(rows: readonly TemplateValueRow[]): SelectedFilters {
  return rows.reduce<SelectedFilters>((selection, row) => {
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
