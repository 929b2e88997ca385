import { Readable } from 'node:stream'
import { conflict, Fault } from '../../../http/faults'
import type { FilesService } from './service'

interface Place {
  readonly isThere: (key: string) => Promise<boolean>
  readonly write: (key: string, content: Readable) => Promise<void>
  readonly remove: (key: string) => Promise<void>
}

/** For a folder or a bucket. */
export function createReceiver({ isThere, write, remove }: Place): FilesService['receive'] {
  const arriving = new Set<string>()

  async function take(key: string, content: Readable): Promise<void> {
    // Many at once would fill the disk before the first has arrived.
    if (arriving.has(key)) throw thereAlready()
    arriving.add(key)
    try {
      if (await isThere(key)) throw thereAlready()
      await write(key, content)
    } finally {
      arriving.delete(key)
    }
  }

  return async (key, content, maxBytes, isExpected) => {
    if (!(await isExpected(key))) throw notExpected()
    await take(key, Readable.from(atMost(content, maxBytes)))
    let isKept = false
    try {
      isKept = await isExpected(key)
    } finally {
      if (!isKept) await remove(key)
    }
    if (!isKept) throw notExpected()
  }
}

/** Another upload was first. */
export const thereAlready = () => conflict('Something has been uploaded to this address already.', 'uploaded')

const notExpected = () =>
  new Fault(410, 'upload_ended', 'Nothing is expected at this address any more. Begin the upload again.')

const MEGABYTE = 1024 * 1024

/** An upload above its limit. */
export function tooLarge(maxBytes: number): Fault {
  const size =
    maxBytes < MEGABYTE ? `${maxBytes.toLocaleString('en-GB')} bytes` : `${Math.floor(maxBytes / MEGABYTE)} MB`
  return new Fault(413, 'too_large', `The file is larger than ${size}.`)
}

async function* atMost(content: Readable, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const piece of content.iterator({ destroyOnReturn: false })) {
    // A request's body yields Buffers.
    const buffer = piece as Buffer
    bytes += buffer.length
    if (bytes > maxBytes) throw tooLarge(maxBytes)
    yield buffer
  }
}
