/** Files of an import that is under way: personal data. */
import type { Readable } from 'node:stream'
import { MONTH_CONTENT_TYPE, MONTH_FILE_LIMITS, type MonthFile } from '#contract/households/imports'
import { writeStream } from '../../../lib/scratch'
import type { FilesService } from '../../platform/files/service'

const ADDRESS_SECONDS = 60 * 60

const UPLOADED = ['households', 'contacts', 'wards'] as const satisfies readonly MonthFile[]
const CHECKED = ['snapshot', 'checked-contacts', 'checked-wards'] as const
export type CheckedFile = (typeof CHECKED)[number]
type KeptFile = MonthFile | CheckedFile

/** Names an import. */
export interface ImportKey {
  readonly organisationId: string
  readonly id: string
}

/** Keeps the files of imports. */
export function createImportFiles(files: FilesService) {
  const fileKey = ({ organisationId, id }: ImportKey, file: KeptFile) => `months/${organisationId}/${id}/${file}`
  return {
    putUrl: (of: ImportKey, file: MonthFile, bytes: number) =>
      files.putUrl(fileKey(of, file), {
        expiresInSeconds: ADDRESS_SECONDS,
        maxBytes: bytes,
        bytes,
        contentType: MONTH_CONTENT_TYPE,
      }),
    /** Checks the size, because S3 cannot limit it. @returns whether the file is there and not too large */
    async isUploaded(of: ImportKey, file: MonthFile): Promise<boolean> {
      const found = await files.stat(fileKey(of, file))
      return found !== undefined && found.bytes <= MONTH_FILE_LIMITS[file]
    },
    put: (of: ImportKey, file: CheckedFile, content: Readable) =>
      files.put(fileKey(of, file), content, MONTH_CONTENT_TYPE),
    /** @throws Error when it is missing */
    async fetch(of: ImportKey, file: KeptFile, path: string): Promise<void> {
      const content = await files.open(fileKey(of, file))
      if (!content) throw new Error('A file of the month that was handed over is not there.')
      await writeStream(path, content)
    },
    async remove(of: ImportKey): Promise<void> {
      for (const file of [...UPLOADED, ...CHECKED]) await files.remove(fileKey(of, file))
    },
  }
}
