/** No request text becomes a path. A signed address is good for one object, method and size limit, for minutes. */
import type { Readable } from 'node:stream'
export const EXPORT_GOOD_FOR_SECONDS = 5 * 60

interface FileInfo {
  readonly bytes: number
}

export interface FilesService {
  /** All or nothing; replaces. */
  put(key: string, content: Uint8Array | Readable, contentType: string): Promise<void>
  /**
   * All or nothing; never replaces.
   * @param isExpected asked before and after
   * @throws Fault 413 above `maxBytes`; 409 when the file exists or is arriving; 410 when not expected
   */
  receive(
    key: string,
    content: Readable,
    maxBytes: number,
    isExpected: (key: string) => Promise<boolean>,
  ): Promise<void>
  /** The caller must read or destroy it. */
  open(key: string): Promise<Readable | undefined>
  stat(key: string): Promise<FileInfo | undefined>
  remove(key: string): Promise<void>
  /** @param folder empty for all */
  list(folder: string): AsyncIterable<{ readonly key: string; readonly changedAt: Date }>
  /** @throws when files cannot be stored or read */
  probe(): Promise<void>
  /** Without `downloadName` a PDF is shown inline. */
  getUrl(key: string, options: ReadAddress): Promise<string>
  /** For an upload that is expected (uploads.ts). */
  putUrl(key: string, options: WriteAddress): Promise<string>
}

interface ReadAddress {
  readonly expiresInSeconds: number
  readonly downloadName?: string | undefined
  readonly contentType?: string | undefined
}

interface WriteAddress {
  readonly expiresInSeconds: number
  readonly maxBytes: number
  /** Enforced by S3. */
  readonly bytes?: number | undefined
  readonly contentType: string
}

/** Removes older files below a folder. @returns how many */
export async function removeOlder(
  files: Pick<FilesService, 'list' | 'remove'>,
  folder: string,
  before: Date,
): Promise<number> {
  const old: string[] = []
  for await (const { key, changedAt } of files.list(folder)) if (changedAt < before) old.push(key)
  for (const key of old) await files.remove(key)
  return old.length
}

export class FileTooLarge extends Error {}

/** @throws FileTooLarge above `limitBytes` */
export async function readWhole(content: Readable, limitBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of content) {
    // Byte streams yield Buffers.
    const buffer = piece as Buffer
    bytes += buffer.length
    if (bytes > limitBytes) throw new FileTooLarge('The file is larger than it may be.')
    pieces.push(buffer)
  }
  return Buffer.concat(pieces)
}
