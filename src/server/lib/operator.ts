/** Recognised by error codes, never by messages. */
import { userInfo } from 'node:os'

/** Only the operator can fix it; users never see the message. */
export class OperatorFault extends Error {
  override readonly name: string = 'OperatorFault'
}

/** Users may try again later. */
export class NoRoom extends OperatorFault {
  override readonly name = 'NoRoom'

  constructor(place: string, options?: ErrorOptions) {
    super(
      `There is no room left on the disk of ${place}. Free some and try again; nothing that was there before is lost.`,
      options,
    )
  }
}

/** Only a restart reopens the database. */
export class RecordsLost extends OperatorFault {
  override readonly name = 'RecordsLost'

  constructor(folder: string, options?: ErrorOptions) {
    super(
      `The embedded database in ${folder} stopped working, so that Doorstep stops too. What was saved is kept. Start it again; ` +
        'if it stops again, see whether the disk is whole and the machine has memory left.',
      options,
    )
  }
}

/** @param code the operating system's, such as ENOENT */
export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

/** Undefined for errors other than disk failures. */
export function diskFault(error: unknown, place: string): OperatorFault | undefined {
  const known = listCauses(error).find((cause) => cause instanceof OperatorFault)
  if (known) return known
  const found = readFailure(error)
  if (!found) return undefined
  const at = found.path ?? place
  const fault = (words: string) => new OperatorFault(words, { cause: error })
  switch (found.code) {
    case 'ENOSPC':
    case 'EDQUOT':
    // disk_full; read_only_sql_transaction while {@link NoRoom}.
    case '53100':
    case '25006':
      return new NoRoom(place, { cause: error })
    case 'EROFS':
      return fault(`${at} is on a disk that is mounted read-only. Mount it writable, or use another folder.`)
    // A read-only disk, from a recursive mkdir.
    case 'ENOENT':
      if (found.syscall !== 'mkdir') return undefined
      return fault(
        `The folder ${at} cannot be made: its disk is mounted read-only, or a link leads nowhere. Mount the disk writable, or use another folder.`,
      )
    case 'EACCES':
    case 'EPERM':
      return fault(
        `The user ${userInfo().username} may not read or write ${at}. Give that user the folder (chown -R), or use another folder.`,
      )
    case 'EEXIST':
    case 'ENOTDIR':
      return fault(
        `${at} is a file, or lies in a file, where a folder is needed. Move the file away, or use another folder.`,
      )
    case 'EISDIR':
      return fault(`${at} is a folder, where a file is needed. Move the folder away.`)
    case 'EIO':
    // io_error, data_corrupted, index_corrupted.
    case '58030':
    case 'XX001':
    case 'XX002':
      return fault(
        `Something on the disk of ${place} can no longer be read. Check the disk, and restore the last backup into a new folder.`,
      )
  }
  return undefined
}

function listCauses(error: unknown): Error[] {
  if (!(error instanceof Error)) return []
  const several: unknown[] = error instanceof AggregateError ? error.errors : []
  return [error, ...[error.cause, ...several].flatMap(listCauses)]
}

function readFailure(error: unknown): { code: string; path: string | undefined; syscall: unknown } | undefined {
  for (const cause of listCauses(error)) {
    if (!('code' in cause) || typeof cause.code !== 'string') continue
    const path = 'path' in cause && typeof cause.path === 'string' ? cause.path : undefined
    return { code: cause.code, path, syscall: 'syscall' in cause ? cause.syscall : undefined }
  }
  return undefined
}
