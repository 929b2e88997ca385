/* A number that changes when a person leaves. */

let person = 0

/** The current person. */
export const personNow = (): number => person

/** Whether it is still that person. */
export const isOfThisPerson = (before: unknown): boolean => before === person

/** The person left. */
export function personLeft(): void {
  person += 1
}
