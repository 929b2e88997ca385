/**
 * Answers asked for before anyone waits for them. Policy: when the app starts, what its first page will ask for is
 * asked while that page's code is still on its way. The first call that asks the same takes the answer, or waits for
 * it; nobody gets it a second time, and what nobody took within {@link GOOD_FOR} is as if it had not been asked.
 */

/** Milliseconds: longer than the code takes on a weak line, shorter than anything changes that a person would miss. */
export const GOOD_FOR = 60_000

/** What a call got. */
export interface Answer {
  readonly response: Response
  readonly bytes: Uint8Array<ArrayBuffer>
}

const asked = new Map<string, { answer: Promise<Answer>; until: number }>()

/** Keeps what is on its way under the words of its question. */
export function keepAhead(question: string, answer: Promise<Answer>): void {
  // Whoever takes it hears of its failure.
  answer.catch(() => {})
  asked.set(question, { answer, until: Date.now() + GOOD_FOR })
}

/** What was asked ahead in these words, once; `undefined` when nothing was. */
export function takeAhead(question: string): Promise<Answer> | undefined {
  const found = asked.get(question)
  asked.delete(question)
  return found && Date.now() < found.until ? found.answer : undefined
}
