import type { CatalogueCategory } from '../definition'
import { checkboxes } from '../definition'

export const risk: CatalogueCategory = {
  name: 'risk',
  displayName: 'Risk',
  subcategories: [
    {
      name: 'poverty',
      displayName: 'Food and fuel',
      description: 'Signs that a household may have to choose between heating and eating.',
      filters: [
        checkboxes(
          'food_poverty_risk',
          'Food poverty risk',
          'How likely it is that the household cannot afford enough food.',
        ),
        checkboxes(
          'fuel_poverty',
          'Fuel poverty',
          'Whether the household cannot keep its home warm at a reasonable cost.',
        ),
      ],
    },
    {
      name: 'inclusion',
      displayName: 'Being reached',
      description: 'How easily the household can be reached online.',
      filters: [
        checkboxes(
          'digital_exclusion',
          'Digital exclusion',
          'How likely it is that the household cannot use services online. High: write by post.',
        ),
      ],
    },
  ],
}
