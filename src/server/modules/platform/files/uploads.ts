/** docs/security.md#uploads */
import { Readable } from 'node:stream'
import { daysOn, londonDay } from '#contract/days'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import { conflict, Fault } from '../../../http/faults'
import * as repo from './repo'
import type { FilesService } from './service'

const GIGABYTE = 1024 ** 3

/** Five of the largest months, or over a hundred of the largest letters. */
const GIGABYTES_A_DAY = 10

export interface Upload {
  readonly key: string
  readonly bytes: number
}

export type UploadsService = ReturnType<typeof createUploadsService>

/** A key takes a file once, from `expect` until `remove`. */
export function createUploadsService(deps: { readonly database: Database; readonly files: FilesService }) {
  const { database, files } = deps
  const today = () => londonDay(new Date())
  const findOpen = (key: string) => database.asSystem((tx) => repo.findOpen(tx, key))
  const isExpected = async (key: string) => (await findOpen(key)) !== undefined

  return {
    /** Call before giving out addresses. @throws Fault 429 above the day's limit */
    async expect(tx: Tx, organisationId: string, uploads: readonly Upload[]): Promise<void> {
      const day = today()
      await repo.lockUploads(tx, organisationId)
      const bytes = uploads.reduce((sum, upload) => sum + upload.bytes, await repo.sumBytes(tx, organisationId, day))
      if (bytes > GIGABYTES_A_DAY * GIGABYTE) throw tooMuchToday()
      await repo.addUploads(
        tx,
        uploads.map((upload) => ({ ...upload, organisationId, day })),
      )
    },

    /** Asked without a session. */
    isExpected,

    /** @throws Fault 409 when shorter than announced, or there already; 410 when not expected; 413 */
    async receive(key: string, content: Readable): Promise<void> {
      const bytes = (await findOpen(key)) ?? 0
      await files.receive(key, Readable.from(whole(content, bytes)), bytes, isExpected)
    },

    async remove(keys: readonly string[]): Promise<void> {
      await database.asSystem((tx) => repo.closeUploads(tx, keys))
      for (const key of keys) await files.remove(key)
    },

    /** Yesterday's addresses may still be good. */
    deleteOld: () => database.asSystem((tx) => repo.deleteBefore(tx, daysOn(today(), -1))),
  }
}

/** Fails at the end, before anything is kept: a partial file would count as there. */
async function* whole(content: Readable, bytes: number): AsyncGenerator<Buffer> {
  let arrived = 0
  for await (const piece of content.iterator({ destroyOnReturn: false })) {
    // A request's body yields Buffers.
    const buffer = piece as Buffer
    arrived += buffer.length
    yield buffer
  }
  if (arrived < bytes) throw tooShort(arrived, bytes)
}

const tooShort = (arrived: number, bytes: number) =>
  conflict(
    `Of the ${bytes.toLocaleString('en-GB')} bytes that were announced ${arrived.toLocaleString('en-GB')} have arrived. Send the file again.`,
    'too_short',
  )

const tooMuchToday = () =>
  new Fault(
    429,
    'uploads_of_day',
    `Your organisation may upload ${GIGABYTES_A_DAY} GB a day, and this would be more. Upload it after midnight, or ask who runs Doorstep to import it.`,
  )
