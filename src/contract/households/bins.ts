/** docs/product.md#filters */

const MAX_BINS = 64

export interface Bins {
  readonly minimum: number
  readonly size: number
  readonly step: number
}

/** One bin per whole number if they fit, else of equal width. The last includes the maximum. */
export function facetBins(
  minimum: number,
  maximum: number,
  size: number = Math.min(MAX_BINS, maximum - minimum + 1),
): Bins & { readonly isWhole: boolean } {
  const isWhole = maximum - minimum + 1 === size
  return { minimum, size, step: isWhole ? 1 : (maximum - minimum) / size, isWhole }
}

/** Outside the range: the nearest. */
export const findBin = (value: number, { minimum, size, step }: Bins): number =>
  Math.max(0, Math.min(size - 1, Math.floor((value - minimum) / step)))
