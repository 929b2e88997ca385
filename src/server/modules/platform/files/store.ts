import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ObjectStore } from '../../../clients/s3'
import { writeStream, type Scratch } from '../../../lib/scratch'
import { createReceiver } from './receiving'
import { checkKey, writeDisposition, typeOfKey } from './keys'
import type { FilesService } from './service'

/** Browsers use S3's own addresses. */
export function createStoredFiles(store: ObjectStore, scratch: Scratch): FilesService {
  const isThere = async (key: string) => (await store.sizeOf(checkKey(key))) !== undefined
  // S3 wants sizes first, and a file may exceed memory.
  const write = (key: string, content: Readable, contentType: string) =>
    scratch.withPath(async (path) => {
      await writeStream(path, content)
      await store.put(checkKey(key), createReadStream(path), (await stat(path)).size, contentType)
    })
  return {
    async put(key, content, contentType) {
      if (content instanceof Readable) await write(key, content, contentType)
      else await store.put(checkKey(key), content, content.length, contentType)
    },
    receive: createReceiver({
      isThere,
      write: (key, content) => write(key, content, typeOfKey(key)),
      remove: (key) => store.remove(key),
    }),
    open: (key) => store.open(checkKey(key)),
    async stat(key) {
      const bytes = await store.sizeOf(checkKey(key))
      return bytes === undefined ? undefined : { bytes }
    },
    remove: (key) => store.remove(checkKey(key)),
    list: (folder) => store.list(folder === '' ? '' : `${folder.replace(/\/$/, '')}/`),
    // A HEAD does not tell a missing bucket from a missing object.
    async probe() {
      const nothing = await store.open('health/nothing')
      nothing?.destroy()
    },
    getUrl: (key, { expiresInSeconds, downloadName, contentType = typeOfKey(key) }) =>
      store.readAddress(checkKey(key), {
        contentType,
        disposition: writeDisposition(contentType, downloadName),
        seconds: expiresInSeconds,
      }),
    // S3 cannot limit sizes: checked on acceptance.
    putUrl: (key, { expiresInSeconds, bytes, contentType }) =>
      store.writeAddress(checkKey(key), { contentType, bytes, seconds: expiresInSeconds }),
  }
}
