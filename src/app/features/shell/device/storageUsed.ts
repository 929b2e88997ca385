import { figure } from '../../../lib/counts'
import { once } from '../../../lib/once'

const UNKNOWN_SIZE = 'This browser does not say'
const tenths = once(() => new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 }))

/** In words; most is the app itself. */
export async function storageUsed(): Promise<string> {
  // Missing without https.
  if (!('storage' in navigator)) return UNKNOWN_SIZE
  const { usage } = await navigator.storage.estimate().catch(() => ({ usage: undefined }))
  return usage === undefined ? UNKNOWN_SIZE : formatSize(usage)
}

/** In powers of 1,000. */
export function formatSize(bytes: number): string {
  if (bytes < 1_000) return 'Less than 1 kB'
  if (bytes < 1_000_000) return `${figure(Math.round(bytes / 1_000))} kB`
  return bytes < 1_000_000_000
    ? `${tenths().format(bytes / 1_000_000)} MB`
    : `${tenths().format(bytes / 1_000_000_000)} GB`
}
