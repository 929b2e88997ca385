/** Whether a device has no room left. Dexie wraps the browser's error, sometimes twice. */
export function isQuotaExceeded(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if ('name' in error && error.name === 'QuotaExceededError') return true
  return ('inner' in error && isQuotaExceeded(error.inner)) || ('cause' in error && isQuotaExceeded(error.cause))
}
