import type { BenefitName } from '#contract/households/benefits'
import type { EstimateName } from '../../households/estimates/benefits'
import type { LoadedSnapshot } from '../../households/snapshots/service'
import { TARGETING } from './targeting'

export const HIGHEST_AWARD: Readonly<Record<BenefitName, EstimateName>> = {
  pension_credit: 'pension_credit_highest_a_year',
  attendance_allowance: 'attendance_allowance_highest_a_year',
  healthy_start: 'healthy_start_highest_a_year',
  free_school_meals: 'free_school_meals_highest_a_year',
  custom: 'unclaimed_highest_a_year',
}

/**
 * What `((amount))` says to each household: the estimator's highest weekly figure, as '£68', or '£4.65' below ten
 * pounds. Empty where there is no estimate.
 */
export async function readAmounts(
  snapshot: Pick<LoadedSnapshot, 'rows' | 'rates'>,
  benefit: BenefitName,
): Promise<(householdReference: string) => string> {
  const rows = await snapshot.rows(TARGETING[benefit], {
    select: [{ joined: [HIGHEST_AWARD[benefit], 'household_reference'] }],
    encode: ([lines = []]) => lines.map((line) => `${String(line)}\n`).join(''),
  })
  let text = ''
  for await (const chunk of rows) text += String(chunk)
  const amounts = new Map(
    text.split('\n').map((line) => {
      const comma = line.indexOf(',')
      return [
        line.slice(comma + 1),
        Math.floor((Number(line.slice(0, comma)) * 100) / snapshot.rates.weeksAYear),
      ] as const
    }),
  )
  return (householdReference) => {
    const pence = amounts.get(householdReference) ?? 0
    if (pence <= 0) return ''
    return pence < 1_000 ? `£${(pence / 100).toFixed(2)}` : `£${Math.floor(pence / 100).toLocaleString('en-GB')}`
  }
}
