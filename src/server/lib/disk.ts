/**
 * Without space for its write-ahead log the embedded PostgreSQL takes the process down, so below this it accepts no
 * writes.
 */
import { access, constants, mkdir, statfs } from 'node:fs/promises'
import { NoRoom } from './operator'

const RESERVE_BYTES = 64 * 1024 * 1024

const LOOK_EVERY_MS = 500

async function isShort(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize < RESERVE_BYTES
}

/** Makes it where it is missing. @throws Error of the file system, which `diskFault` puts in words */
export async function requireWritableFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
}

/** Call before each part of a large write. @throws NoRoom */
export async function requireDiskSpace(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (await isShort(folder)) throw new NoRoom(folder)
}

/** Reports changes of {@link isShort}. @returns stops */
export function watchDiskSpace(folder: string, onChange: (isShort: boolean) => Promise<unknown>): () => void {
  const state = { reported: false, isBusy: false }
  const look = async () => {
    if (state.isBusy) return
    state.isBusy = true
    try {
      const now = await isShort(folder)
      if (now !== state.reported) await onChange(now)
      state.reported = now
    } catch {
      // Fails where the folder is used.
    } finally {
      state.isBusy = false
    }
  }
  const timer = setInterval(() => void look(), LOOK_EVERY_MS).unref()
  return () => clearInterval(timer)
}
