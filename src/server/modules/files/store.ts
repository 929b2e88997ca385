/** Files in S3: their addresses are S3's own, and this server sees neither what is read there nor what is uploaded. */
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ObjectStore } from '../../clients/s3'
import { checkKey, dispositionOf, typeOfKey } from './keys'
import type { FilesService } from './service'

/** The files of an object store. */
export function createStoredFiles(store: ObjectStore): FilesService {
  return {
    async put(key, content, contentType) {
      checkKey(key)
      if (content instanceof Readable) await putStream(store, key, content, contentType)
      else await store.put(key, content, content.length, contentType)
    },
    open: (key) => store.open(checkKey(key)),
    async stat(key) {
      const bytes = await store.sizeOf(checkKey(key))
      return bytes === undefined ? undefined : { bytes }
    },
    remove: (key) => store.remove(checkKey(key)),
    getUrl: (key, { expiresInSeconds, downloadName, contentType = typeOfKey(key) }) =>
      store.readAddress(checkKey(key), {
        contentType,
        disposition: dispositionOf(contentType, downloadName),
        seconds: expiresInSeconds,
      }),
    // S3 knows no "at most": a file whose size was not announced is measured when it is accepted.
    putUrl: (key, { expiresInSeconds, bytes, contentType }) =>
      store.writeAddress(checkKey(key), { contentType, bytes, seconds: expiresInSeconds }),
  }
}

/** S3 wants to know the size first; what is being made has none yet, and may be larger than memory. */
async function putStream(store: ObjectStore, key: string, content: Readable, contentType: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'doorstep-file-'))
  try {
    const path = join(folder, 'file')
    await pipeline(content, createWriteStream(path, { mode: 0o600 }))
    await store.put(key, createReadStream(path), (await stat(path)).size, contentType)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
