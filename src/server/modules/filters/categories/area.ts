import type { CatalogueCategory } from '../definition'

export const area: CatalogueCategory = {
  name: 'area',
  displayName: 'Area',
  subcategories: [
    {
      name: 'place',
      displayName: 'Place',
      description: 'Where the household lives.',
      filters: [
        {
          name: 'ward',
          column: 'ward_code',
          type: 'search',
          displayName: 'Ward',
          placeholder: 'Search or paste ward names',
          description: 'Electoral wards, by name.',
        },
        {
          name: 'local_authority',
          column: 'ward_code',
          type: 'search',
          displayName: 'Local authority',
          placeholder: 'Search or paste local authorities',
          description: 'The local authority that the ward is in.',
        },
        {
          name: 'postcodes',
          column: 'postcode',
          type: 'search',
          displayName: 'Postcode',
          placeholder: 'Search or paste postcodes',
          description: 'Full postcodes, with or without the space.',
        },
      ],
    },
  ],
}
