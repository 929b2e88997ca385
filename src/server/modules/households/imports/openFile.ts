import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'

/** Judged by first bytes, because files get renamed. */

export type FileContent = 'empty' | 'gzip' | 'parquet' | 'zip' | 'text'

export interface InputFile {
  readonly path: string
  readonly name: string
  readonly size: number
  readonly content: FileContent
}

const SIGNATURES: readonly (readonly [FileContent, Buffer])[] = [
  ['gzip', Buffer.from([0x1f, 0x8b])],
  ['parquet', Buffer.from('PAR1')],
  ['zip', Buffer.from([0x50, 0x4b, 0x03, 0x04])],
]

/** @throws Error with one sentence when the file cannot be read */
export async function inspectFile(path: string): Promise<InputFile> {
  try {
    const { size } = await stat(path)
    const file = await open(path)
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
      const start = buffer.subarray(0, bytesRead)
      const known = SIGNATURES.find(([, signature]) => start.subarray(0, signature.length).equals(signature))
      return { path, name: basename(path), size, content: size === 0 ? 'empty' : (known?.[0] ?? 'text') }
    } finally {
      await file.close()
    }
  } catch (error) {
    throw new Error(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

export class BrokenGzip extends Error {}
export class TooLarge extends Error {}

const READ_BYTES = 1024 * 1024
/** Small, so that the progress of a file moves that unfolds to much more. */
const READ_FOLDED_BYTES = 64 * 1024

/** A whole region's households; docs/snapshot-format.md#size */
export const MAX_ROWS = 3_000_000
export const MAX_UNFOLDED_BYTES = 3_000_000_000
/** Real files fold to a tenth. What is no larger than this may fold to less. */
const ANY_FOLD_BYTES = 100_000_000
const MAX_FOLD = 40

/**
 * Streams a file, unzipped.
 * @param progress receives the fraction read, 0 to 1
 * @throws BrokenGzip after passing on what could be unzipped; TooLarge
 */
export async function readBytes(
  file: InputFile,
  progress: (fraction: number) => void,
  take: (chunks: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const isFolded = file.content === 'gzip'
  const stream = createReadStream(file.path, { highWaterMark: isFolded ? READ_FOLDED_BYTES : READ_BYTES })
  let bytes = 0
  async function* counted(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      bytes += chunk.length
      const excess = findExcess(bytes, isFolded ? file.size : undefined)
      if (excess !== undefined) {
        // Thrown here, it would not reach the pipeline's end.
        stream.destroy(new TooLarge(excess))
        continue
      }
      progress(file.size > 0 ? stream.bytesRead / file.size : 1)
      yield chunk
    }
  }
  if (!isFolded) return pipeline(stream, counted, take)
  try {
    // DuckDB's reader takes a truncated file for a short one.
    await pipeline(stream, createGunzip({ chunkSize: READ_BYTES }), counted, take)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (!code.startsWith('Z_')) throw error
    throw new BrokenGzip(
      code === 'Z_BUF_ERROR'
        ? 'The gzip file breaks off before its end: hand it over again.'
        : 'The gzip file is damaged: hand it over again.',
      { cause: error },
    )
  }
}

function findExcess(bytes: number, foldedBytes: number | undefined): string | undefined {
  if (bytes > MAX_UNFOLDED_BYTES) return 'The file holds more than 3 GB.'
  return foldedBytes !== undefined && bytes > Math.max(ANY_FOLD_BYTES, foldedBytes * MAX_FOLD)
    ? 'The gzip file unfolds to more than 40 times its size, which no file of a month does.'
    : undefined
}
