/** Households of one place that a hold-out draws, and a report compares, as one; more are a block of flats. */
export const MAX_OF_ONE_ADDRESS = 8
