import type { CatalogueCategory } from '../definition'
import { slider, typedRange } from '../definition'

export const money: CatalogueCategory = {
  name: 'income_and_money',
  displayName: 'Income and money',
  subcategories: [
    {
      name: 'income',
      displayName: 'Income',
      description: 'What comes in each week.',
      filters: [
        slider(
          'weekly_earnings',
          'Weekly earnings',
          'Take-home pay of everyone in the household each week, in pounds.',
        ),
        slider(
          'weekly_income',
          'Weekly income',
          'All income of the household each week, benefits included, in pounds.',
        ),
      ],
    },
    {
      name: 'cash_and_savings',
      displayName: 'Cash and savings',
      description: 'What is left at the end of the month, and what is put by.',
      filters: [
        slider(
          'monthly_cash_balance',
          'Monthly cash balance',
          'Income less essential costs each month, in pounds. Below £0 the household cannot cover its costs.',
        ),
        typedRange('savings', 'Savings', 'Savings and other capital, in whole pounds.'),
      ],
    },
    {
      name: 'arrears',
      displayName: 'Arrears',
      description: 'What the household owes.',
      filters: [
        typedRange('rent_arrears', 'Rent arrears', 'Rent owed, in whole pounds. £0 means no arrears.'),
        typedRange(
          'council_tax_arrears',
          'Council Tax arrears',
          'Council Tax owed, in whole pounds. £0 means no arrears.',
        ),
      ],
    },
  ],
}
