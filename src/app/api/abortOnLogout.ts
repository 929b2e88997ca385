// After a logout a call in flight would get a 401, and "session ended".
let controller = new AbortController()

/** Aborted once the person logs out. */
export const logoutSignal = (): AbortSignal => controller.signal

/** Aborts calls, also later ones; none settles. */
export function abortCalls(): void {
  controller.abort()
}

/** Allows calls again. */
export function allowCalls(): void {
  if (controller.signal.aborted) controller = new AbortController()
}
