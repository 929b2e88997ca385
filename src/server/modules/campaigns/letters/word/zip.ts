import { buffer } from 'node:stream/consumers'
import { unzipSync, zipSync, type Zippable } from 'fflate'
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'
import { Fault } from '../../../../http/faults'
import { documentDamaged, documentLocked, documentTooLarge } from './refusal'

/** By lower-case name: no two may differ only in case. */
export type Parts = ReadonlyMap<string, Uint8Array>

/** More from 10 MB is an attack. */
const UNFOLDED_LIMIT_BYTES = 60 * 1024 * 1024
const PARTS_LIMIT = 2_000
/** Repetitive XML compresses a hundredfold, and small parts more. */
const RATIO_LIMIT = 250
const SMALL_BYTES = 1024 * 1024

/** Unpacks an untrusted file. @throws Fault 422 for one that is no zip, encrypted or too large */
export async function readZip(bytes: Buffer): Promise<Parts> {
  const parts = new Map<string, Uint8Array>()
  let zip: ZipFile
  try {
    zip = await fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true, strictFileNames: true })
  } catch {
    throw documentDamaged()
  }
  try {
    if (zip.entryCount > PARTS_LIMIT) throw documentTooLarge()
    let unfolded = 0
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName.toLowerCase()
      if (name.endsWith('/')) continue
      if (entry.isEncrypted()) throw documentLocked()
      if (parts.has(name)) throw documentDamaged()
      unfolded += entry.uncompressedSize
      const isBomb = entry.uncompressedSize > SMALL_BYTES && entry.uncompressedSize > RATIO_LIMIT * entry.compressedSize
      if (isBomb || unfolded > UNFOLDED_LIMIT_BYTES) throw documentTooLarge()
      parts.set(name, await readPart(zip, entry))
    }
  } catch (error) {
    throw error instanceof Fault ? error : documentDamaged()
  } finally {
    zip.close()
  }
  return parts
}

/** Declared sizes are within limits; yauzl fails where a part unpacks to more. */
const readPart = async (zip: ZipFile, entry: Entry) => buffer(await zip.openReadStreamPromise(entry))

/** Unpacks a stored document. @throws Fault 422 when damaged */
export function readStoredZip(bytes: Buffer): Parts {
  let unfolded = 0
  try {
    const found = unzipSync(bytes, {
      filter: ({ originalSize }) => {
        unfolded += originalSize
        if (unfolded > UNFOLDED_LIMIT_BYTES) throw documentTooLarge()
        return true
      },
    })
    return new Map(Object.entries(found).map(([name, content]) => [name.toLowerCase(), content]))
  } catch (error) {
    throw error instanceof Fault ? error : documentDamaged()
  }
}

/** Fixed, so that output is reproducible. */
const DATE = new Date(2026, 0, 1)

/** Keeps the parts' order. */
export function writeZip(
  parts: readonly (readonly [name: string, content: string | Uint8Array])[],
  level: 1 | 6,
): Buffer {
  const files: Zippable = {}
  for (const [name, content] of parts) files[name] = typeof content === 'string' ? Buffer.from(content) : content
  return Buffer.from(zipSync(files, { level, mtime: DATE }))
}
