import type { BenefitName } from '#contract/campaigns'

/** What `((benefit))` says in a message. */
export const BENEFIT_TITLES: Readonly<Record<BenefitName, string>> = {
  pension_credit: 'Pension Credit',
  healthy_start: 'Healthy Start',
  attendance_allowance: 'Attendance Allowance',
  free_school_meals: 'free school meals',
  custom: 'benefits',
}
