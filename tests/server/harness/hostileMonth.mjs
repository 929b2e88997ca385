/**
 * In the place of the process that checks months: what could happen in it if a file found a fault in a parser. The
 * households file says what it leaves as its result, with the file of the server that it is after. Other files are
 * checked.
 */
import { execFileSync } from 'node:child_process'
import { linkSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { DuckDBInstance } from '@duckdb/node-api'

const [what, path] = readFileSync('households', 'utf8').split(': ')
const RESULT = 'snapshot.parquet'

const DEEDS = {
  'symbolic link': () => symlinkSync(path, RESULT),
  'hard link': () => linkSync(path, RESULT),
  pipe: () => execFileSync('/usr/bin/mkfifo', [RESULT]),
  device: () => symlinkSync('/dev/zero', RESULT),
  'endless file': () => {
    writeFileSync(RESULT, 'PAR1')
    truncateSync(RESULT, 3_000_000_000)
  },
  'flood of words'() {
    for (let words = 'x'.repeat(1_000_000); ; words += words) process.stdout.write(words)
  },
  'endless work'() {
    process.stdout.write(`${JSON.stringify({ doing: 'Working without end', fraction: 0.5 })}\n`)
    for (;;);
  },
  async 'other columns'() {
    const connection = await (await DuckDBInstance.create(':memory:')).connect()
    await connection.run(`copy (select 'EX-000001' as household_reference) to '${RESULT}' (format parquet)`)
  },
}

function pretendToHaveChecked() {
  const checked = { wardCount: 1, householdCount: 1, warnings: [], losses: [], contactCount: null, comparison: null }
  writeFileSync('wards.jsonl', readFileSync('wards-before.json', 'utf8').slice(1, -1))
  writeFileSync('answer.json', JSON.stringify({ checked }))
}

if (Object.hasOwn(DEEDS, what)) {
  await DEEDS[what]()
  pretendToHaveChecked()
} else await import(new URL('monthProcess.js', import.meta.url).href)
