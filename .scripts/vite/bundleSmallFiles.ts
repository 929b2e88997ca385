import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zipSync } from 'fflate'

interface ManifestEntry {
  readonly url: string
  readonly revision: string | null
  readonly size: number
  /** What the worker keeps is this and nothing else. */
  readonly integrity?: string
}

/** In bytes; larger files are often in the browser's cache already, from the page itself. */
const SMALL = 100_000

/**
 * Puts the small files of the worker's list into one archive beside them, because 150 requests take minutes on a slow
 * connection. Pages stay out: their security policy is in the headers of their own answers.
 *
 * @returns the list with the archive's address added, and with the integrity of all but pages: proxies may write into those
 */
export function bundleSmallFiles(entries: readonly ManifestEntry[], folder: string): ManifestEntry[] {
  const small = entries.filter(({ url, size }) => size <= SMALL && !url.endsWith('.html'))
  const files = Object.fromEntries(small.map(({ url }) => [url, new Uint8Array(readFileSync(join(folder, url)))]))
  // The same files make the same archive.
  const archive = zipSync(files, { level: 9, mtime: '2000-01-01T00:00:00Z' })
  const digest = createHash('sha256').update(archive).digest('base64url').slice(0, 8)
  const url = `assets/app-files-${digest}.zip`
  // Also after a build that failed, whose own error is the one to show.
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(folder, url), archive)
  const whole = entries.map((entry) =>
    entry.url.endsWith('.html')
      ? entry
      : { ...entry, integrity: computeIntegrity(readFileSync(join(folder, entry.url))) },
  )
  return [...whole, { url, revision: null, size: archive.length, integrity: computeIntegrity(archive) }]
}

const computeIntegrity = (bytes: Uint8Array) => `sha256-${createHash('sha256').update(bytes).digest('base64')}`
