/**
 * Rules that an import checks a month's flags against: it warns where one covers households that the data call not
 * eligible.
 */
import type { SnapshotColumnName } from '../columns/columns'
import { estimatesAt } from './amounts'
import { columnsOfEstimate, type EstimatedBenefit } from './benefits'
import type { Rates } from './rateTypes'

export interface RuleInForce {
  readonly benefit: EstimatedBenefit
  readonly column: SnapshotColumnName
  /** The first day, yyyy-mm-dd. */
  readonly from: string
  /** Never null: the households concerned. */
  readonly condition: string
  /** SQL by column: values by the rule, for the estimator. */
  readonly byTheRule: Readonly<Partial<Record<SnapshotColumnName, string>>>
  readonly end: 'lowest' | 'highest'
  readonly expected: string
  /** Completes '12 households …'. */
  readonly says: string
}

export const RULES_IN_FORCE: readonly RuleInForce[] = [
  {
    benefit: 'free_school_meals',
    column: 'free_school_meals',
    // https://www.gov.uk/government/news/over-half-a-million-children-to-benefit-from-free-school-meals
    from: '2026-09-01',
    // Older children may have left school.
    condition:
      "(free_school_meals = 'not_eligible' and coalesce(universal_credit, false) and left(ward_code::varchar, 1) = 'E' " +
      'and coalesce(youngest_child_age <= 16, false))',
    byTheRule: { free_school_meals: "'eligible_not_claiming'" },
    end: 'lowest',
    expected: 'eligible_not_claiming or claiming for pupils of families on Universal Credit in England',
    says: 'in England on Universal Credit with pupils, not eligible for free school meals, which since September 2026 all such pupils get',
  },
  {
    benefit: 'healthy_start',
    column: 'healthy_start',
    // Take-home pay of £408 a month at most, with Universal Credit: https://www.healthystart.nhs.uk/how-to-apply/
    from: '2021-11-01',
    condition:
      "(healthy_start = 'not_eligible' and coalesce(universal_credit, false) and left(ward_code::varchar, 1) <> 'S' " +
      'and coalesce(youngest_child_age < 4 and weekly_earnings * 52 / 12 <= 408, false))',
    byTheRule: { healthy_start: "'eligible_not_claiming'" },
    end: 'lowest',
    expected:
      'eligible_not_claiming or claiming with Universal Credit, earnings of at most £408 a month and a child under 4',
    says: 'on Universal Credit with a child under four and earnings of at most £408 a month, not eligible for Healthy Start',
  },
  {
    benefit: 'pension_credit',
    column: 'pension_credit',
    // State Pension Credit Regulations 2002, schedule 1: https://www.legislation.gov.uk/uksi/2002/1792/schedule/I
    from: '2003-10-06',
    condition:
      "(pension_credit = 'not_eligible' and pension_age and attendance_allowance = 'claiming' " +
      'and household_size::integer - number_of_children::integer = 1)',
    byTheRule: { attendance_allowance: "'likely_eligible'", disability_benefit: "'none'", carer: 'false' },
    end: 'highest',
    expected:
      'eligible_not_claiming where somebody with Attendance Allowance lives alone and nobody is paid for the care: the ' +
      'addition for severe disability raises the level that income is compared with',
    says:
      'with Attendance Allowance and no other adult, not eligible for Pension Credit on an income that is below its level ' +
      'with the addition for severe disability',
  },
]

/**
 * SQL: households that a rule covers, as `place` (rowid), `told` (the data's value) and `worth` (pounds a year).
 * @param from a table of snapshot columns
 */
export function selectByRule({ benefit, column, condition, byTheRule, end }: RuleInForce, rates: Rates, from: string) {
  const replaced = Object.entries(byTheRule).map(([name, value]) => `${value} as ${name}`)
  return (
    `(select place, told, (${estimatesAt(rates)[benefit][end]})::double as worth from ` +
    `(select rowid as place, ${column}::varchar as told, * replace (${replaced.join(', ')}) from ${from} where ${condition}) ` +
    'where worth > 0)'
  )
}

/** Columns that a household listed under this rule reveals. */
export const listRuleColumns = ({ benefit, condition, byTheRule }: RuleInForce): string[] => [
  ...columnsOfEstimate(`${benefit}_a_year`),
  ...condition.split(/\W+/),
  ...Object.keys(byTheRule),
]
