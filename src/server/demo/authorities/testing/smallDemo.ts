import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { COUNCILS } from '../councils'
import { DEMO_DATA } from '../ensureDemo'

/** The demo's files with the first few households of each month only. @returns the folder, and how to remove it. */
export async function smallDemo(households: Readonly<Record<string, number>>) {
  const data = await mkdtemp(join(tmpdir(), 'doorstep-small-demo-'))
  for (const { slug } of COUNCILS) {
    const [from, to] = [join(DEMO_DATA, slug), join(data, slug)]
    await mkdir(to)
    for (const file of await readdir(from)) {
      if (!file.endsWith('.csv.gz')) await cp(join(from, file), join(to, file))
      else {
        const lines = gunzipSync(await readFile(join(from, file)))
          .toString('utf8')
          .split('\n')
        await writeFile(join(to, file), gzipSync(lines.slice(0, 1 + (households[slug] ?? 0)).join('\n')))
      }
    }
  }
  return { data, remove: () => rm(data, { recursive: true }) }
}
