/**
 * Policy: the embedded database is never let run into a full disk, because PostgreSQL cannot go on without room for its
 * write-ahead log, and embedded it takes the process along. While less than the reserve is free it takes no writes.
 */
import { mkdir, statfs } from 'node:fs/promises'
import { NoRoom } from './operator'

/** Four segments of the write-ahead log. */
const RESERVE_BYTES = 64 * 1024 * 1024

const LOOK_EVERY_MS = 500

/** Whether less than the reserve is free where the folder lies. */
async function isShort(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize < RESERVE_BYTES
}

/** For work that writes much in one transaction: before each portion. Makes the folder where it is missing. @throws NoRoom */
export async function requireRoom(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (await isShort(folder)) throw new NoRoom(folder)
}

/**
 * Says whenever room has become short, and when there is enough again.
 * @returns what ends the watch.
 */
export function watchRoom(folder: string, tell: (isShort: boolean) => Promise<unknown>): () => void {
  const state = { told: false, isBusy: false }
  const look = async () => {
    if (state.isBusy) return
    state.isBusy = true
    try {
      const now = await isShort(folder)
      if (now !== state.told) await tell(now)
      state.told = now
    } catch {
      // A folder that cannot be looked at shows itself by what is done there.
    } finally {
      state.isBusy = false
    }
  }
  const timer = setInterval(() => void look(), LOOK_EVERY_MS).unref()
  return () => clearInterval(timer)
}
