/** Personal data. */
import type { Readable } from 'node:stream'
import type { Tx } from '../../../db/engine'
import { MONTH_CONTENT_TYPE, MONTH_FILE_LIMITS, type MonthFile } from '#contract/households/imports'
import { writeStream } from '../../../lib/scratch'
import type { FilesService } from '../../platform/files/service'
import type { UploadsService } from '../../platform/files/uploads'

export const ADDRESS_SECONDS = 60 * 60

const UPLOADED = ['households', 'contacts', 'wards'] as const satisfies readonly MonthFile[]
const CHECKED = ['snapshot', 'checked-contacts', 'checked-wards'] as const
export type CheckedFile = (typeof CHECKED)[number]
type KeptFile = MonthFile | CheckedFile

export interface ImportKey {
  readonly organisationId: string
  readonly id: string
}

/** Keeps the files of imports. */
export function createImportFiles(files: FilesService, uploads: UploadsService) {
  const fileKey = ({ organisationId, id }: ImportKey, file: KeptFile) => `months/${organisationId}/${id}/${file}`
  return {
    /** Before giving out addresses. @throws Fault 429 */
    expect: (tx: Tx, of: ImportKey, sizes: Readonly<Partial<Record<MonthFile, number | undefined>>>) =>
      uploads.expect(
        tx,
        of.organisationId,
        UPLOADED.flatMap((file) => (sizes[file] === undefined ? [] : [{ key: fileKey(of, file), bytes: sizes[file] }])),
      ),
    putUrl: (of: ImportKey, file: MonthFile, bytes: number) =>
      files.putUrl(fileKey(of, file), {
        expiresInSeconds: ADDRESS_SECONDS,
        maxBytes: bytes,
        bytes,
        contentType: MONTH_CONTENT_TYPE,
      }),
    /** @throws Fault 409, 410, 413 */
    receive: (of: ImportKey, file: MonthFile, content: Readable) => uploads.receive(fileKey(of, file), content),
    /** S3 cannot limit the size. @returns whether it is there and not too large */
    async isUploaded(of: ImportKey, file: MonthFile): Promise<boolean> {
      const found = await files.stat(fileKey(of, file))
      return found !== undefined && found.bytes <= MONTH_FILE_LIMITS[file]
    },
    put: (of: ImportKey, file: CheckedFile, content: Readable) =>
      files.put(fileKey(of, file), content, MONTH_CONTENT_TYPE),
    /** @throws Error when missing */
    async fetch(of: ImportKey, file: KeptFile, path: string): Promise<void> {
      const content = await files.open(fileKey(of, file))
      if (!content) throw new Error('A file of the month that was handed over is not there.')
      await writeStream(path, content)
    },
    /** Also stops uploads. */
    async remove(of: ImportKey): Promise<void> {
      await uploads.remove(UPLOADED.map((file) => fileKey(of, file)))
      for (const file of CHECKED) await files.remove(fileKey(of, file))
    },
  }
}
