import type { CatalogueCategory } from '../definition'
import { checkboxes, slider } from '../definition'

export const benefits: CatalogueCategory = {
  name: 'benefits',
  displayName: 'Benefits',
  subcategories: [
    {
      name: 'benefits_received',
      displayName: 'Benefits received',
      description: 'Help with rent and Council Tax that the household has now, and the benefit cap.',
      filters: [
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
      ],
    },
    {
      name: 'benefits_that_could_be_claimed',
      displayName: 'Benefits that could be claimed',
      description: 'Take-up of the four benefits that campaigns are about.',
      filters: [
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
      ],
    },
  ],
}
