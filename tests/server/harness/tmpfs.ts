import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, test } from 'vitest'

/** A small disk of its own: the only way to meet a full one without filling that of the machine. */
export interface SmallDisk {
  readonly folder: string
  /** Leaves so many bytes free. */
  fill(leave: number): Promise<void>
  /** Takes away what filled it. */
  empty(): Promise<void>
  remountReadOnly(): void
}

/** Mounts a disk of so many megabytes; undefined where this user may not. */
function mountDisk(megabytes: number): (SmallDisk & { unmount(): void }) | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  if (mounted.status !== 0) {
    rmdirSync(folder)
    return undefined
  }
  const filling = join(folder, 'filling')
  return {
    folder,
    async fill(leave) {
      await rm(filling, { force: true })
      const { bavail, bsize } = await statfs(folder)
      await writeFile(filling, Buffer.alloc(Math.max(0, bavail * bsize - leave), 1))
    },
    empty: () => rm(filling, { force: true }),
    remountReadOnly: () => void spawnSync('mount', ['-o', 'remount,ro', folder]),
    unmount() {
      spawnSync('umount', ['-l', folder])
      rmdirSync(folder)
    },
  }
}

/** Tests that a small disk is needed for. Where none can be mounted the run says what it left out, by a test of that name. */
export function withSmallDisk(what: string, megabytes: number, define: (disk: SmallDisk) => void): void {
  const disk = mountDisk(megabytes)
  if (disk) {
    describe(what, () => {
      afterAll(() => disk.unmount())
      define(disk)
    })
    return
  }
  test(`left out, because no disk can be mounted: ${what}`, ({ annotate }) =>
    annotate('Run these tests as root on Linux.'))
  process.stderr.write(`Left out, because no disk can be mounted: ${what}\n`)
}
