/**
 * Two processes writing one PGlite folder corrupt it. DuckDB's lock is the operating system's, released even on kill
 * -9.
 */
import { randomUUID } from 'node:crypto'
import { copyFile, link, mkdir, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { hasCode, OperatorFault } from '../lib/operator'

class DataFolderInUse extends Error {
  constructor(folder: string, processId: string | undefined) {
    super(
      `Another Doorstep process${processId ? ` (process ${processId})` : ''} is using the data folder ${folder}. ` +
        'Stop it first, or set DATABASE_URL to run on PostgreSQL, where several processes may work side by side.',
    )
    this.name = 'DataFolderInUse'
  }
}

const small = { threads: '1', max_memory: '16MB' }

/** The system's lock does not exclude its own process. */
const held = new Set<string>()

/**
 * Creates the folder if missing.
 * @returns a function that unlocks
 * @throws DataFolderInUse; OperatorFault for a damaged lock file; the system's error
 */
export async function lockDataFolder(folder: string): Promise<() => void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = await realpath(folder)
  if (held.has(path)) throw new DataFolderInUse(folder, String(process.pid))
  await tryWriting(path)
  held.add(path)
  const file = join(path, 'lock.duckdb')
  try {
    await createLockFile(file)
    const lock = await DuckDBInstance.create(file, small)
    return () => {
      lock.closeSync()
      held.delete(path)
    }
  } catch (error) {
    held.delete(path)
    if (await isDamaged(file)) {
      throw new OperatorFault(
        `The lock file ${file} is damaged. Make sure that no Doorstep is running on this folder, delete the file and start again; ` +
          'it holds no data.',
        { cause: error },
      )
    }
    throw new DataFolderInUse(folder, /PID (\d+)/.exec(String(error))?.[1])
  }
}

const openOnce = async (file: string) => (await DuckDBInstance.create(file, small)).closeSync()

/** DuckDB empties a new file before locking it, so two starting processes could both find it empty. */
async function createLockFile(file: string): Promise<void> {
  if (await stat(file).then(Boolean, () => false)) return
  const whole = `${file}.${randomUUID()}`
  try {
    await openOnce(whole)
    await link(whole, file)
  } catch (error) {
    // Another process just made it, which is as good.
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    await rm(whole, { force: true }).catch(() => {})
  }
}

/** A copy has no lock, so it opens unless damaged. */
async function isDamaged(file: string): Promise<boolean> {
  const copy = `${file}.${randomUUID()}`
  try {
    await copyFile(file, copy)
  } catch {
    return false
  }
  try {
    await openOnce(copy)
    return false
  } catch {
    return true
  } finally {
    await rm(copy, { force: true }).catch(() => {})
  }
}

/** DuckDB's errors carry no code. */
async function tryWriting(folder: string): Promise<void> {
  const probe = join(folder, `.probe-${randomUUID()}`)
  try {
    await writeFile(probe, Buffer.alloc(64 * 1024), { mode: 0o600 })
  } catch (error) {
    throw error instanceof Error ? Object.assign(error, { path: folder }) : error
  } finally {
    await rm(probe, { force: true }).catch(() => {})
  }
}
