import type { Rates } from '../../estimates/rateTypes'
import { estimatesAt } from '../../estimates/amounts'
import { BENEFITS, type EstimateName } from '../../estimates/benefits'

/** Fits any award that an import accepts. */
const TYPE = 'DECIMAL(12,2)'

const amount = (expression: string) => `(${expression})::${TYPE}`

/** Computed once per memory table: summing the expressions is slow. */
export function unclaimedColumns(rates: Rates): string {
  const { lowest, highest } = estimatesAt(rates).unclaimed
  return `${amount(lowest)} as unclaimed_a_year, ${amount(highest)} as unclaimed_highest_a_year`
}

/** Over a table with {@link unclaimedColumns}. */
export function estimateSql(rates: Rates): ReadonlyMap<string, string> {
  const estimates = estimatesAt(rates)
  return new Map<EstimateName, string>([
    ...BENEFITS.flatMap((benefit): [EstimateName, string][] => [
      [`${benefit}_a_year`, amount(estimates[benefit].lowest)],
      [`${benefit}_highest_a_year`, amount(estimates[benefit].highest)],
      [`${benefit}_weeks`, estimates[benefit].weeks],
      [`${benefit}_contradiction`, estimates[benefit].contradiction],
    ]),
    ['unclaimed_weeks', estimates.unclaimed.weeks],
    ['unclaimed_a_year', 'unclaimed_a_year'],
    ['unclaimed_highest_a_year', 'unclaimed_highest_a_year'],
  ])
}
