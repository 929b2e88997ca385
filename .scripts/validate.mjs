// `npm run validate`: what a change must pass before it is committed, in the time of a short break. Types, lint,
// import rules and house tests look at everything; format only at what changed since the branch left main (or since the
// last commit, on main itself), unit tests at what imports it, and tests of the server run if they changed themselves: all
// of them import all of it. `npm run check` and `npm test` look at the rest.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import concurrently from 'concurrently'

const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim()
const lines = (text) => text.split('\n').filter((line) => line !== '')

/** The commit that changes are counted from. */
function base() {
  try {
    return git('merge-base', 'HEAD', 'main')
  } catch {
    return 'HEAD' // A clone without a branch called main.
  }
}

const since = base()
const changed = [
  ...lines(git('diff', '--name-only', since)),
  ...lines(git('ls-files', '--others', '--exclude-standard')),
]
const quoted = (pattern) =>
  changed.filter((file) => pattern.test(file) && existsSync(file)).map((file) => JSON.stringify(file))
const sources = quoted(/^(src|sw)\/.*\.(tsx?|css|json|md)$/)

const commands = [
  { name: 'lint and types', command: 'npm run --silent check:lint' },
  { name: 'imports', command: 'npm run --silent check:imports' },
  { name: 'house', command: 'vitest run --project house' },
]
const formatted = quoted(/\.(tsx?|m?js|cjs|css|json)$/)
if (formatted.length > 0) {
  // Files that .prettierignore names are left out although they are named here.
  commands.push({ name: 'format', command: `prettier --check ${formatted.join(' ')}` })
}
if (sources.length > 0) {
  // `related` and not `--changed`, which runs every test when package.json changed.
  const command = `vitest related --run --project 'unit*' --passWithNoTests ${sources.join(' ')}`
  commands.push({ name: 'unit', command })
}
const serverTests = quoted(/^tests\/server\/.*(?<!\.slow)\.test\.ts$/)
if (serverTests.length > 0) {
  commands.push({ name: 'server', command: `vitest run --project server ${serverTests.join(' ')}` })
}

const started = Date.now()
console.log(`${changed.length} files changed since ${since.slice(0, 7)}.`)
const { result } = concurrently(commands, { maxProcesses: 2, group: true })
await result.then(
  () => console.log(`All of it holds, after ${Math.round((Date.now() - started) / 1000)} s.`),
  () => (process.exitCode = 1),
)
