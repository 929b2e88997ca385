// Writes sbom.json (CycloneDX, every package of the lock file) and THIRD-PARTY-NOTICES (the licences of what is shipped)
// into a folder: npm run sbom -- folder [where else packages are installed]
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const [folder, elsewhere] = process.argv.slice(2)
if (folder === undefined) {
  console.error('Say where to: npm run sbom -- folder')
  process.exit(1)
}

/** What a release is installed with is of its platform; what only browsers are sent is here. */
const placeOf = (path) => [elsewhere ?? root, root].find((place) => existsSync(join(place, path)))
const read = (path) => readFileSync(join(placeOf(path) ?? root, path), 'utf8')
const lock = JSON.parse(read('package-lock.json')).packages

/** Where Node finds a package, from inside another. */
function resolve(from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules') - 1))) {
    const path = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`
    if (lock[path]) return path
    if (at === '') return undefined
  }
}

/** Those that the browser's code imports, and all that the server is installed with. */
function shipped() {
  const found = new Set()
  const add = (path) => {
    if (path === undefined || found.has(path)) return
    found.add(path)
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = lock[path]
    const names = Object.keys({ ...dependencies, ...optionalDependencies })
    const peers = Object.keys(peerDependencies).filter((name) => lock[path].peerDependenciesMeta?.[name] === undefined)
    for (const name of [...names, ...peers]) add(resolve(path, name))
  }
  for (const name of Object.keys(lock[''].dependencies)) add(resolve('', name))
  const sources = ['src/app', 'src/offline', 'src/contract', 'sw'].flatMap((at) =>
    readdirSync(join(root, at), { recursive: true }).map((file) => join(at, file)),
  )
  for (const file of sources.filter((path) => /\.(tsx?|css)$/.test(path) && !/\.test\.|[\\/]testing[\\/]/.test(path))) {
    for (const [, specifier] of read(file).matchAll(/(?:from|import|url)\s*\(?\s*'([^'.#][^']*)'/g)) {
      const name = specifier.split('/').slice(0, specifier.startsWith('@') ? 2 : 1)
      add(resolve('', name.join('/')))
    }
  }
  return [...found].sort()
}

const LICENCE = /^(licen[cs]e|copying|notice|ofl)([.-].*)?$/i

function notice(path) {
  const { version, license } = lock[path]
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const place = placeOf(path)
  const files = place ? readdirSync(join(place, path)).filter((file) => LICENCE.test(file)) : []
  const texts = files.sort().map((file) => read(`${path}/${file}`).trim())
  const without = place ? 'It brings no text of its own.' : 'It is for another platform, and not installed here.'
  return [
    `${name} ${version}`,
    `Licence: ${license ?? licenceOf(path)}`,
    '',
    ...(texts.length > 0 ? texts : [without]),
  ].join('\n')
}

/** Of a package from before the lock file knew: `licenses`, or nothing. */
function licenceOf(path) {
  const { licenses = [] } = JSON.parse(read(`${path}/package.json`))
  return licenses.map(({ type }) => type).join(' or ') || 'see below'
}

mkdirSync(folder, { recursive: true })
const text = execFileSync(
  'npm',
  ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'],
  {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: process.platform === 'win32',
  },
)
const bom = JSON.parse(text)
// npm takes the name of the folder.
bom.metadata.component.name = lock[''].name
// The same commit makes the same bill: a number at random goes, and a release gives its commit's time.
delete bom.serialNumber
const { SOURCE_DATE_EPOCH } = process.env
if (SOURCE_DATE_EPOCH) bom.metadata.timestamp = new Date(Number(SOURCE_DATE_EPOCH) * 1000).toISOString()
writeFileSync(join(folder, 'sbom.json'), `${JSON.stringify(bom, null, 2)}\n`)
const paths = shipped()
const line = `\n\n${'-'.repeat(80)}\n\n`
const head = `Doorstep contains these ${paths.length} packages, under the licences of their authors.`
writeFileSync(join(folder, 'THIRD-PARTY-NOTICES'), `${[head, ...paths.map(notice)].join(line)}\n`)
console.log(`${join(folder, 'sbom.json')}: ${bom.components.length} packages of the lock file.`)
console.log(`${join(folder, 'THIRD-PARTY-NOTICES')}: ${paths.length} packages that are shipped.`)
