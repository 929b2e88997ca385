import type { ReadyMadeTemplate } from '#contract/households/filterTemplates'
import type { SnapshotColumnName } from '../columns/columns'
import { chooseNames, type Choice } from '../filters/choice'
import { templateRows, type KnownFilters } from './rows'

interface Question {
  readonly name: string
  readonly choices: Partial<Record<SnapshotColumnName, Choice>>
}

const YES = ['true']
const NO = ['false']
const COULD_CLAIM = ['eligible_not_claiming']
const TENANTS = ['council_rent', 'housing_association', 'private_rent']

/** What councils ask first. */
const QUESTIONS: readonly Question[] = [
  { name: 'Pensioners who may miss Pension Credit', choices: { pension_credit: COULD_CLAIM } },
  {
    name: 'Pensioners who may miss Attendance Allowance',
    choices: { attendance_allowance: ['likely_eligible'], pension_age: YES },
  },
  { name: 'Families who may miss Healthy Start', choices: { healthy_start: COULD_CLAIM } },
  { name: 'Families who may miss free school meals', choices: { free_school_meals: COULD_CLAIM } },
  { name: 'Unpaid carers without Carer’s Allowance', choices: { carer: YES, carers_allowance: NO } },
  {
    name: 'Behind with Council Tax, without Council Tax Reduction',
    choices: { council_tax_arrears: { from: 1 }, council_tax_reduction: NO },
  },
  { name: 'Tenants behind with their rent', choices: { tenure: TENANTS, rent_arrears: { from: 1 } } },
  {
    name: 'Tenants with more bedrooms than they are paid for',
    choices: { tenure: ['council_rent', 'housing_association'], under_occupying: YES },
  },
  { name: 'Households under the benefit cap', choices: { benefit_capped: YES } },
  { name: 'Households that spend more than they have', choices: { monthly_cash_balance: { to: -1 } } },
  {
    name: 'Lone parents who spend more than they have',
    choices: { household_type: ['lone_parent'], monthly_cash_balance: { to: -1 } },
  },
  { name: 'Pensioners in fuel poverty', choices: { pension_age: YES, fuel_poverty: YES } },
]

/** Without those whose filters or values are unknown. */
export const listReadyMade = (known: KnownFilters): ReadyMadeTemplate[] =>
  QUESTIONS.flatMap(({ name, choices }) => {
    const details = Object.entries(choices).map(([filter_name, choice]) => {
      const values = [...(known.get(filter_name)?.values.values() ?? [])]
      return { filter_name, filter_value_names: chooseNames(values, choice) }
    })
    const isComplete = details.every(({ filter_value_names: names }) => names.length > 0)
    return isComplete ? [{ name, rows: templateRows(details, known) }] : []
  })
