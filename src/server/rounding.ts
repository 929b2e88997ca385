/**
 * How counts of households and people leave the organisation (docs/product.md#small-numbers): 1 to 7 as `*`, the rest
 * to the nearest 5. Every figure of a document goes through here.
 */

export const SMALL = '*'

export type PublishedCount = number | typeof SMALL

const MAX_SMALL = 7
const STEP = 5
/** What a small count is taken for in a total made of what is shown. */
const SMALL_TAKEN_FOR = 4
const POUNDS = 100

const isSmall = (count: number) => count >= 1 && count <= MAX_SMALL

const toStep = (count: number) => Math.round(count / STEP) * STEP

/** A count that no total beside it is made of. */
export const publishedCount = (count: number): PublishedCount => (isSmall(count) ? SMALL : toStep(count))

/**
 * A total beside its parts, none of which can be worked out from it. Where a part is small, the total is made of the
 * parts as they are shown, and so tells nothing more than they do.
 * @param partings each into parts; a household may be in several parts, then the total is less than their sum
 */
export function publishedTotal(total: number, ...partings: readonly (readonly number[])[]): PublishedCount {
  // One that adds up alone decides: a second rounding would be a second equation.
  const whole = partings.find((parts) => parts.some(isSmall) && sumOf(parts) === total)
  if (whole) return totalBeside(total, whole)
  const totals = partings.map((parts) => totalBeside(total, parts))
  const counts = totals.filter((one) => one !== SMALL)
  return counts.length < totals.length || totals.length === 0 ? publishedCount(total) : Math.min(...counts)
}

const sumOf = (parts: readonly number[]) => parts.reduce((sum, part) => sum + part, 0)

function totalBeside(total: number, parts: readonly number[]): PublishedCount {
  const own = publishedCount(total)
  const small = parts.filter(isSmall).length
  if (small === 0) return own
  // As many small parts as the total at most: each would be 1.
  if (own === SMALL && small < MAX_SMALL) return SMALL
  const shown = toStep(sumOf(parts.map((part) => (isSmall(part) ? SMALL_TAKEN_FOR : toStep(part)))))
  return own !== SMALL && sumOf(parts) > total ? Math.min(own, shown) : shown
}

/** Pounds that belong to a count: as much for each as in truth, for as many as are shown; to the nearest £100. */
export function publishedPounds(pounds: number, count: number, published: PublishedCount): PublishedCount {
  if (published === SMALL) return SMALL
  return count === 0 ? 0 : Math.round((pounds * published) / count / POUNDS) * POUNDS
}
