/**
 * Policy: the embedded data folder belongs to one process. PGlite takes no lock of
 * its own, and two processes writing one folder corrupt it.
 *
 * The lock is the one that DuckDB takes on its database file: an operating-system lock, which the
 * kernel gives back however the process ends (kill -9 included) and never takes from a process that
 * is merely busy. A lock file judged by its age can do neither.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, realpath, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { OperatorFault } from '../operator'

/** Thrown when another process has the folder; its message is for the operator. */
export class DataFolderInUse extends Error {
  constructor(folder: string, processId: string | undefined) {
    super(
      `Another Doorstep process${processId ? ` (process ${processId})` : ''} is using the data folder ${folder}. ` +
        'Stop it first, or set DATABASE_URL to run on PostgreSQL, where several processes may work side by side.',
    )
    this.name = 'DataFolderInUse'
  }
}

/** Folders that this process holds: the operating system's lock does not keep a process from itself. */
const held = new Set<string>()

/**
 * Takes the data folder for this process, making it where it is missing.
 * @returns what gives the folder back.
 * @throws DataFolderInUse; OperatorFault for a lock file that is none; the system's error for a folder that cannot be written
 */
export async function lockDataFolder(folder: string): Promise<() => void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = await realpath(folder)
  if (held.has(path)) throw new DataFolderInUse(folder, String(process.pid))
  await tryWriting(path)
  held.add(path)
  const file = join(path, 'lock.duckdb')
  try {
    const lock = await DuckDBInstance.create(file, { threads: '1', max_memory: '16MB' })
    return () => {
      lock.closeSync()
      held.delete(path)
    }
  } catch (error) {
    held.delete(path)
    const message = error instanceof Error ? error.message : String(error)
    if (!message.includes('Could not set lock') && !message.includes('being used by another process')) {
      throw new OperatorFault(
        `The lock file ${file} is damaged. Make sure that no Doorstep is running on this folder, delete the file and start again; ` +
          'it holds no data.',
        { cause: error },
      )
    }
    throw new DataFolderInUse(folder, /PID (\d+)/.exec(message)?.[1])
  }
}

/** A folder that cannot be written says so with a code of the system, which DuckDB's errors do not carry. */
async function tryWriting(folder: string): Promise<void> {
  const probe = join(folder, `.probe-${randomUUID()}`)
  try {
    await writeFile(probe, Buffer.alloc(64 * 1024), { mode: 0o600 })
  } catch (error) {
    // The folder is what the operator knows.
    throw error instanceof Error ? Object.assign(error, { path: folder }) : error
  } finally {
    await rm(probe, { force: true }).catch(() => {})
  }
}
