import type { BenefitName } from '#contract/households/benefits'
import { EVERY_HOUSEHOLD, type Predicate } from '../../households/snapshots/predicate'

const isOneOf = (column: string, value: string): Predicate => [{ kind: 'oneOf', column, values: [value] }]

export const TARGETING: Readonly<Record<BenefitName, Predicate>> = {
  pension_credit: isOneOf('pension_credit', 'eligible_not_claiming'),
  attendance_allowance: isOneOf('attendance_allowance', 'likely_eligible'),
  healthy_start: isOneOf('healthy_start', 'eligible_not_claiming'),
  free_school_meals: isOneOf('free_school_meals', 'eligible_not_claiming'),
  custom: EVERY_HOUSEHOLD,
}
