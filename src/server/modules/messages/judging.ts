/**
 * Policy: a run is paused whose failures pass {@link FAILURES}, once there are enough to tell: of those tried, or of
 * those whose delivery is known, because a run is soon far ahead of its receipts.
 */
import { OVER, type SliceEnd } from './lanes'
import * as repo from './repo'
import type { Sending } from './sending'
import * as words from './words'

const FAILURES = { share: 0.3, atLeast: 20 }
const EVERY_MS = 2_000

/** What is to be thought of a run. Pure. */
export function judgementOf({
  tried,
  settled,
}: Record<'tried' | 'settled', repo.Failures>): 'tooFew' | 'tooMany' | 'fine' {
  const tooMany = ({ messages, failed }: repo.Failures) =>
    messages >= FAILURES.atLeast && failed > messages * FAILURES.share
  if (tried.messages < FAILURES.atLeast) return 'tooFew'
  return tooMany(tried) || tooMany(settled) ? 'tooMany' : 'fine'
}

export type Judge = ReturnType<typeof createJudge>

/** Judges a run, and pauses it where too many fail. */
export function createJudge({ campaign, campaigns, inOrganisation }: Sending) {
  let judgedAt = 0
  let judgement: ReturnType<typeof judgementOf> = 'tooFew'
  return {
    /** Too few were tried to tell how many fail: until then they go a few at a time. */
    get isEarly(): boolean {
      return judgement === 'tooFew'
    },
    get isDue(): boolean {
      return judgement === 'tooFew' || performance.now() - judgedAt > EVERY_MS
    },
    /** @returns the end of the slice when it was paused. */
    async judge(): Promise<SliceEnd | undefined> {
      judgedAt = performance.now()
      const found = await inOrganisation((tx) => repo.outcomes(tx, campaign.id, campaign.judgedFrom))
      judgement = judgementOf(found)
      if (judgement !== 'tooMany') return undefined
      await inOrganisation((tx) => campaigns.pause(tx, campaign.id, words.tooManyFailures(found)))
      return OVER
    },
  }
}
