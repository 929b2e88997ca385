import type { CatalogueCategory } from '../definition'
import { checkboxes, dropdown } from '../definition'

export const healthAndCare: CatalogueCategory = {
  name: 'health_and_care',
  displayName: 'Health and care',
  subcategories: [
    {
      name: 'health_and_age',
      displayName: 'Health and age',
      description: 'Health, disability and State Pension age.',
      filters: [
        checkboxes(
          'long_term_condition',
          'Long-term health condition',
          'Whether someone in the household has a condition expected to last a year or more.',
        ),
        dropdown(
          'disability_benefit',
          'Disability benefit',
          'The disability benefit that someone in the household is paid.',
          {
            placeholder: 'Choose disability benefits',
            valueNames: {
              none: 'None',
              pip: 'Personal Independence Payment (PIP)',
              dla: 'Disability Living Allowance (DLA)',
            },
          },
        ),
        checkboxes(
          'pension_age',
          'State Pension age',
          'Whether the head of the household has reached State Pension age.',
        ),
      ],
    },
    {
      name: 'care',
      displayName: 'Care',
      description: 'Unpaid care for someone else.',
      filters: [
        checkboxes('carer', 'Unpaid carer', 'Whether someone in the household looks after another person without pay.'),
        checkboxes(
          'carers_allowance',
          'Receives Carer’s Allowance',
          'Whether someone in the household is paid Carer’s Allowance.',
        ),
      ],
    },
  ],
}
