import type { Outcome } from './attempt'

/** What a batch's outcomes mean for those that follow. */
export type Meaning =
  | { readonly kind: 'keyRefused'; readonly words: string }
  /**
   * `dayOver`: the provider takes no more today. `silent`: it took and refused none. `notMade`: no letter could be made.
   * `answered`: it took or refused some. `nothing`: nobody was asked.
   */
  | { readonly kind: 'dayOver' | 'silent' | 'notMade' | 'answered' | 'nothing' }

/** Pure. */
export function meaningOf(outcomes: readonly Outcome[]): Meaning {
  const refusal = outcomes.find((outcome) => outcome.kind === 'keyRefused')
  if (refusal) return refusal
  if (outcomes.some((outcome) => outcome.kind === 'tryLater' && outcome.isDailyLimit)) return { kind: 'dayOver' }
  if (outcomes.some(({ kind }) => kind === 'taken' || kind === 'failed')) return { kind: 'answered' }
  if (outcomes.every(({ kind }) => kind === 'tryLater')) return { kind: 'silent' }
  return { kind: outcomes.every(({ kind }) => kind === 'notMade') ? 'notMade' : 'nothing' }
}
