import { statfs } from 'node:fs/promises'
import { totalmem } from 'node:os'
import type { Config } from '../../config'
import { requireWritableFolder } from '../../lib/disk'
import { diskFault } from '../../lib/operator'
import { findingIf, type Finding } from './finding'

export interface Machine {
  readonly enoughBytes: number
  readonly memoryBytes: number
}

const MEGABYTE = 1_000_000
/** Beside snapshots in use: the server with documents being made, or an import (docs/operating.md). */
const MEMORY_MEGABYTES = 1_700
const SNAPSHOT_MEGABYTES = 64

/** A container's limit counts, if less than the machine has. */
export const thisMachine = (): Machine => ({
  enoughBytes: 1_000 * MEGABYTE,
  memoryBytes: Math.min(totalmem(), process.constrainedMemory() || Infinity),
})

/** The data folder, room on its disk, and memory. */
export async function examineMachine(
  { dataFolder, snapshotMemoryMegabytes }: Config,
  { enoughBytes, memoryBytes }: Machine,
): Promise<Finding[]> {
  try {
    await requireWritableFolder(dataFolder)
  } catch (error) {
    const fault = diskFault(error, dataFolder)
    if (!fault) throw error
    return [{ what: `Doorstep cannot keep its files in ${dataFolder}.`, cure: fault.message }]
  }
  const { bavail, bsize } = await statfs(dataFolder)
  const memory = Math.floor(memoryBytes / MEGABYTE)
  const forSnapshots = memory - MEMORY_MEGABYTES
  const needed = MEMORY_MEGABYTES + snapshotMemoryMegabytes
  return [
    ...findingIf(
      bavail * bsize < enoughBytes,
      `Only ${Math.floor((bavail * bsize) / MEGABYTE)} MB are left on the disk of ${dataFolder}.`,
      'Free some or enlarge the disk; below 64 MB the embedded database takes no writes, and imports end at once.',
    ),
    ...findingIf(
      forSnapshots < snapshotMemoryMegabytes,
      `There are ${memory} MB of memory, and Doorstep may take ${needed}: SNAPSHOT_MEMORY_MB is ${snapshotMemoryMegabytes}.`,
      `Give the machine or container ${needed} MB${
        forSnapshots >= SNAPSHOT_MEGABYTES ? `, or set SNAPSHOT_MEMORY_MB=${forSnapshots}` : ''
      }.`,
    ),
  ]
}
