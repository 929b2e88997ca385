import type { CatalogueCategory } from '../definition'
import { checkboxes, dropdown } from '../definition'

export const work: CatalogueCategory = {
  name: 'work_and_universal_credit',
  displayName: 'Work and Universal Credit',
  subcategories: [
    {
      name: 'work',
      displayName: 'Work',
      description: 'What the head of the household does.',
      filters: [
        dropdown('employment_status', 'Employment status', 'Main activity of the head of the household.', {
          placeholder: 'Choose statuses',
          valueNames: { carer: 'Full-time carer' },
        }),
      ],
    },
    {
      name: 'universal_credit',
      displayName: 'Universal Credit',
      description: 'Whether the household is paid Universal Credit and what it is asked to do in return.',
      filters: [
        checkboxes('universal_credit', 'Receives Universal Credit', 'Whether the household is paid Universal Credit.'),
        checkboxes(
          'uc_conditionality',
          'Universal Credit work group',
          'What the claimant commitment asks for. “No work requirements” includes households not on Universal Credit.',
          { valueNames: { none: 'No work requirements', working: 'Working enough', planning: 'Planning for work' } },
        ),
      ],
    },
  ],
}
