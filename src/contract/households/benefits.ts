import { z } from 'zod'

/** `custom` needs selected filters; `free_school_meals` is offered only by its theme. */
export const BENEFIT_NAMES = [
  'pension_credit',
  'healthy_start',
  'attendance_allowance',
  'free_school_meals',
  'custom',
] as const
export const benefitNameSchema = z.enum(BENEFIT_NAMES)
export type BenefitName = z.infer<typeof benefitNameSchema>

/** The text of `((benefit))`. */
export const BENEFIT_TITLES: Readonly<Record<BenefitName, string>> = {
  pension_credit: 'Pension Credit',
  healthy_start: 'Healthy Start',
  attendance_allowance: 'Attendance Allowance',
  free_school_meals: 'free school meals',
  custom: 'benefits',
}
