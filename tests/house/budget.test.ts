import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { z } from 'zod'

/*
 * Limits stand some 5% above what is, so that a change of a few bytes turns no run red; who adds more than that raises
 * the limit in a commit that says why.
 */
/** JavaScript of the login page, gzip. */
const LOGIN_BUDGET_BYTES = 120_000
/** Code and styles of the map's page, as they are sent: 1.6 Mbit/s takes 1.6 s for them. */
const MAP_BUDGET_BYTES = 315_000
const MAP_BUDGET_FILES = 20
const FONT_BUDGET_BYTES = 32_500
/** Less room than this is said. */
const LITTLE_ROOM = 0.03

const dist = join(import.meta.dirname, '../../dist')

/** Written by .scripts/vite beside the built app. */
const chunks = z
  .array(
    z.object({
      fileName: z.string(),
      isEntry: z.boolean(),
      imports: z.array(z.string()),
      modules: z.array(z.string()),
    }),
  )
  .parse(JSON.parse(readFileSync(join(dist, 'app-chunks.json'), 'utf8')))

/** Asserts a weight, and prints it. */
function expectWeight(what: string, bytes: number, budget: number, details?: string): void {
  const room = (budget - bytes) / budget
  console.info(
    `${what}: ${bytes} of ${budget} bytes${room < LITTLE_ROOM ? `, only ${(100 * room).toFixed(1)}% of room is left` : ''}`,
  )
  expect(bytes, details).toBeLessThanOrEqual(budget)
}

/** The files that a page needs when it starts from these: themselves and what they import statically. */
function closure(start: string[], seen = new Set<string>()): Set<string> {
  for (const file of start) {
    if (seen.has(file)) continue
    seen.add(file)
    closure(chunks.find(({ fileName }) => fileName === file)?.imports ?? [], seen)
  }
  return seen
}

const page = (name: string) => readFileSync(join(dist, 'app', name), 'utf8')
/** Scripts, preloads and styles that a page names; a stylesheet that is switched off is not loaded. */
const namedBy = (name: string) =>
  [...page(name).matchAll(/<(?:link|script) [^>]*(?:src|href)="\/([^"]+\.(?:js|css))"(?! disabled)/g)].map(
    ([, file]) => file ?? '',
  )
const loadedByHtml = namedBy('login.html').filter((file) => file.endsWith('.js'))
/** The page itself; what its form does when it is sent (action.ts, with the contract and zod) comes with the first sending. */
const loginRoute = chunks
  .filter(({ modules }) =>
    modules.some((id) => /src\/app\/(routes\/login|features\/shell\/login\/LoginScreen)\.tsx/.test(id)),
  )
  .map(({ fileName }) => fileName)
const loginFiles = [...closure([...loadedByHtml, ...loginRoute])]
const loginModules = loginFiles.flatMap((file) => chunks.find(({ fileName }) => fileName === file)?.modules ?? [])

test('the entry and the login route are found in the build', () => {
  expect(loadedByHtml).toContain(chunks.find(({ isEntry }) => isEntry)?.fileName)
  expect(loginRoute).not.toEqual([])
})

test('the worker knows which files administrators and super administrators alone need', () => {
  const list = readFileSync(join(dist, 'app/service-worker.js'), 'utf8')
  const roleOf = (screen: string) =>
    new RegExp(`(?:"role":"(\\w+)",)?"url":"assets/${screen}-[\\w-]+\\.js"`).exec(list)?.[1]
  expect(['VisitsScreen', 'PeopleScreen', 'AuditScreen', 'AssistantScreen'].map(roleOf)).toEqual([
    undefined,
    'OrganisationAdmin',
    'SuperAdmin',
    'SuperAdmin',
  ])
})

test('the login page keeps to its weight of JavaScript, gzip', () => {
  const sizes = loginFiles.map((file) => ({ file, bytes: gzipSync(readFileSync(join(dist, 'app', file))).length }))
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  expectWeight('login page', total, LOGIN_BUDGET_BYTES, JSON.stringify(sizes, null, 1))
})

test('the login page has no frame of the app, every other address has', () => {
  expect(page('login.html')).not.toContain('class="shell"')
  for (const edition of ['index.html', 'map.html']) expect(page(edition)).toContain('class="shell"')
})

