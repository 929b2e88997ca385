// Makes sure that `dist` is what the sources say, then lets the program that was asked for run:
//   node --import ./.scripts/build-if-stale.mjs dist/server/main.js
// As a preload rather than a command before `&&`, signals and arguments reach the program untouched, on
// every shell. Run by itself it only builds. It needs nothing but Node and what `npm ci` installed, says
// what it does on stderr (stdout belongs to the program), and two at once wait for each other. The server and the
// empty database that it copies come first; it starts while the app is built, and awaits `globalThis.appIsBuilt`
// before it listens.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants, setPriority } from 'node:os'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isMainThread } from 'node:worker_threads'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const sources = [
  'src',
  'sw',
  'public',
  'index.html',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  '.scripts/vite',
  '.scripts/empty-database.mjs',
  '.scripts/precompress.mjs',
]
const results = [
  'dist/app/index.html',
  'dist/server/main.js',
  'dist/server/cli.js',
  'dist/server/databaseWorker.js',
  'dist/server/facetsWorker.js',
  'dist/server/documentProcess.js',
  'dist/server/monthProcess.js',
]
const stamp = join(root, 'dist/.built-from')

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
const children = new Set()
// A server that cannot start leaves no build behind that writes into the next one's.
process.on('exit', killChildren)

/** Read before the build: npm may end meanwhile (src/server/stop.ts). */
globalThis.startedBy = process.ppid

// Worker threads inherit the preload.
if (isMainThread && !isFresh()) {
  const { server, app, whole } = await build()
  for (const signal of SIGNALS) process.on(signal, endBuild)
  if (process.argv[1] === join(root, 'dist/server/main.js')) {
    globalThis.appIsBuilt = app.catch(fail)
    // A server goes on with files that are not compressed; the next start builds again.
    whole.catch(() => {})
    await server.catch(fail)
  } else await whole.catch(fail)
  // From here on they are the program's, whose exit ends what is left of the build.
  for (const signal of SIGNALS) process.off(signal, endBuild)
}

/** The signal comes again, and then ends the process and gives back the lock. */
function endBuild(signal) {
  killChildren()
  for (const each of SIGNALS) process.off(each, endBuild)
  process.kill(process.pid, signal)
}

function killChildren() {
  for (const child of children) child.kill()
}

function isFresh() {
  // A release holds no source.
  if (!existsSync(join(root, 'vite.config.ts'))) return true
  return (
    hasEmptyDatabase() &&
    results.every((file) => existsSync(join(root, file))) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === hashOfSources()
  )
}

/** Named after the PGlite that is installed: another version may not be able to open it. */
function emptyDatabase() {
  const about = join(root, 'node_modules/@electric-sql/pglite/package.json')
  const version = existsSync(about) ? JSON.parse(readFileSync(about, 'utf8')).version : 'no packages'
  return join(root, 'dist/emptyDatabase', version)
}

function hasEmptyDatabase() {
  return existsSync(join(emptyDatabase(), 'PG_VERSION'))
}

function hashOfSources() {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(filesUnder))
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

function filesUnder(path) {
  if (!existsSync(join(root, path))) return []
  if (extname(path) !== '') return [path]
  return readdirSync(join(root, path), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort()
}

/** Begins to build. What it returns settles once the server is built, once the app is, and once everything is. */
async function build() {
  let lockfile, vite
  try {
    lockfile = (await import('proper-lockfile')).default
    vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js')
  } catch {
    fail('Doorstep is not built and its packages are not installed. Run: npm ci')
  }
  const run = async (isUrgent, ...args) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 2, 2],
      env: { ...process.env, NODE_OPTIONS: '', NODE_ENV: 'production' },
    })
    children.add(child)
    // Only ever lower: who runs this niced may not raise it.
    if (!isUrgent && child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW)
    const [code] = await once(child, 'exit')
    children.delete(child)
    if (code !== 0) throw new Error('The build failed; what went wrong stands above.')
  }
  mkdirSync(join(root, '.cache'), { recursive: true })
  const release = await lockfile.lock(join(root, '.cache'), {
    lockfilePath: join(root, '.cache/build.lock'),
    stale: 60_000,
    retries: { forever: true, minTimeout: 250, maxTimeout: 1_000 },
  })
  if (isFresh()) {
    await release()
    const done = Promise.resolve()
    return { server: done, app: done, whole: done }
  }
  const hash = hashOfSources()
  console.error(
    'Building Doorstep: the app and the server. This takes from a quarter of a minute to a few minutes, once.',
  )
  const started = Date.now()
  rmSync(stamp, { force: true })
  const viteBuild = [vite, 'build', '--configLoader', 'runner', '--logLevel', 'warn']
  const server = Promise.all([
    run(true, ...viteBuild, '--ssr'),
    hasEmptyDatabase() || run(true, join(root, '.scripts/empty-database.mjs'), emptyDatabase()),
  ])
  // The first start of a server makes the demo meanwhile, which takes longer.
  const app = Promise.all([server, run(false, ...viteBuild)]).then(() => {
    console.error(`Built in ${String(Math.round((Date.now() - started) / 1000))} s.`)
  })
  const whole = app
    .then(() => run(false, join(root, '.scripts/precompress.mjs')))
    .then(() => writeFileSync(stamp, hash))
    .finally(release)
  return { server, app, whole }
}

function fail(error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
