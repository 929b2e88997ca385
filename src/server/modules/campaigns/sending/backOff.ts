import { tellFailures, type SendingFigures } from '../campaigns/failuresTold'
import type { Failures } from '../recipients/sendingRepo'

/** Consecutive unanswered attempts. */
const OUT_AFTER = 5
const FIRST_WAIT_MS = 1_000
const MAX_WAIT_MS = 60_000

export type BackOff = ReturnType<typeof createBackOff>

/** During an outage no message fails: pauses grow, and one message probes. */
export function createBackOff(random: () => number) {
  let unanswered = 0
  let waits = 0
  return {
    get isDeclared(): boolean {
      return unanswered >= OUT_AFTER
    },
    answered(): void {
      unanswered = 0
      waits = 0
    },
    silent(messages: number): number {
      unanswered += messages
      return spread(Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** waits++), random)
    },
  }
}

const FIRST_RETRY_MS = 2_000
export const MAX_RETRY_MS = 5 * 60_000

/** Milliseconds, exponential with jitter. */
export const delayRetry = (attempts: number, random: () => number): number =>
  spread(Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1)), random)

const spread = (milliseconds: number, random: () => number) => Math.round(milliseconds * (0.5 + random() / 2))

const THRESHOLD = { share: 0.3, atLeast: 20 }
const EVERY_MS = 2_000

export type FailureLevel = 'tooFew' | 'tooMany' | 'fine'
/** Above the threshold, or too few to judge. */
export function judgeFailures({ tried, settled }: Pick<SendingFigures, 'tried' | 'settled'>): FailureLevel {
  const tooMany = ({ messages, failed }: Failures) =>
    messages >= THRESHOLD.atLeast && failed > messages * THRESHOLD.share
  if (tried.messages < THRESHOLD.atLeast) return 'tooFew'
  return tooMany(tried) || tooMany(settled) ? 'tooMany' : 'fine'
}

export type FailureThreshold = ReturnType<typeof createFailureThreshold>

/** Pauses on too many failures, tried or settled: sending runs ahead of receipts. */
export function createFailureThreshold(
  read: () => Promise<SendingFigures>,
  pause: (problem: string) => Promise<unknown>,
) {
  let checkedAt = 0
  let level: FailureLevel = 'tooFew'
  return {
    /** Batches stay small until then. */
    get isEarly(): boolean {
      return level === 'tooFew'
    },
    get isDue(): boolean {
      return level === 'tooFew' || performance.now() - checkedAt > EVERY_MS
    },
    async check(): Promise<boolean> {
      checkedAt = performance.now()
      const figures = await read()
      level = judgeFailures(figures)
      if (level !== 'tooMany') return false
      await pause(tellFailures(figures))
      return true
    },
  }
}
