import type { Estimate, Outcome } from '#contract/report'
import { countOf, figure } from '../../lib/counts'
import { pounds } from './wording'

const ONE_DECIMAL = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** '4.2', '−0.8'. */
export const oneDecimal = (value: number): string => ONE_DECIMAL.format(value).replace('-', '−')

/** '1.3 to 7.1'. */
export const intervalInWords = ({ low, high }: Estimate): string => `${oneDecimal(low)} to ${oneDecimal(high)}`

/** What an outcome says, in a sentence: no effect is claimed that the interval does not show. */
export function verdictOf({ additional_claims: claims, additional_value: value, is_distinguishable }: Outcome): string {
  const [low, high] = [Math.round(claims.low), Math.round(claims.high)]
  if (!is_distinguishable) {
    return `Not distinguishable from no effect: between ${figure(Math.abs(low))} fewer and ${figure(high)} more ${high === 1 ? 'claim' : 'claims'}.`
  }
  if (claims.value < 0) {
    return `About ${countOf(Math.round(-claims.value), 'claim')} fewer than without it (95% interval: ${figure(-high)} to ${figure(-low)} fewer).`
  }
  return (
    `About ${countOf(Math.round(claims.value), 'additional claim')} (95% interval: ${figure(low)} to ${figure(high)}), ` +
    `worth ${pounds(value.value)} a year (${pounds(value.low)} to ${pounds(value.high)}).`
  )
}
