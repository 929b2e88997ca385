import { vi } from 'vitest'
import { PATIENCE_MS } from './patience'

/*
 * Vitest's own waits give up after a second, which no setting changes but that of `expect.poll` (vite.config.ts).
 * Files that share a worker share `vi`: it is made patient once.
 */
if (!('isPatient' in vi.waitFor)) {
  const { waitFor, waitUntil } = vi
  vi.waitFor = Object.assign<typeof waitFor, object>((callback, options) => waitFor(callback, patient(options)), {
    isPatient: true,
  })
  vi.waitUntil = (callback, options) => waitUntil(callback, patient(options))
}

/** What a test says of its wait itself, an interval above all, stands. */
function patient(options: Parameters<typeof vi.waitFor>[1]) {
  return typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options }
}
