import type { CatalogueCategory } from '../definition'
import { checkboxes, dropdown, slider, typedRange } from '../definition'

export const home: CatalogueCategory = {
  name: 'home',
  displayName: 'Home',
  subcategories: [
    {
      name: 'tenure_and_type',
      displayName: 'Tenure and type',
      description: 'How the home is held and what kind of home it is.',
      filters: [
        dropdown('tenure', 'Tenure', 'Whether the home is owned, mortgaged or rented, and from whom.', {
          placeholder: 'Choose tenures',
        }),
        checkboxes('accommodation_type', 'Accommodation type', 'The kind of building the household lives in.'),
        typedRange('bedrooms', 'Bedrooms', 'How many bedrooms the home has.'),
        checkboxes(
          'under_occupying',
          'Under-occupying',
          'Whether the home has more bedrooms than the size criteria (“bedroom tax”) allow for.',
        ),
      ],
    },
    {
      name: 'rent_and_council_tax',
      displayName: 'Rent and council tax',
      description: 'What the home costs. Arrears stand under Income and money.',
      filters: [
        slider('weekly_rent', 'Weekly rent', 'Rent due each week, in pounds. £0 where the home is not rented.'),
        checkboxes('council_tax_band', 'Council Tax band', 'Valuation band of the home. Band I exists in Wales only.'),
      ],
    },
    {
      name: 'energy',
      displayName: 'Energy',
      description: 'How the home is heated and how well it keeps the heat.',
      filters: [
        checkboxes('epc_band', 'EPC rating', 'Energy performance certificate, from A (best) to G (worst).'),
        checkboxes('heating', 'Main heating', 'The main fuel that heats the home.', {
          valueNames: { none: 'No heating' },
        }),
      ],
    },
  ],
}
