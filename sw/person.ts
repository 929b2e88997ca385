/*
 * The worker's whole memory of persons: a number that changes when one leaves. It outlives no sleep of the
 * worker, and need not: an answer on its way keeps the worker awake.
 */

let person = 0

/** Who is here now. */
export const personNow = (): number => person

/** Whether it is still the same one. */
export const isOfThisPerson = (before: unknown): boolean => before === person

/** The person left. */
export function personLeft(): void {
  person += 1
}
