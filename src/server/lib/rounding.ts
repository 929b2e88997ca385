/** Counts leave the organisation rounded (docs/product.md#small-numbers): 1 to 7 as `*`, the rest to the nearest 5. */

export const SMALL = '*'

export type PublishedCount = number | typeof SMALL

const figure = new Intl.NumberFormat('en-GB')

/** A published count, in words. */
export const shownCount = (count: PublishedCount): string => (count === SMALL ? SMALL : figure.format(count))

const MAX_SMALL = 7
const STEP = 5
/** A small count's value in a total derived from what is shown. */
const SMALL_TAKEN_FOR = 4

const isSmall = (count: number) => count >= 1 && count <= MAX_SMALL

const toStep = (count: number) => Math.round(count / STEP) * STEP

/** A count that is part of no total shown. */
export const publishedCount = (count: number): PublishedCount => (isSmall(count) ? SMALL : toStep(count))

/**
 * A total beside its parts that reveals none of them: where a part is small, it derives from the parts as shown.
 * @param partings each into parts; households may be in several parts
 */
export function publishedTotal(total: number, ...partings: readonly (readonly number[])[]): PublishedCount {
  // One that adds up alone decides: a second rounding would be a second equation.
  const whole = partings.find((parts) => parts.some(isSmall) && computeSum(parts) === total)
  if (whole) return totalBeside(total, whole)
  const totals = partings.map((parts) => totalBeside(total, parts))
  const counts = totals.filter((one) => one !== SMALL)
  return counts.length < totals.length || totals.length === 0 ? publishedCount(total) : Math.min(...counts)
}

const computeSum = (parts: readonly number[]) => parts.reduce((sum, part) => sum + part, 0)

function totalBeside(total: number, parts: readonly number[]): PublishedCount {
  const own = publishedCount(total)
  const small = parts.filter(isSmall).length
  if (small === 0) return own
  // With as many small parts as the total, each would be 1.
  if (own === SMALL && small < MAX_SMALL) return SMALL
  const shown = asShown(parts)
  return own !== SMALL && computeSum(parts) > total ? Math.min(own, shown) : shown
}

const asShown = (parts: readonly number[]) =>
  toStep(computeSum(parts.map((part) => (isSmall(part) ? SMALL_TAKEN_FOR : toStep(part)))))

interface Estimated {
  readonly value: number
  readonly low: number
  readonly high: number
}

/** To the nearest step, interval ends outwards. Not a count, so small ones are shown. */
export function publishedEstimate({ value, low, high }: Estimated, step = STEP): Estimated {
  // Avoids -0.
  const to = (round: (steps: number) => number, one: number) => round(one / step) * step + 0
  return { value: to(Math.round, value), low: to(Math.floor, low), high: to(Math.ceil, high) }
}

/**
 * Parts beside their total. A single small part would be the total minus the others, so the smallest other is hidden
 * too.
 */
export function publishedParts(parts: readonly number[]): PublishedCount[] {
  const large = parts.filter((part) => part > MAX_SMALL)
  const second = parts.filter(isSmall).length === 1 ? parts.indexOf(Math.min(...large)) : -1
  return parts.map((part, index) => (index === second ? SMALL : publishedCount(part)))
}

/**
 * To three significant figures, whatever the count is rounded to.
 * @param parts counts beside their total: where one is hidden two figures, so that it cannot be worked out
 */
export function publishedPounds(
  pounds: number,
  published: PublishedCount,
  parts: readonly number[] = [],
): PublishedCount {
  if (published === SMALL) return SMALL
  return toSignificant(Math.round, pounds, parts.some(isSmall) ? 2 : SIGNIFICANT)
}

/** Pounds to three significant figures, ends of the interval outwards. */
export const publishedPoundsEstimate = ({ value, low, high }: Estimated): Estimated => ({
  value: toSignificant(Math.round, value),
  low: toSignificant(Math.floor, low),
  high: toSignificant(Math.ceil, high),
})

const SIGNIFICANT = 3

/** In whole pounds. */
function toSignificant(round: (steps: number) => number, pounds: number, figures = SIGNIFICANT): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.abs(pounds) || 1)) + 1 - figures)
  return round(pounds / step) * step + 0
}
