/** A call in flight would be answered with a 401 after a logout, which leads to "session ended". */
let controller = new AbortController()

/** Aborted once the person logs out. */
export const logoutSignal = (): AbortSignal => controller.signal

/** Aborts every call, also later ones; they never settle. */
export function abortCalls(): void {
  controller.abort()
}

/** Allows calls again. */
export function allowCalls(): void {
  if (controller.signal.aborted) controller = new AbortController()
}
