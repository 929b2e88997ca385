/**
 * Policy: a provider that does not answer is nobody's failure. After {@link DECLARED_AFTER} attempts in a row that
 * came to nothing it counts as out: sending waits, longer each time, and asks with one message whether it is back.
 */

const DECLARED_AFTER = 5
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 60_000

export type Outage = ReturnType<typeof createOutage>

/** @param random between 0 and 1: several servers should not all come back at once. */
export function createOutage(random: () => number = Math.random) {
  let inVain = 0
  let waits = 0
  return {
    get isDeclared(): boolean {
      return inVain >= DECLARED_AFTER
    },
    /** A batch came back. */
    answered(): void {
      inVain = 0
      waits = 0
    },
    /** Nothing of a batch came to anything. @returns milliseconds to wait. */
    silent(messages: number): number {
      inVain += messages
      return spread(Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** waits++), random)
    },
  }
}

const FIRST_RETRY_MS = 2_000
const LONGEST_RETRY_MS = 5 * 60_000

/** Milliseconds before a recipient's next attempt. */
export const retryAfter = (attempts: number, random: () => number): number =>
  spread(Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1)), random)

/** Between half of it and all of it. */
const spread = (milliseconds: number, random: () => number) => Math.round(milliseconds * (0.5 + random() / 2))
