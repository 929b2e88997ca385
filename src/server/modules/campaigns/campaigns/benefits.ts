import type { BenefitName } from '#contract/households/benefits'
import type { EstimateName } from '../../households/estimates/benefits'
import type { LoadedSnapshot } from '../../households/snapshots/service'
import { EVERY_HOUSEHOLD, type Predicate } from '../../households/snapshots/predicate'

const isOneOf = (column: string, value: string): Predicate => [{ kind: 'oneOf', column, values: [value] }]

export const TARGETING: Readonly<Record<BenefitName, Predicate>> = {
  pension_credit: isOneOf('pension_credit', 'eligible_not_claiming'),
  attendance_allowance: isOneOf('attendance_allowance', 'likely_eligible'),
  healthy_start: isOneOf('healthy_start', 'eligible_not_claiming'),
  free_school_meals: isOneOf('free_school_meals', 'eligible_not_claiming'),
  custom: EVERY_HOUSEHOLD,
}

/** Pounds a year that are certain. */
export const AWARD: Readonly<Record<BenefitName, EstimateName>> = {
  pension_credit: 'pension_credit_a_year',
  attendance_allowance: 'attendance_allowance_a_year',
  healthy_start: 'healthy_start_a_year',
  free_school_meals: 'free_school_meals_a_year',
  custom: 'unclaimed_a_year',
}

export const HIGHEST_AWARD: Readonly<Record<BenefitName, EstimateName>> = {
  pension_credit: 'pension_credit_highest_a_year',
  attendance_allowance: 'attendance_allowance_highest_a_year',
  healthy_start: 'healthy_start_highest_a_year',
  free_school_meals: 'free_school_meals_highest_a_year',
  custom: 'unclaimed_highest_a_year',
}

/** Weeks of payment in a year. */
const WEEKS: Readonly<Record<BenefitName, EstimateName>> = {
  pension_credit: 'pension_credit_weeks',
  attendance_allowance: 'attendance_allowance_weeks',
  healthy_start: 'healthy_start_weeks',
  free_school_meals: 'free_school_meals_weeks',
  custom: 'unclaimed_weeks',
}

/** For `((amount))`: the lowest a week that is certain, else empty (docs/product.md#campaign-preview). */
export async function readAmounts(
  snapshot: Pick<LoadedSnapshot, 'rows'>,
  benefit: BenefitName,
): Promise<(householdReference: string) => string> {
  const rows = await snapshot.rows(TARGETING[benefit], {
    select: [{ joined: [AWARD[benefit], WEEKS[benefit], 'household_reference'] }],
    encode: ([lines = []]) => lines.map((line) => `${String(line)}\n`).join(''),
  })
  let text = ''
  for await (const chunk of rows) text += String(chunk)
  const amounts = new Map(
    text.split('\n').map((line) => {
      const [aYear, weeks, ...reference] = line.split(',')
      return [reference.join(','), Math.floor(Math.round(Number(aYear) * 100) / Number(weeks))] as const
    }),
  )
  return (householdReference) => {
    const pence = amounts.get(householdReference) ?? 0
    return pence > 0 ? weekly.format(pence / 100) : ''
  }
}

/** '£63.25', '£69'. */
const weekly = new Intl.NumberFormat('en-GB', {
  style: 'currency',
  currency: 'GBP',
  trailingZeroDisplay: 'stripIfInteger',
})
