/**
 * The frozen list of a campaign's households: references only, sorted, one a line, gzipped, and its SHA-256, by
 * which review and run know that it is the same list.
 */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

/** Packs sorted references, and names the list by its hash. */
export async function freeze(references: readonly string[]): Promise<{ list: Uint8Array; hash: string }> {
  const text = references.join('\n')
  return { list: await promisify(gzip)(text), hash: createHash('sha256').update(text).digest('hex') }
}

/** The references of a packed list, in their order. */
export async function thaw(list: Uint8Array): Promise<string[]> {
  const text = (await promisify(gunzip)(list)).toString('utf8')
  return text === '' ? [] : text.split('\n')
}
