/**
 * The end of all calls at a logout. A call in flight would be answered with a 401 once the session has ended, and a 401
 * leads to "session ended" in place of the logout.
 */
let controller = new AbortController()

/** Aborted once the person logs out. */
export const logoutSignal = (): AbortSignal => controller.signal

/** Aborts every call, and those to come: they neither succeed nor fail. The document must go. */
export function abortCalls(): void {
  controller.abort()
}

/** Allows calls again: the app starts. */
export function allowCalls(): void {
  if (controller.signal.aborted) controller = new AbortController()
}
