/* `npm run test:prices`: the dearest test files of the last run, with their share of what its suites took in worker seconds. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readReport } from './report'

const SHOWN = 20
const folder = join(import.meta.dirname, '../../.cache/suites')
const reports = readdirSync(folder).filter((name) => name.endsWith('.json') && !name.endsWith('once-more.json'))
const files = reports.flatMap((name) => readReport(join(folder, name))?.files ?? [])
const total = files.reduce((sum, { milliseconds }) => sum + milliseconds, 0)

console.log(`${files.length} files, ${Math.round(total / 1000)} s of workers and browsers`)
for (const { project, file, milliseconds } of files.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, SHOWN))
  console.log(
    `${(milliseconds / 1000).toFixed(1).padStart(7)} s ${((100 * milliseconds) / total).toFixed(1).padStart(5)} %  ${project}: ${file}`,
  )
