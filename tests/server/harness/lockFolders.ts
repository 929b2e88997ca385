/**
 * Locks the folders 0, 1, 2… of a folder, each when other processes do, prints what each attempt said, and holds them
 * until killed. It says when it is ready, and is told when to begin.
 */
import { once } from 'node:events'
import { join } from 'node:path'
import { lockDataFolder } from '../../../src/server/db/dataFolderLock'

/** With its fractions of a millisecond. */
const now = () => performance.timeOrigin + performance.now()

const [root = '', folders] = process.argv.slice(2)
process.stdout.write('ready\n')
const startsAt = Number((await once(process.stdin.setEncoding('utf8'), 'data')).join(''))
const said: string[] = []
// A server that nothing refers to is garbage, and so is its lock.
const held: (() => void)[] = []
for (let folder = 0; folder < Number(folders); folder++) {
  const at = startsAt + folder * 60 + Math.random() * 2
  // A timer would wake the processes too far apart.
  while (now() < at);
  said.push(
    await lockDataFolder(join(root, String(folder))).then(
      (unlock) => {
        held.push(unlock)
        return 'locked'
      },
      (error: unknown) => (error instanceof Error ? error.name : 'something that is no error'),
    ),
  )
}
process.stdout.write(`${JSON.stringify(said)}\n`)
process.stdin.resume()
process.stdin.on('end', () => held.forEach((unlock) => unlock()))
