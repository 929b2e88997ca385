import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { packageRoot } from '../../src/server/lib/root'
import { killWhileImporting, killWhileWriting } from '../server/harness/kills'
import type { Bench } from './bench'

const WRITING = 200
const IMPORTING = 50

/** `kill -9` of a server that acknowledges writes into the embedded database, and of imports, and what was lost by it. */
export const killsBench: Bench = {
  name: 'kills',
  async run() {
    spawnSync(process.execPath, [join(packageRoot, '.scripts/build-if-stale.mjs')], { stdio: 'inherit' })
    const writing = await killWhileWriting(Array(WRITING).fill('process'))
    const importing = await killWhileImporting(IMPORTING)
    return [
      {
        what: `acknowledged writes lost over ${WRITING} × kill -9, embedded (of ${writing.acknowledged}; made twice: ${writing.twice})`,
        measured: String(writing.lost),
        floor: '0',
        holds: writing.lost === 0 && writing.twice === 0,
      },
      {
        what:
          `imports × ${IMPORTING} killed with -9 (${importing.before} before the records took them, ${importing.after} after): ` +
          'neither the whole old month nor the whole new one / files left over',
        measured: `${importing.half} / ${importing.leftOver}`,
        floor: '0 / 0',
        holds: importing.half === 0 && importing.leftOver === 0,
      },
    ]
  },
}
