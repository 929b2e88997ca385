import { z } from 'zod'
import { readWhole, type FilesService } from './service'

const KEY = 'operator/last-backup.json'
const MAX_BYTES = 1_000

const noteSchema = z.object({ madeAt: z.iso.datetime() })

/** Replaces the note of the backup before. */
export const noteBackup = (files: Pick<FilesService, 'put'>, madeAt: Date): Promise<void> =>
  files.put(KEY, Buffer.from(JSON.stringify({ madeAt: madeAt.toISOString() })), 'application/json')

/** Undefined where `backup` never made one, or unreadable. */
export async function findLastBackup(files: Pick<FilesService, 'open'>): Promise<Date | undefined> {
  const content = await files.open(KEY)
  if (!content) return undefined
  try {
    return new Date(noteSchema.parse(JSON.parse((await readWhole(content, MAX_BYTES)).toString())).madeAt)
  } catch {
    return undefined
  }
}
