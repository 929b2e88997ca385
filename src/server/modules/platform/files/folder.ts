/** Files in the data folder, served by routes.ts. */
import { constants, createReadStream } from 'node:fs'
import { access, link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { conflict, Fault } from '../../../http/faults'
import { hasCode } from '../../../lib/operator'
import { writeStream, type Scratch } from '../../../lib/scratch'
import { checkKey } from './keys'
import { createSigner, secretOf, type Grant } from './signing'
import type { FilesService } from './service'

export interface FolderFiles extends FilesService {
  readonly kind: 'folder'
  check(grant: Grant, signature: string): Promise<void>
  /**
   * All or nothing.
   * @param isExpected asked before and after
   * @throws Fault 413 above `maxBytes`; 409 when the file exists or is arriving; 410 when it is not expected
   */
  receive(
    key: string,
    content: Readable,
    maxBytes: number,
    isExpected: (key: string) => Promise<boolean>,
  ): Promise<void>
}

type Write = (key: string, content: Readable, place: (aside: string, path: string) => Promise<void>) => Promise<void>

/** @param scratch on the same disk, to move files into place */
export function createFolderFiles(dataFolder: string, scratch: Scratch): FolderFiles {
  const folder = join(dataFolder, 'files')
  const pathOf = (key: string) => join(folder, ...checkKey(key).split('/'))
  // Retried after a failure.
  let signer: Promise<ReturnType<typeof createSigner>> | undefined
  const signing = () => {
    signer ??= secretOf(dataFolder).then((secret) => createSigner(secret))
    signer.catch(() => (signer = undefined))
    return signer
  }
  const until = (seconds: number) => Math.floor(Date.now() / 1000) + seconds

  /** Leaves nothing when interrupted. */
  const write: Write = async (key, content, place) => {
    const path = pathOf(key)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await scratch.withPath(async (aside) => {
      await writeStream(aside, content, { flush: true })
      await place(aside, path)
    })
  }

  return {
    kind: 'folder',
    put: (key, content) => write(key, content instanceof Readable ? content : Readable.from([content]), rename),

    async open(key) {
      const path = pathOf(key)
      return (await isFile(path)) ? createReadStream(path) : undefined
    },

    async stat(key) {
      const found = await stat(pathOf(key)).catch(ignoreMissing)
      return found?.isFile() ? { bytes: found.size } : undefined
    },

    remove: (key) => rm(pathOf(key), { force: true }),

    async *list(below) {
      const root = join(folder, ...below.split('/'))
      const entries = await readdir(root, { withFileTypes: true, recursive: true }).catch(ignoreMissing)
      for (const entry of entries?.filter((one) => one.isFile()) ?? []) {
        const path = join(entry.parentPath, entry.name)
        const found = await stat(path).catch(ignoreMissing)
        if (found) yield { key: relative(folder, path).split(sep).join('/'), changedAt: found.mtime }
      }
    },

    async probe() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await access(folder, constants.R_OK | constants.W_OK)
    },

    async getUrl(key, { expiresInSeconds, downloadName, contentType }) {
      return (await signing()).sign({
        key: checkKey(key),
        method: 'GET',
        expires: until(expiresInSeconds),
        downloadName,
        contentType,
      })
    },

    async putUrl(key, { expiresInSeconds, maxBytes, contentType }) {
      return (await signing()).sign({
        key: checkKey(key),
        method: 'PUT',
        expires: until(expiresInSeconds),
        maxBytes,
        contentType,
      })
    },

    async check(grant, signature) {
      const verdict = (await signing()).check(grant, signature)
      if (verdict === 'forged') throw new Fault(403, 'address_not_valid', 'This address is not valid.')
      if (verdict === 'expired') throw new Fault(403, 'address_expired', 'This address has expired. Ask for a new one.')
    },

    receive: createReceiver(pathOf, write),
  }
}

function createReceiver(pathOf: (key: string) => string, write: Write): FolderFiles['receive'] {
  const arriving = new Set<string>()

  async function take(key: string, content: Readable): Promise<void> {
    // Many at once would fill the disk before the first has arrived.
    if (arriving.has(key)) throw thereAlready()
    arriving.add(key)
    try {
      if (await isFile(pathOf(key))) throw thereAlready()
      await write(key, content, (aside, path) =>
        // Another server may have been first.
        link(aside, path).catch((error: unknown) => {
          throw hasCode(error, 'EEXIST') ? thereAlready() : error
        }),
      )
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
      if (!isKept) await rm(pathOf(key), { force: true })
    }
    if (!isKept) throw notExpected()
  }
}

const isFile = async (path: string) => (await stat(path).catch(ignoreMissing))?.isFile() ?? false

function ignoreMissing(error: unknown): undefined {
  if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return undefined
  throw error
}

const thereAlready = () => conflict('Something has been uploaded to this address already.', 'uploaded')

const notExpected = () =>
  new Fault(410, 'upload_ended', 'Nothing is expected at this address any more. Begin the upload again.')

/** An upload above its limit. */
export const tooLarge = (maxBytes: number) =>
  new Fault(413, 'too_large', `The file is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB.`)

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
