import type { CatalogueCategory } from '../definition'
import { dropdown, slider, typedRange } from '../definition'

export const household: CatalogueCategory = {
  name: 'household',
  displayName: 'Household',
  subcategories: [
    {
      name: 'people',
      displayName: 'People in the household',
      description: 'Who lives in the household and how old they are.',
      filters: [
        dropdown('household_type', 'Household type', 'Whether people live alone, as a couple or with children.', {
          placeholder: 'Choose household types',
        }),
        typedRange('household_size', 'Household size', 'How many people live in the household, children included.'),
        slider(
          'age_of_head',
          'Age of head of household',
          'Age in years of the person whose name the household is under.',
        ),
        dropdown(
          'preferred_language',
          'Preferred language',
          'The language the household has asked to be contacted in.',
          {
            placeholder: 'Choose languages',
            onlyPresent: true,
          },
        ),
      ],
    },
    {
      name: 'children',
      displayName: 'Children',
      description: 'Dependent children in the household.',
      filters: [
        typedRange('number_of_children', 'Number of children', 'How many dependent children live in the household.'),
        slider(
          'youngest_child_age',
          'Age of youngest child',
          'Age in years; 0 is under one year old. Using this filter leaves out households without children.',
        ),
      ],
    },
  ],
}
