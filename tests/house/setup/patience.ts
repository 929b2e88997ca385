import { vi } from 'vitest'

/**
 * How long a unit test waits for what it expects, in milliseconds: for nothing that works as it should, and on a busy
 * machine longer than vitest's own second.
 */
export const PATIENCE_MS = 10_000

const { waitFor } = vi
vi.waitFor = (callback, options = PATIENCE_MS) => waitFor(callback, options)
