/** docs/product.md#policy-assistant. Per process. */
import { conflict } from '../../http/faults'

/** One question at a time for each person. */
export function createPending() {
  const asking = new Map<string, symbol>()
  return {
    /** @returns releases the slot. @throws Fault 409 while a question is pending */
    take(userId: string): () => void {
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
