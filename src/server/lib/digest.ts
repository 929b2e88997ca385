import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

/** SHA-256, in hex. */
export const digestBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** SHA-256 of a file, in hex; streamed. */
export async function digestFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/**
 * Passes content on: nothing of it may be used before its end.
 * @param digest SHA-256 in hex
 * @throws the fault at the end, where the digest is another
 */
export async function* verifyDigest(
  content: AsyncIterable<Uint8Array>,
  digest: string,
  fault: () => Error,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  for await (const piece of content) {
    hash.update(piece)
    yield piece
  }
  if (hash.digest('hex') !== digest) throw fault()
}
