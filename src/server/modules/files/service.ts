/**
 * Policy: files beside the records (letter templates, print packs, exports) are named by keys that the server makes;
 * no text of a request is ever a path. A browser gets at one by an address that was signed for one object, one method
 * and, to upload, one size limit, and that is good for minutes. Where the files lie, in a folder or in S3, nobody else
 * needs to know.
 */
import type { Readable } from 'node:stream'

export { createFolderFiles, type FolderFiles } from './folder'
export { createStoredFiles } from './store'

/** For how long the address of an export is good. */
export const EXPORT_GOOD_FOR_SECONDS = 5 * 60

export interface FileInfo {
  readonly bytes: number
}

export interface FilesService {
  /** Stores an object, whole or not at all; one of that key is replaced. */
  put(key: string, content: Uint8Array | Readable, contentType: string): Promise<void>
  /** The object's bytes; undefined when there is none. Whoever opens it reads or destroys it. */
  open(key: string): Promise<Readable | undefined>
  stat(key: string): Promise<FileInfo | undefined>
  /** Does nothing when there is no such object. */
  remove(key: string): Promise<void>
  /**
   * An address to read one object from: absolute, or a path of this site. With `downloadName` it is saved under that
   * name, without it a PDF is shown.
   */
  getUrl(key: string, options: ReadAddress): Promise<string>
  /** An address to PUT one object to, once. */
  putUrl(key: string, options: WriteAddress): Promise<string>
}

export interface ReadAddress {
  readonly expiresInSeconds: number
  readonly downloadName?: string | undefined
  /** By the ending of the key, unless it is given. */
  readonly contentType?: string | undefined
}

export interface WriteAddress {
  readonly expiresInSeconds: number
  readonly maxBytes: number
  /** The size that the file will have, where it is known: S3 takes no other. */
  readonly bytes?: number | undefined
  readonly contentType: string
}

/** Reads an object of a size that is known to fit into memory. */
export async function readWhole(content: Readable, limitBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of content) {
    // What streams of bytes give.
    const buffer = piece as Buffer
    bytes += buffer.length
    if (bytes > limitBytes) throw new Error('The file is larger than it may be.')
    pieces.push(buffer)
  }
  return Buffer.concat(pieces)
}
