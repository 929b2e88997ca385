import {
  category,
  checkboxes,
  dropdown,
  search,
  slider,
  subcategory,
  typedRange,
  type CatalogueCategory,
  type CatalogueFilter,
} from './definition'

/**
 * One filter per snapshot column except `longitude` and `latitude`, named after it; the four search filters have other
 * names.
 */
export const CATALOGUE: readonly CatalogueCategory[] = [
  category(
    'area',
    'Area',
    subcategory(
      'place',
      'Place',
      'Where the household lives.',
      search('ward', 'ward_code', 'Ward', 'Search or paste ward names', 'Electoral wards, by name.'),
      search(
        'local_authority',
        'ward_code',
        'Local authority',
        'Search or paste local authorities',
        'The local authority that the ward is in.',
      ),
      search(
        'postcodes',
        'postcode',
        'Postcode',
        'Search or paste postcodes',
        'Full postcodes, with or without the space.',
      ),
    ),
  ),
  category(
    'household',
    'Household',
    subcategory(
      'people',
      'People in the household',
      'Who lives in the household and how old they are.',
      dropdown('household_type', 'Household type', 'Whether people live alone, as a couple or with children.', {
        placeholder: 'Choose household types',
      }),
      typedRange('household_size', 'Household size', 'How many people live in the household, children included.'),
      slider(
        'age_of_head',
        'Age of head of household',
        'Age in years of the person whose name the household is under.',
      ),
      dropdown('preferred_language', 'Preferred language', 'The language the household has asked to be contacted in.', {
        placeholder: 'Choose languages',
        onlyPresent: true,
      }),
    ),
    subcategory(
      'children',
      'Children',
      'Dependent children in the household.',
      typedRange('number_of_children', 'Number of children', 'How many dependent children live in the household.'),
      slider(
        'youngest_child_age',
        'Age of youngest child',
        'Age in years; 0 is under one year old. Using this filter leaves out households without children.',
      ),
    ),
  ),
  category(
    'home',
    'Home',
    subcategory(
      'tenure_and_type',
      'Tenure and type',
      'How the home is held and what kind of home it is.',
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
    ),
    subcategory(
      'rent_and_council_tax',
      'Rent and council tax',
      'What the home costs. Arrears stand under Income and money.',
      slider('weekly_rent', 'Weekly rent', 'Rent due each week, in pounds. £0 where the home is not rented.'),
      checkboxes('council_tax_band', 'Council Tax band', 'Valuation band of the home. Band I exists in Wales only.'),
    ),
    subcategory(
      'energy',
      'Energy',
      'How the home is heated and how well it keeps the heat.',
      checkboxes('epc_band', 'EPC rating', 'Energy performance certificate, from A (best) to G (worst).'),
      checkboxes('heating', 'Main heating', 'The main fuel that heats the home.', {
        valueNames: { none: 'No heating' },
      }),
    ),
  ),
  category(
    'income_and_money',
    'Income and money',
    subcategory(
      'income',
      'Income',
      'What comes in each week.',
      slider('weekly_earnings', 'Weekly earnings', 'Take-home pay of everyone in the household each week, in pounds.'),
      slider('weekly_income', 'Weekly income', 'All income of the household each week, benefits included, in pounds.'),
    ),
    subcategory(
      'cash_and_savings',
      'Cash and savings',
      'What is left at the end of the month, and what is put by.',
      slider(
        'monthly_cash_balance',
        'Monthly cash balance',
        'Income less essential costs each month, in pounds. Below £0 the household cannot cover its costs.',
      ),
      typedRange('savings', 'Savings', 'Savings and other capital, in whole pounds.'),
    ),
    subcategory(
      'arrears',
      'Arrears',
      'What the household owes.',
      typedRange('rent_arrears', 'Rent arrears', 'Rent owed, in whole pounds. £0 means no arrears.'),
      typedRange(
        'council_tax_arrears',
        'Council Tax arrears',
        'Council Tax owed, in whole pounds. £0 means no arrears.',
      ),
    ),
  ),
  category(
    'work_and_universal_credit',
    'Work and Universal Credit',
    subcategory(
      'work',
      'Work',
      'What the head of the household does.',
      dropdown('employment_status', 'Employment status', 'Main activity of the head of the household.', {
        placeholder: 'Choose statuses',
        valueNames: { carer: 'Full-time carer' },
      }),
    ),
    subcategory(
      'universal_credit',
      'Universal Credit',
      'Whether the household is paid Universal Credit and what it is asked to do in return.',
      checkboxes('universal_credit', 'Receives Universal Credit', 'Whether the household is paid Universal Credit.'),
      checkboxes(
        'uc_conditionality',
        'Universal Credit work group',
        'What the claimant commitment asks for. “No work requirements” includes households not on Universal Credit.',
        { valueNames: { none: 'No work requirements', working: 'Working enough', planning: 'Planning for work' } },
      ),
    ),
  ),
  category(
    'benefits',
    'Benefits',
    subcategory(
      'benefits_received',
      'Benefits received',
      'Help with rent and Council Tax that the household has now, and the benefit cap.',
      checkboxes('housing_benefit', 'Receives Housing Benefit', 'Whether the household is paid Housing Benefit.'),
      checkboxes(
        'council_tax_reduction',
        'Receives Council Tax Reduction',
        'Whether the household’s Council Tax bill is reduced because of low income.',
      ),
      checkboxes(
        'benefit_capped',
        'Affected by the benefit cap',
        'Whether the household’s benefits are cut by the cap.',
      ),
    ),
    subcategory(
      'benefits_that_could_be_claimed',
      'Benefits that could be claimed',
      'Take-up of the four benefits that campaigns are about.',
      checkboxes('pension_credit', 'Pension Credit', 'Whether the household claims Pension Credit, or could.'),
      slider(
        'pension_credit_weekly_award',
        'Pension Credit weekly award',
        'What is paid each week, or would be if it were claimed, in pounds.',
      ),
      checkboxes(
        'attendance_allowance',
        'Attendance Allowance',
        'Whether someone claims Attendance Allowance. “Likely eligible” means their age and health suggest that they could.',
      ),
      checkboxes(
        'healthy_start',
        'Healthy Start',
        'Whether the household claims help with milk, fruit and vegetables for pregnancy and children under four, or could.',
      ),
      checkboxes('free_school_meals', 'Free school meals', 'Whether the children get free school meals, or could.'),
    ),
  ),
  category(
    'health_and_care',
    'Health and care',
    subcategory(
      'health_and_age',
      'Health and age',
      'Health, disability and State Pension age.',
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
    ),
    subcategory(
      'care',
      'Care',
      'Unpaid care for someone else.',
      checkboxes('carer', 'Unpaid carer', 'Whether someone in the household looks after another person without pay.'),
      checkboxes(
        'carers_allowance',
        'Receives Carer’s Allowance',
        'Whether someone in the household is paid Carer’s Allowance.',
      ),
    ),
  ),
  category(
    'risk',
    'Risk',
    subcategory(
      'poverty',
      'Food and fuel',
      'Signs that a household may have to choose between heating and eating.',
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
    ),
    subcategory(
      'inclusion',
      'Being reached',
      'How easily the household can be reached online.',
      checkboxes(
        'digital_exclusion',
        'Digital exclusion',
        'How likely it is that the household cannot use services online. High: write by post.',
      ),
    ),
  ),
]

export const HOUSEHOLD_REFERENCE_FILTER: CatalogueFilter = search(
  'household_references',
  'household_reference',
  'Household reference',
  'Search or paste household references',
  'Choose households by their reference. Several can be pasted at once.',
)

export const CATALOGUE_FILTERS: readonly CatalogueFilter[] = [
  HOUSEHOLD_REFERENCE_FILTER,
  ...CATALOGUE.flatMap((category) => category.subcategories.flatMap((subcategory) => subcategory.filters)),
]
