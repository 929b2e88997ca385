/**
 * The end of all calls of a document. Policy: who leaves for good waits for nothing any more. What is still asked
 * would be answered with a 401 once the session has ended, and a 401 leads elsewhere than a logout.
 */
let leaving = new AbortController()

/** Aborted once the document is being left for good. */
export const leavingSignal = (): AbortSignal => leaving.signal

/** Gives up every call, and those to come: they neither succeed nor fail. The document must go. */
export function stopCalls(): void {
  leaving.abort()
}

/** The app begins: calls are made. */
export function allowCalls(): void {
  if (leaving.signal.aborted) leaving = new AbortController()
}
