import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { z } from 'zod'

/** The figures table of the household map: JavaScript of the login page, gzip. */
const LOGIN_BUDGET_BYTES = 120_000

const dist = join(import.meta.dirname, '../../dist')

/** Written by vite.config.ts beside the built app. */
const chunks = z
  .array(z.object({ fileName: z.string(), isEntry: z.boolean(), imports: z.array(z.string()), modules: z.array(z.string()) }))
  .parse(JSON.parse(readFileSync(join(dist, 'app-chunks.json'), 'utf8')))

/** The files that a page needs when it starts from these: themselves and what they import statically. */
function closure(start: string[], seen = new Set<string>()): Set<string> {
  for (const file of start) {
    if (seen.has(file)) continue
    seen.add(file)
    closure(chunks.find(({ fileName }) => fileName === file)?.imports ?? [], seen)
  }
  return seen
}

const html = readFileSync(join(dist, 'app/index.html'), 'utf8')
const loadedByHtml = [...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map(([, file]) => file ?? '')
/** The page itself; what its form does when it is sent (action.ts, with the contract and zod) comes with the first sending. */
const loginRoute = chunks
  .filter(({ modules }) => modules.some((id) => /src\/app\/(routes\/login|features\/login\/LoginScreen)\.tsx/.test(id)))
  .map(({ fileName }) => fileName)
const loginFiles = [...closure([...loadedByHtml, ...loginRoute])]
const loginModules = loginFiles.flatMap((file) => chunks.find(({ fileName }) => fileName === file)?.modules ?? [])

test('the entry and the login route are found in the build', () => {
  expect(loadedByHtml).toContain(chunks.find(({ isEntry }) => isEntry)?.fileName)
  expect(loginRoute).not.toEqual([])
})

test('the login page needs at most 120 kB of JavaScript, gzip', () => {
  const sizes = loginFiles.map((file) => ({ file, bytes: gzipSync(readFileSync(join(dist, 'app', file))).length }))
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  expect(total, JSON.stringify(sizes, null, 1)).toBeLessThanOrEqual(LOGIN_BUDGET_BYTES)
})

test.each([
  ['the map', /node_modules\/(maplibre-gl|pmtiles|@deck\.gl|@luma\.gl|@loaders\.gl|@react-google-maps|@uwdata)\/|features\/map\//],
  ['charts', /node_modules\/(recharts|d3-[a-z]+|victory-vendor)\//],
  ['markdown', /node_modules\/(react-markdown|remark-[a-z]+|micromark[a-z-]*|mdast-[a-z-]+|unified)\//],
  ['the component library', /node_modules\/(react-aria[a-z-]*|@react-aria|react-stately|@react-stately)\//],
])('nothing of %s is loaded by the login page', (_, modules) => {
  expect(loginModules.filter((id) => modules.test(id))).toEqual([])
})

test('charts are loaded with the first chart, and by nothing else', () => {
  const charts = chunks.filter(({ modules }) => modules.some((id) => /node_modules\/recharts\//.test(id))).map(({ fileName }) => fileName)
  const users = chunks.filter(({ fileName, imports }) => !charts.includes(fileName) && imports.some((file) => charts.includes(file)))
  expect(users.flatMap(({ modules }) => modules.filter((id) => id.endsWith('.tsx')))).toEqual([
    expect.stringMatching(/features\/report\/BarDrawing\.tsx$/),
  ])
})
