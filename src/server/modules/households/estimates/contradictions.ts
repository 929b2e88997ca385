/** Imports warn of self-contradictory data; the estimator then skips that benefit. */
import type { SnapshotColumnName } from '../columns/columns'
import type { EstimatedBenefit } from './benefits'
import { RATES_2026 } from './rates2026'

/** SQL list; null without ages. */
export const AGES = "list_transform(string_split(children_ages, ';'), lambda age: age::integer)"

export interface Contradiction {
  readonly benefits: readonly [EstimatedBenefit, ...EstimatedBenefit[]]
  readonly column: SnapshotColumnName
  readonly condition: string
  /** Completes 'expected …'; `says` completes 'the data say …'. */
  readonly expected: string
  readonly says: string
}

/** In any year's rates. */
const { earliest } = RATES_2026.pensionAge

/** With several adults, another may be the pensioner. */
const isUnderPensionAge =
  `(not pension_age or (age_of_head < ${earliest} and household_type not in ('other_adults', 'other_with_children'))` +
  ')'

/** Larger families are more likely a mistake. */
const MOST_CHILDREN = 15

export const CONTRADICTIONS: readonly Contradiction[] = [
  {
    benefits: ['pension_credit'],
    column: 'pension_credit_weekly_award',
    condition: "(pension_credit = 'eligible_not_claiming' and pension_credit_weekly_award = 0)",
    expected: 'an award above 0 where Pension Credit is eligible_not_claiming',
    says: 'eligible for Pension Credit, with an award of £0',
  },
  {
    benefits: ['pension_credit'],
    column: 'age_of_head',
    condition: `(pension_credit = 'eligible_not_claiming' and ${isUnderPensionAge})`,
    expected: `${earliest} or more, and pension_age true, where Pension Credit is eligible_not_claiming`,
    says: 'eligible for Pension Credit, under State Pension age',
  },
  {
    benefits: ['pension_credit'],
    column: 'pension_credit',
    condition: `(pension_credit = 'eligible_not_claiming' and coalesce(partner_age < ${earliest}, false))`,
    expected: `not_eligible where partner_age is below ${earliest}: a couple needs both to have reached State Pension age`,
    says: 'eligible for Pension Credit, with a partner under State Pension age',
  },
  {
    benefits: ['attendance_allowance'],
    column: 'age_of_head',
    condition: `(attendance_allowance = 'likely_eligible' and ${isUnderPensionAge})`,
    expected: `${earliest} or more, and pension_age true, where Attendance Allowance is likely_eligible`,
    says: 'likely to get Attendance Allowance, under State Pension age',
  },
  {
    benefits: ['attendance_allowance'],
    column: 'attendance_allowance',
    // Social Security Contributions and Benefits Act 1992, section 64: https://www.legislation.gov.uk/ukpga/1992/4/section/64
    condition:
      "(attendance_allowance = 'likely_eligible' and disability_benefit = 'pip' " +
      'and household_size::integer - number_of_children::integer = 1)',
    expected: 'not_eligible where the only adult gets PIP',
    says: 'likely to get Attendance Allowance, with PIP and no other adult',
  },
  {
    benefits: ['healthy_start'],
    column: 'healthy_start',
    condition: "(healthy_start <> 'not_eligible' and left(ward_code::varchar, 1) = 'S')",
    expected: 'not_eligible in Scotland, which has Best Start Foods',
    says: 'Healthy Start, in Scotland, which has Best Start Foods',
  },
  {
    benefits: ['free_school_meals'],
    column: 'free_school_meals',
    condition: "(free_school_meals = 'eligible_not_claiming' and number_of_children = 0)",
    expected: 'not_eligible where there is no child',
    says: 'eligible for free school meals, without a child',
  },
  {
    benefits: ['pension_credit', 'healthy_start', 'free_school_meals'],
    column: 'number_of_children',
    condition: `(number_of_children >= household_size or number_of_children > ${MOST_CHILDREN})`,
    expected: `fewer than household_size, and at most ${MOST_CHILDREN}`,
    says: 'as many children as people, or more than are believable',
  },
  {
    benefits: ['healthy_start', 'free_school_meals'],
    column: 'number_of_children',
    condition: `coalesce(len(${AGES}) <> number_of_children or list_min(${AGES}) <> youngest_child_age, false)`,
    expected: 'the number and the youngest of children_ages',
    says: 'other children in children_ages than in number_of_children and youngest_child_age',
  },
]

/** SQL: whether the benefit's data are consistent. */
export const isSound = (benefit: EstimatedBenefit): string =>
  `not (${listConditions(benefit)
    .map(({ condition }) => condition)
    .join(' or ')})`

/** SQL: in words, else null. */
export const describeContradiction = (benefit: EstimatedBenefit): string =>
  `case ${listConditions(benefit)
    .map(({ condition, says }) => `when ${condition} then '${says}'`)
    .join(' ')} end`

const listConditions = (benefit: EstimatedBenefit) =>
  CONTRADICTIONS.filter(({ benefits }) => benefits.includes(benefit))
