import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline, type Duplex, type Readable } from 'node:stream'
import { constants, createGunzip, gunzipSync } from 'node:zlib'
import type { FaultKind } from '#contract/households/imports'

/** Judged by first bytes, because files get renamed. */

export type FileContent = 'parquet' | 'zip' | 'xls' | 'access' | 'html' | 'gzip' | 'text'

export interface InputFile {
  readonly path: string
  readonly name: string
  readonly size: number
  readonly content: FileContent
  readonly isFolded: boolean
}

const GZIP = Buffer.from([0x1f, 0x8b])

const SIGNATURES: readonly (readonly [FileContent, Buffer])[] = [
  ['parquet', Buffer.from('PAR1')],
  ['zip', Buffer.from([0x50, 0x4b, 0x03, 0x04])],
  // Excel before 2007.
  ['xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0])],
  ['access', Buffer.from([0x00, 0x01, 0x00, 0x00, 0x53, 0x74, 0x61, 0x6e, 0x64, 0x61, 0x72, 0x64, 0x20])],
]
/** What portals answer in place of a file, and what some systems call an export for Excel. */
const HTML = /^\uFEFF?\s*<(!doctype\s+html|html|head|table|meta)\b/i

/** Enough gzip for the first bytes inside. */
const START_BYTES = 1_024

const startsWith = (bytes: Buffer, signature: Buffer) => bytes.subarray(0, signature.length).equals(signature)

/** Empty for a damaged file: reading it says what is wrong. */
function unfoldStart(folded: Buffer): Buffer {
  try {
    return gunzipSync(folded, { finishFlush: constants.Z_SYNC_FLUSH })
  } catch {
    return Buffer.alloc(0)
  }
}

/** @param start what the file begins with, once unzipped */
function recogniseContent(start: Buffer, isFolded: boolean): FileContent {
  if (isFolded && startsWith(start, GZIP)) return 'gzip'
  const known = SIGNATURES.find(([, signature]) => startsWith(start, signature))
  return known?.[0] ?? (HTML.test(start.toString('utf8')) ? 'html' : 'text')
}

/** @throws Error with one sentence when the file cannot be read */
export async function inspectFile(path: string): Promise<InputFile> {
  try {
    const { size } = await stat(path)
    const file = await open(path)
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0)
      const found = buffer.subarray(0, bytesRead)
      const isFolded = startsWith(found, GZIP)
      const start = isFolded ? unfoldStart(found) : found
      return { path, name: basename(path), size, content: recogniseContent(start, isFolded), isFolded }
    } finally {
      await file.close()
    }
  } catch (error) {
    throw new Error(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

class BrokenGzip extends Error {}
class TooLarge extends Error {}

/** What is wrong with a file that {@link readBytes} cannot finish. @throws other errors */
export function readingProblem(error: unknown): { problem: string; kind: FaultKind } {
  if (error instanceof BrokenGzip) return { problem: error.message, kind: 'truncated gzip' }
  if (error instanceof TooLarge) return { problem: error.message, kind: 'unreadable file' }
  throw error
}

const READ_BYTES = 1024 * 1024
/** Small, so that progress moves in files that unfold to much more. */
const READ_FOLDED_BYTES = 64 * 1024

/** A whole region's households; docs/snapshot-format.md#size */
export const MAX_ROWS = 3_000_000
export const MAX_UNFOLDED_BYTES = 3_000_000_000
/** Real files fold to a tenth; smaller files may fold more. */
const ANY_FOLD_BYTES = 100_000_000
const MAX_FOLD = 40

/**
 * A file's bytes, unzipped.
 * @param progress receives the fraction read, 0 to 1
 * @throws BrokenGzip after what could be unzipped; TooLarge
 */
export async function* readBytes(file: InputFile, progress: (fraction: number) => void): AsyncGenerator<Buffer> {
  const { isFolded } = file
  const stream = createReadStream(file.path, { highWaterMark: isFolded ? READ_FOLDED_BYTES : READ_BYTES })
  // DuckDB's reader takes a truncated file for a short one.
  const gunzip = isFolded ? createGunzip({ chunkSize: READ_BYTES }) : undefined
  const chunks: AsyncIterable<Buffer> = gunzip ? readThrough<Buffer>(stream, gunzip) : stream
  let bytes = 0
  try {
    for await (const chunk of chunks) {
      bytes += chunk.length
      const excess = findExcess(bytes, isFolded ? file.size : undefined)
      if (excess !== undefined) throw new TooLarge(excess)
      progress(file.size > 0 ? stream.bytesRead / file.size : 1)
      yield chunk
    }
    if (gunzip && !(await isZerosFrom(file.path, gunzip.bytesWritten)))
      throw new BrokenGzip('The gzip file has zeros amid its rows: hand it over again.')
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

/** What pads the end of a gzip file; Node reads nothing behind it. */
async function isZerosFrom(path: string, start: number): Promise<boolean> {
  const rest: AsyncIterable<Buffer> = createReadStream(path, { start })
  for await (const chunk of rest) if (!chunk.equals(Buffer.alloc(chunk.length))) return false
  return true
}

/** Pipes a source through a transform. Errors reach the reader as they are. */
export function readThrough<T>(source: Readable, transform: Duplex): AsyncIterable<T> {
  pipeline(source, transform, () => {})
  return transform
}

function findExcess(bytes: number, foldedBytes: number | undefined): string | undefined {
  if (bytes > MAX_UNFOLDED_BYTES) return 'The file holds more than 3 GB.'
  return foldedBytes !== undefined && bytes > Math.max(ANY_FOLD_BYTES, foldedBytes * MAX_FOLD)
    ? 'The gzip file unfolds to more than 40 times its size, which no file of a month does.'
    : undefined
}
