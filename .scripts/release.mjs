// Makes what an operator installs without a registry: for each kind of processor one archive with the built product, its
// production dependencies, its bill of materials and its notices, and SHA256SUMS over them.
//   npm run release -- folder [x64] [arm64]
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { extname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const PROCESSORS = ['x64', 'arm64']
/** What runs reads data from `src`; its code is in `dist`. */
const CODE = ['.ts', '.tsx', '.mjs']
/** Packages bring these for those who build with them. */
const FOR_BUILDING = /\.(map|d\.[cm]?ts|tsbuildinfo)$/
const CONTENTS = [
  ...[
    'package.json',
    'package-lock.json',
    '.npmrc',
    '.env.example',
    'LICENSE',
    'CHANGELOG.md',
    'README.md',
    'SECURITY.md',
  ],
  // The built-in sign-in page's colours are the app's.
  ...['docs', 'src/server', 'src/app/ui/tokens.css', '.scripts/build-if-stale.mjs'],
  // Without the empty database, which each build makes another: it only shortens the embedded one's first start.
  ...['dist/app', 'dist/server'],
]

const [folder, ...asked] = process.argv.slice(2)
const unknown = asked.filter((processor) => !PROCESSORS.includes(processor))
if (folder === undefined || unknown.length > 0) {
  console.error(
    `Say where to, and for which processors (${PROCESSORS.join(', ')}; both by default): npm run release -- folder`,
  )
  process.exit(1)
}
if (saysAnotherCommit()) rmSync(join(root, 'dist/.built-from'), { force: true })
await import('./build-if-stale.mjs')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
mkdirSync(folder, { recursive: true })
const archives = (asked.length > 0 ? asked : PROCESSORS).map(makeArchive)
const sums = await Promise.all(archives.map(async (archive) => `${await hashOf(join(folder, archive))}  ${archive}\n`))
writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))

/** A build is kept while its sources are the same, and says the commit of its day; an archive has to say its own. */
function saysAnotherCommit() {
  const program = join(root, 'dist/server/cli.js')
  if (!existsSync(program)) return false
  const commit = process.env.DOORSTEP_COMMIT || (git('rev-parse', '--short', 'HEAD') ?? 'unknown')
  return !execFileSync(process.execPath, [program, '--version'], { encoding: 'utf8' }).includes(`(${commit})`)
}

/** @returns its name in the folder */
function makeArchive(processor) {
  const name = `doorstep-${version}-linux-${processor}`
  const staged = resolve(folder, name)
  rmSync(staged, { recursive: true, force: true })
  for (const path of CONTENTS)
    cpSync(join(root, path), join(staged, path), {
      recursive: true,
      filter: (from) => !path.startsWith('src') || !CODE.includes(extname(from)),
    })
  for (const command of ['doorstep', 'install']) {
    cpSync(join(root, `docs/${command}.sh`), join(staged, 'bin', command))
    chmodSync(join(staged, 'bin', command), 0o755)
  }
  run(
    'npm',
    ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--os=linux', `--cpu=${processor}`, '--libc=glibc'],
    staged,
  )
  removeWhatOnlyBuilds(join(staged, 'node_modules'))
  run(process.execPath, [join(root, '.scripts/sbom.mjs'), staged, staged], root)
  const archive = `${name}.tar.gz`
  const alike = [
    '--sort=name',
    `--mtime=@${timeOfCommit()}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u+rwX,go+rX,go-w',
  ]
  run('tar', [...alike, '-czf', archive, name], folder)
  rmSync(staged, { recursive: true })
  console.log(`${join(folder, archive)}: ${Math.round(statSync(join(folder, archive)).size / 1_000_000)} MB`)
  return archive
}

function removeWhatOnlyBuilds(packages) {
  for (const entry of readdirSync(packages, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && FOR_BUILDING.test(entry.name)) rmSync(join(entry.parentPath, entry.name))
}

/** Seconds since 1970: the same commit makes the same archive. */
function timeOfCommit() {
  return git('log', '-1', '--format=%ct') ?? '0'
}

/** Nothing outside a clone, where the build says `unknown`. */
function git(...args) {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return undefined
  }
}

async function hashOf(file) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

function run(program, args, cwd) {
  execFileSync(program, args, {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', SOURCE_DATE_EPOCH: timeOfCommit() },
  })
}
