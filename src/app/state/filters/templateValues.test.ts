import { describe, expect, it } from 'vitest'
import { NO_HOUSEHOLD } from '#contract/households/filters'
import { countGone, writeTemplateDetails, readTemplateSelection } from './templateValues'

const row = (category_name: string, filter_name: string, name: string, display_name = name) => ({
  category_name,
  filter_name,
  filter_display_name: `The ${filter_name}`,
  filter_value: { name, display_name },
})

describe('a selection and the values of a template', () => {
  it('are made from one another', () => {
    const selection = readTemplateSelection([
      row('home', 'tenure', 'rented'),
      row('money', 'income', '0', '£0'),
      row('money', 'income', '9', '£9'),
    ])
    expect(selection).toEqual({
      home: { tenure: { displayName: 'The tenure', selectedValues: [{ id: 'rented', displayName: 'rented' }] } },
      money: {
        income: {
          displayName: 'The income',
          selectedValues: [
            { id: '0', displayName: '£0' },
            { id: '9', displayName: '£9' },
          ],
        },
      },
    })
    expect(writeTemplateDetails(selection)).toEqual([
      { filter_name: 'tenure', filter_value_names: ['rented'] },
      { filter_name: 'income', filter_value_names: ['0', '9'] },
    ])
  })

  it('say how many references are gone, and then choose the others, or nobody', () => {
    const of = (...names: string[]) => names.map((name) => row('household_reference', 'household_references', name))
    const chosen = (rows: ReturnType<typeof of>) =>
      writeTemplateDetails(readTemplateSelection(rows)).flatMap((one) => one.filter_value_names)
    expect(countGone(of('A-1'))).toEqual([])
    expect(countGone(of('A-1', NO_HOUSEHOLD, NO_HOUSEHOLD))).toEqual(['2 household references'])
    expect(chosen(of('A-1', NO_HOUSEHOLD, NO_HOUSEHOLD))).toEqual(['A-1'])
    expect(chosen(of(NO_HOUSEHOLD, NO_HOUSEHOLD))).toEqual([NO_HOUSEHOLD])
  })
})
