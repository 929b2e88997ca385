/** Uploads: what the addresses that were given out may still bring (docs/security.md#uploads). */
import { daysOn, londonDay } from '#contract/days'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import { Fault } from '../../../http/faults'
import * as repo from './repo'
import type { FilesService } from './service'

const GIGABYTE = 1024 ** 3

/** Five of the largest months there can be, and more than a hundred of the largest letters. */
const GIGABYTES_A_DAY = 10

export interface Upload {
  readonly key: string
  /** The most that may arrive. */
  readonly bytes: number
}

export type UploadsService = ReturnType<typeof createUploadsService>

/** A file is taken at the address of a key once, from `expect` until `remove`. */
export function createUploadsService(deps: { readonly database: Database; readonly files: FilesService }) {
  const { database, files } = deps
  const today = () => londonDay(new Date())

  return {
    /** To be called before addresses are given out. @throws Fault 429 when it is too much for a day */
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
    isExpected: (key: string): Promise<boolean> => database.asSystem((tx) => repo.isOpen(tx, key)),

    /** Takes nothing more at the keys, and removes what is there. Closes first: what arrives meanwhile asks again. */
    async remove(keys: readonly string[]): Promise<void> {
      await database.asSystem((tx) => repo.closeUploads(tx, keys))
      for (const key of keys) await files.remove(key)
    },

    /** Yesterday's addresses may still be good. */
    deleteOld: () => database.asSystem((tx) => repo.deleteBefore(tx, daysOn(today(), -1))),
  }
}

const tooMuchToday = () =>
  new Fault(
    429,
    'uploads_of_day',
    `Your organisation may upload ${GIGABYTES_A_DAY} GB a day, and this would be more. Upload it after midnight, or ask who runs Doorstep to import it.`,
  )
