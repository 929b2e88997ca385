/**
 * Counts of households and people leave the organisation rounded (docs/product.md#small-numbers): 1 to 7 as `*`, the
 * rest to the nearest 5. Every figure of a document goes through here.
 */

export const SMALL = '*'

export type PublishedCount = number | typeof SMALL

const figure = new Intl.NumberFormat('en-GB')

/** A published count, in words. */
export const shownCount = (count: PublishedCount): string => (count === SMALL ? SMALL : figure.format(count))

const MAX_SMALL = 7
const STEP = 5
/** A small count's value in a total derived from what is shown. */
const SMALL_TAKEN_FOR = 4
const POUNDS = 100
/** Households between parts and the least, or the most, that they can mean. */
const NEAR = 1

const isSmall = (count: number) => count >= 1 && count <= MAX_SMALL

const toStep = (count: number) => Math.round(count / STEP) * STEP

/** A count that is part of no total beside it. */
export const publishedCount = (count: number): PublishedCount => (isSmall(count) ? SMALL : toStep(count))

/**
 * A total beside its parts, from which none of them can be computed. Where a part is small, the total derives from the
 * parts as shown, and so reveals nothing more.
 * @param partings each into parts; where households are in several parts, the total is less than their sum
 */
export function publishedTotal(total: number, ...partings: readonly (readonly number[])[]): PublishedCount {
  // One that adds up alone decides: a second rounding would be a second equation.
  const whole = partings.find((parts) => parts.some(isSmall) && sumOf(parts) === total)
  if (whole) return totalBeside(total, whole)
  const totals = partings.map((parts) => totalBeside(total, parts))
  const counts = totals.filter((one) => one !== SMALL)
  return counts.length < totals.length || totals.length === 0 ? publishedCount(total) : Math.min(...counts)
}

/**
 * Parts published beside a total that is rounded by itself elsewhere. Where nearly all are as low, or as high, as their
 * shown values allow, both together would reveal the small ones: one then counts as its neighbour, a larger one a step
 * lower or a small one as 8.
 */
export function partsForNow(parts: readonly number[]): number[] {
  if (!parts.some(isSmall) || parts.filter((part) => part > 0).length === 1) return [...parts]
  const isLow = sumOf(parts.map((part) => part - rangeOf(part)[0])) <= NEAR
  const isHigh = sumOf(parts.map((part) => rangeOf(part)[1] - part)) <= NEAR
  const at = isLow ? parts.findIndex((part) => part > MAX_SMALL) : isHigh ? parts.findIndex(isSmall) : -1
  return parts.map((part, index) => (index !== at ? part : isLow ? rangeOf(part)[0] - 1 : MAX_SMALL + 1))
}

function rangeOf(count: number): readonly [least: number, most: number] {
  if (count === 0) return [0, 0]
  return isSmall(count) ? [1, MAX_SMALL] : [toStep(count) - Math.floor(STEP / 2), toStep(count) + Math.floor(STEP / 2)]
}

const sumOf = (parts: readonly number[]) => parts.reduce((sum, part) => sum + part, 0)

function totalBeside(total: number, parts: readonly number[]): PublishedCount {
  const own = publishedCount(total)
  const small = parts.filter(isSmall).length
  if (small === 0) return own
  // With as many small parts as the total, each would be 1.
  if (own === SMALL && small < MAX_SMALL) return SMALL
  const shown = asShown(parts)
  return own !== SMALL && sumOf(parts) > total ? Math.min(own, shown) : shown
}

const asShown = (parts: readonly number[]) =>
  toStep(sumOf(parts.map((part) => (isSmall(part) ? SMALL_TAKEN_FOR : toStep(part)))))

/** A total that reveals no more than its parts as shown. */
export function totalAsShown(parts: readonly number[]): PublishedCount {
  const own = publishedCount(sumOf(parts))
  const small = parts.filter(isSmall).length
  // With as many small parts as the total, each would be 1.
  const isOwn = own === SMALL ? small < MAX_SMALL : parts.filter((part) => part > 0).length < 2
  return isOwn ? own : asShown(parts)
}

/** Pounds for a published count: the true average times the shown count, to the nearest £100. */
export function publishedPounds(pounds: number, count: number, published: PublishedCount): PublishedCount {
  if (published === SMALL) return SMALL
  return count === 0 ? 0 : Math.round((pounds * published) / count / POUNDS) * POUNDS
}
