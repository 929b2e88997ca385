import { describe, expect, it } from 'vitest'
import type { FilterCategory } from '#contract/households/filters'
import { Fault } from '../../../http/faults'
import { knownFilters, templateRows } from './rows'

const filter = (filter_name: string, type: string, values: string[]) => ({
  filter_name,
  display_name: `The ${filter_name}`,
  placeholder: '',
  description: '',
  type,
  filter_values: values.map((name) => ({ name, display_name: name.toUpperCase() })),
})

const categories: FilterCategory[] = [
  {
    category_name: 'home',
    display_name: 'Home',
    subcategories: [
      {
        subcategory_name: 'all',
        display_name: 'All',
        description: '',
        filters: [
          filter('tenure', 'checkbox_multiple', ['owned', 'rented']),
          filter('weekly_rent', 'integer_to_integer', ['0', '500']),
          filter('postcodes', 'search', []),
        ],
      },
    ],
  },
]

const known = knownFilters(categories, { filter_name: 'household_references', display_name: 'Household reference' })

const fieldsOf = (details: Parameters<typeof templateRows>[0]) => {
  try {
    templateRows(details, known)
  } catch (fault) {
    if (fault instanceof Fault) return Object.keys(fault.body.fields ?? {})
    throw fault
  }
  return []
}

describe('the rows of a template', () => {
  it('are one a value, in the words of the catalogue', () => {
    const rows = templateRows([{ filter_name: 'tenure', filter_value_names: ['rented'] }], known)
    expect(rows).toEqual([
      {
        category_name: 'home',
        filter_name: 'tenure',
        filter_display_name: 'The tenure',
        filter_value: { name: 'rented', display_name: 'RENTED' },
      },
    ])
  })

  it('take any two ordered numbers for a range, minimum first', () => {
    const rows = templateRows([{ filter_name: 'weekly_rent', filter_value_names: ['10', '20'] }], known)
    expect(rows.map((row) => row.filter_value.name)).toEqual(['10', '20'])
  })

  it('take any reference or postcode, because those lists change with every snapshot', () => {
    expect(fieldsOf([{ filter_name: 'household_references', filter_value_names: ['NOR-1'] }])).toEqual([])
    expect(fieldsOf([{ filter_name: 'postcodes', filter_value_names: ['NM1 1AA'] }])).toEqual([])
  })

  it.each([
    ['an unknown filter', { filter_name: 'nope', filter_value_names: ['x'] }, 'filter_template_details.0.filter_name'],
    [
      'an unknown value',
      { filter_name: 'tenure', filter_value_names: ['x'] },
      'filter_template_details.0.filter_value_names.0',
    ],
    [
      'a reversed range',
      { filter_name: 'weekly_rent', filter_value_names: ['9', '1'] },
      'filter_template_details.0.filter_value_names',
    ],
    [
      'half a range',
      { filter_name: 'weekly_rent', filter_value_names: ['9'] },
      'filter_template_details.0.filter_value_names',
    ],
    [
      'numbers in another notation',
      { filter_name: 'weekly_rent', filter_value_names: ['0', '1e3'] },
      'filter_template_details.0.filter_value_names',
    ],
    [
      'words for numbers',
      { filter_name: 'weekly_rent', filter_value_names: ['a', 'b'] },
      'filter_template_details.0.filter_value_names',
    ],
  ])('refuse %s by its path', (_, detail, path) => {
    expect(fieldsOf([detail])).toEqual([path])
  })

  it('refuse a filter given twice', () => {
    const twice = { filter_name: 'tenure', filter_value_names: ['rented'] }
    expect(fieldsOf([twice, twice])).toEqual(['filter_template_details.1.filter_name'])
  })
})
