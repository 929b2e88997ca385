/**
 * Policy (docs/product.md#policy-assistant): one pending question a person. Kept in this process: with several servers
 * a person may have one on each, which costs a model call and no more.
 */
import { conflict } from '../../faults'

export interface Pending {
  /**
   * Takes the person's place until it is given back.
   * @returns how to give it back; twice is once.
   * @throws Fault 409 while another question of theirs is being answered.
   */
  take(userId: string): () => void
}

/** Begins with no reply waiting for a judgement. */
export function createPending(): Pending {
  const asking = new Map<string, symbol>()
  return {
    take(userId) {
      if (asking.has(userId))
        throw conflict('Your last question is still being answered. Wait for it, or stop it.', 'question_pending')
      const place = Symbol(userId)
      asking.set(userId, place)
      return () => {
        if (asking.get(userId) === place) asking.delete(userId)
      }
    },
  }
}
