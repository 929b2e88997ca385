/** Impact as it leaves the organisation: docs/product.md#small-numbers. */
import type { ClaimRate, Impact, ImpactOutcome } from '#contract/results/reports'
import { publishedCount, publishedPounds, shownCount, SMALL, type PublishedCount } from '../../../lib/rounding'
import { differenceInterval, shareOf, wilsonInterval } from '../../../lib/statistics'

const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP', maximumFractionDigits: 0 })

/** A published amount, in whole pounds. */
export const shownPounds = (amount: PublishedCount): string => (amount === SMALL ? SMALL : pounds.format(amount))

/** The remainder reveals a small count as well. */
const isSmall = ({ households, claiming }: ClaimRate): boolean =>
  [claiming, households - claiming].some((count) => publishedCount(count) === SMALL)

/** Computed from published counts, so rates reveal nothing more. */
function publishedShare(rate: ClaimRate): ClaimRate | typeof SMALL {
  if (isSmall(rate)) return SMALL
  const [households, claiming] = [publishedCount(rate.households), publishedCount(rate.claiming)]
  return households === SMALL || claiming === SMALL || households === 0 ? SMALL : { households, claiming }
}

const percent = (share: number) => Math.round(share * 100)

/** Whole percent; nothing for few households. */
export function publishedRate(rate: ClaimRate): string {
  const published = publishedShare(rate)
  return published === SMALL ? SMALL : `${percent(shareOf(published))}%`
}

/** Whole percent with its 95% interval; nothing for few households. */
export function publishedArm(arm: ClaimRate): string {
  const published = publishedShare(arm)
  if (published === SMALL) return SMALL
  const { low, high } = wilsonInterval(published)
  return `${percent(shareOf(published))}% (${percent(low)} to ${percent(high)})`
}

const roundedToFive = (value: number) => Math.round(value / 5) * 5

/** Additional claims and their yearly value, with 95% intervals; or why nothing can be said. */
export function publishedVerdict({ has_sample_ratio_mismatch: isMismatch }: Impact, outcome: ImpactOutcome): string {
  if (isMismatch) return 'Not to be trusted: the arms do not have their planned sizes'
  const [contacted, heldOut] = [publishedShare(outcome.contacted), publishedShare(outcome.held_out)]
  if (contacted === SMALL || heldOut === SMALL) return SMALL
  const what = outcome.is_after_release ? ', early against late contact' : ''
  if (!outcome.is_distinguishable) return `Not distinguishable from no effect${what}`
  const { low, high } = differenceInterval(contacted, heldOut)
  const [value, least, most] = [shareOf(contacted) - shareOf(heldOut), low, high].map((share) =>
    roundedToFive(share * contacted.households),
  )
  const { additional_claims: claims, additional_value: money } = outcome
  const worth = (count = 0) => shownPounds(publishedPounds(money.value, claims.value, count))
  return (
    `${shownCount(value ?? 0)} (${shownCount(least ?? 0)} to ${shownCount(most ?? 0)}), ` +
    `${worth(value)} a year (${worth(least)} to ${worth(most)})${what}`
  )
}
