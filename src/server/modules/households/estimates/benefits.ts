import type { SnapshotColumnName } from '../columns/columns'

export const ESTIMATED_BENEFITS = {
  pension_credit: {
    displayName: 'Pension Credit',
    columns: [
      'pension_credit',
      'pension_credit_weekly_award',
      'attendance_allowance',
      'household_type',
      'household_size',
      'number_of_children',
      'youngest_child_age',
      'age_of_head',
      'pension_age',
      'weekly_income',
      'savings',
      'disability_benefit',
      'carer',
      'carers_allowance',
    ],
  },
  attendance_allowance: {
    displayName: 'Attendance Allowance',
    columns: [
      'attendance_allowance',
      'household_type',
      'household_size',
      'number_of_children',
      'age_of_head',
      'pension_age',
      'disability_benefit',
    ],
  },
  healthy_start: {
    displayName: 'Healthy Start',
    columns: ['healthy_start', 'number_of_children', 'youngest_child_age', 'ward_code'],
  },
  free_school_meals: {
    displayName: 'Free school meals',
    columns: ['free_school_meals', 'number_of_children', 'youngest_child_age', 'ward_code'],
  },
} as const satisfies Readonly<
  Record<string, { readonly displayName: string; readonly columns: readonly SnapshotColumnName[] }>
>

export type EstimatedBenefit = keyof typeof ESTIMATED_BENEFITS

export type EstimateName =
  `${EstimatedBenefit}_contradiction` | `${EstimatedBenefit | 'unclaimed'}_${'a_year' | 'highest_a_year' | 'weeks'}`

/** In display order. Object.keys widens the names. */
export const BENEFITS = Object.keys(ESTIMATED_BENEFITS) as readonly EstimatedBenefit[]

/** Each optional column reveals the same as one of these. */
export function columnsOfEstimate(name: EstimateName): readonly SnapshotColumnName[] {
  const benefit = BENEFITS.find((each) => name.startsWith(each))
  return benefit ? ESTIMATED_BENEFITS[benefit].columns : BENEFITS.flatMap((each) => ESTIMATED_BENEFITS[each].columns)
}
