import { constants, createReadStream } from 'node:fs'
import { access, link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { Fault } from '../../../http/faults'
import { hasCode } from '../../../lib/operator'
import { writeStream, type Scratch } from '../../../lib/scratch'
import { checkKey } from './keys'
import { createReceiver, thereAlready } from './receiving'
import { createSigner, readSigningSecret, type Grant } from './signing'
import type { FilesService } from './service'

export interface FolderFiles extends FilesService {
  readonly kind: 'folder'
  check(grant: Grant, signature: string): Promise<void>
}

type Write = (key: string, content: Readable, place: (aside: string, path: string) => Promise<void>) => Promise<void>

/** @param scratch on the same disk, to move files into place */
export function createFolderFiles(dataFolder: string, scratch: Scratch): FolderFiles {
  const folder = join(dataFolder, 'files')
  const makePath = (key: string) => join(folder, ...checkKey(key).split('/'))
  // Retried after a failure.
  let signer: Promise<ReturnType<typeof createSigner>> | undefined
  const signing = () => {
    signer ??= readSigningSecret(dataFolder).then((secret) => createSigner(secret))
    signer.catch(() => (signer = undefined))
    return signer
  }
  const remove = (key: string) => rm(makePath(key), { force: true })
  const until = (seconds: number) => Math.floor(Date.now() / 1000) + seconds

  /** Leaves nothing when interrupted. */
  const write: Write = async (key, content, place) => {
    const path = makePath(key)
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
      const path = makePath(key)
      return (await isFile(path)) ? createReadStream(path) : undefined
    },

    async stat(key) {
      const found = await stat(makePath(key)).catch(ignoreMissing)
      return found?.isFile() ? { bytes: found.size } : undefined
    },

    remove,

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

    receive: createReceiver({
      isThere: (key) => isFile(makePath(key)),
      write: (key, content) =>
        write(key, content, (aside, path) =>
          // Another server may have been first.
          link(aside, path).catch((error: unknown) => {
            throw hasCode(error, 'EEXIST') ? thereAlready() : error
          }),
        ),
      remove,
    }),
  }
}

const isFile = async (path: string) => (await stat(path).catch(ignoreMissing))?.isFile() ?? false

function ignoreMissing(error: unknown): undefined {
  if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return undefined
  throw error
}
