import { chmod, readdir, rename, rm, rmdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'

/** Removes a file or folder, also what a sandboxed process made too deep for a path, or closed to its owner. */
export async function removeTree(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true, maxRetries: 3 })
  } catch {
    await removeFlattened(path)
  }
}

/** Every folder is moved beside the path before its content is read, so that no path is long. */
async function removeFlattened(path: string): Promise<void> {
  const folders = [path]
  for (const folder of folders) {
    await chmod(folder, 0o700)
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const inner = join(folder, entry.name)
      if (!entry.isDirectory()) {
        await unlink(inner)
        continue
      }
      const aside = `${path}-${folders.length}`
      // A folder that its owner may not write to cannot be moved.
      await chmod(inner, 0o700)
      await rename(inner, aside)
      folders.push(aside)
    }
    await rmdir(folder)
  }
}