/** The files of the map's engine, which are larger than the rest and come after it. */
const ENGINE_MODULES = /src\/app\/features\/map\/street-view\/canvas\/(MapCanvas|OpenBasemap)\.tsx$/
const engineFiles = chunks
  .filter(({ modules }) => modules.some((id) => ENGINE_MODULES.test(id)))
  .map(({ fileName }) => fileName)
const named = namedBy('map.html')
const engine = named.findIndex((file) => engineFiles.includes(file))
/** The files that the map's page needs before its filters can be used. */
const mapFiles = named.slice(0, engine)

test('the map’s page names all that its route needs, so that nothing of it waits for something else', () => {
  const modules = /src\/app\/(main|routes\/(root|rootLoader|map))\.tsx?$/
  const route = chunks.filter((chunk) => chunk.modules.some((id) => modules.test(id))).map(({ fileName }) => fileName)
  expect([...closure(route)].filter((file) => !mapFiles.includes(file))).toEqual([])
})

test('the map’s engine is asked for after its page, and without what draws lines and words', () => {
  expect(engineFiles).toHaveLength(2)
  expect([...closure(engineFiles)].filter((file) => !named.includes(file))).toEqual([])
  const modules = [...closure(engineFiles)].flatMap(
    (file) => chunks.find(({ fileName }) => fileName === file)?.modules ?? [],
  )
  expect(modules.some((id) => id.includes('scatterplot-layer'))).toBe(true)
  expect(modules.filter((id) => /(text|geojson)-layer\.js$|d3-scale/.test(id))).toEqual([])
})

test('the map’s page keeps to its weight of code and styles as they are sent, in at most 20 files', () => {
  const sizes = mapFiles.map((file) => ({ file, bytes: statSync(join(dist, 'app', `${file}.br`)).size }))
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  expectWeight('map page', total, MAP_BUDGET_BYTES, JSON.stringify(sizes, null, 1))
  expect(sizes.length).toBeLessThanOrEqual(MAP_BUDGET_FILES)
})

test('the font of every page keeps to its weight, and the fonts have their letters', () => {
  const sizes = new Map(
    readdirSync(join(dist, 'app/assets'))
      .filter((name) => name.endsWith('.woff2'))
      .map((name) => [name.replace(/-wght-.*/, ''), statSync(join(dist, 'app/assets', name)).size] as const),
  )
  expect([...sizes.keys()].toSorted()).toEqual(['inter-latin', 'inter-latin-ext'])
  expectWeight('font', sizes.get('inter-latin') ?? Infinity, FONT_BUDGET_BYTES)
  // Without a letter a font has some hundred bytes.
  for (const [name, bytes] of sizes) expect(bytes, name).toBeGreaterThan(FONT_BUDGET_BYTES / 2)
})

test.each([
  [
    'the map',
    /node_modules\/(maplibre-gl|pmtiles|@deck\.gl|@luma\.gl|@loaders\.gl|@react-google-maps|@uwdata)\/|features\/map\/street-view\//,
  ],
  ['charts', /node_modules\/(recharts|d3-[a-z]+|victory-vendor)\//],
  ['markdown', /node_modules\/(react-markdown|remark-[a-z]+|micromark[a-z-]*|mdast-[a-z-]+|unified)\//],
  ['server state', /node_modules\/@tanstack\/(query-core|react-query)\//],
  ['the component library', /node_modules\/(react-aria[a-z-]*|@react-aria|react-stately|@react-stately)\//],
])('nothing of %s is loaded by the login page', (_, modules) => {
  expect(loginModules.filter((id) => modules.test(id))).toEqual([])
})

test('charts are loaded with the first chart, and by nothing else', () => {
  const charts = chunks
    .filter(({ modules }) => modules.some((id) => /node_modules\/recharts\//.test(id)))
    .map(({ fileName }) => fileName)
  const users = chunks.filter(
    ({ fileName, imports }) => !charts.includes(fileName) && imports.some((file) => charts.includes(file)),
  )
  expect(users.flatMap(({ modules }) => modules.filter((id) => id.endsWith('.tsx'))).toSorted()).toEqual([
    expect.stringMatching(/campaigns\/reports\/ArmsDrawing\.tsx$/),
    expect.stringMatching(/campaigns\/reports\/BarDrawing\.tsx$/),
  ])
})
