import type { BenefitName } from '#contract/campaigns'
import { RATES } from '../snapshots/rates'
import type { EstimateName, LoadedSnapshot } from '../snapshots/service'
import { TARGETING } from './targeting'

/** The most that a household may get: of Attendance Allowance the snapshot does not know the rate. */
const ESTIMATE: Readonly<Record<BenefitName, EstimateName>> = {
  pension_credit: 'pension_credit_a_year',
  attendance_allowance: 'attendance_allowance_at_higher_rate_a_year',
  healthy_start: 'healthy_start_a_year',
  free_school_meals: 'free_school_meals_a_year',
  custom: 'unclaimed_a_year',
}

/**
 * What `((amount))` says to each household: what the estimator says a week, '£68', below ten pounds '£4.65'. Empty where
 * it estimates nothing.
 */
export async function readAmounts(
  snapshot: Pick<LoadedSnapshot, 'rows'>,
  benefit: BenefitName,
): Promise<(householdReference: string) => string> {
  const rows = await snapshot.rows(TARGETING[benefit], {
    select: [{ joined: [ESTIMATE[benefit], 'household_reference'] }],
    encode: ([lines = []]) => lines.map((line) => `${String(line)}\n`).join(''),
  })
  let text = ''
  for await (const chunk of rows) text += String(chunk)
  const amounts = new Map(
    text.split('\n').map((line) => {
      const comma = line.indexOf(',')
      return [line.slice(comma + 1), Math.floor((Number(line.slice(0, comma)) * 100) / RATES.weeksAYear)] as const
    }),
  )
  return (householdReference) => {
    const pence = amounts.get(householdReference) ?? 0
    if (pence <= 0) return ''
    return pence < 1_000 ? `£${(pence / 100).toFixed(2)}` : `£${Math.floor(pence / 100).toLocaleString('en-GB')}`
  }
}
