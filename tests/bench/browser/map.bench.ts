/* The map of a council as large as Trafford. */
import { chromium, test, type Browser, type LaunchOptions, type Page } from '@playwright/test'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join, relative } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import { percentile } from '../bench'
import { startCouncil, type Council } from './council'
import { report } from './report'
import { millisecondsOf, slowDown, traced } from './trace'

const ROUNDS = Number(process.env.DOORSTEP_BENCH_ROUNDS ?? 5)
/** Of Trafford, as the map opens on it; on made-up data the bare page shows the same place. */
const CENTRE = '-2.3266,53.4215'
const TYPES: Record<string, string> = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript' }

test.setTimeout(3_600_000)

let council: Council
let bare: Server
let pages: Record<'doorstep' | 'bare', string>

test.beforeAll(async () => {
  council = await startCouncil('map.bench.log')
  const { port } = new URL(council.url)
  bare = await serveBare(Number(port))
  const address = bare.address() as AddressInfo // it listens on a port
  pages = {
    doorstep: `http://127.0.0.1:${port}/`,
    bare: `http://127.0.0.1:${address.port}/index.html#${CENTRE}`,
  }
})
test.afterAll(async () => {
  await council.stop()
  bare.close()
})

test('the first visit on 1.6 Mbit/s and 300 ms, beside a bare page', async ({ launchOptions }) => {
  const took = { doorstep: [] as number[], bare: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    for (const which of ['bare', 'doorstep'] as const) {
      await visit(launchOptions, async (page) => {
        const session = await page.context().newCDPSession(page)
        const line = { latency: 300, downloadThroughput: 200_000, uploadThroughput: 200_000 }
        await session.send('Network.enable')
        await session.send('Network.emulateNetworkConditions', { offline: false, ...line })
        await page.goto(pages[which], { waitUntil: 'commit' })
        took[which].push(await seen(page, which))
      })
    }
  }
  const [own, other] = [percentile(took.doorstep, 50), percentile(took.bare, 50)]
  report({
    what: `first visit on 1.6 Mbit/s and 300 ms, ${ROUNDS} rounds: figures and a map that moves / the bare page’s map`,
    measured: `${Math.round(own)} / ${Math.round(other)} ms = ${(own / other).toFixed(2)}×`,
    floor: 'at most 1.2×',
    holds: own <= other * 1.2,
  })
})

test('the main thread’s work until the map moves, beside a bare page', async ({ launchOptions }) => {
  const work = { doorstep: [] as number[], bare: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    for (const which of ['bare', 'doorstep'] as const) {
      await visit(launchOptions, async (page, browser) => {
        await slowDown(page, 4)
        const events = await traced(browser, page, 'seen', async () => {
          await page.goto(pages[which], { waitUntil: 'commit' })
          await seen(page, which)
        })
        const end = events.find(({ name }) => name === 'seen')?.ts ?? 0
        const until = events.filter(({ ts, dur }) => ts + dur <= end)
        work[which].push(millisecondsOf(until, ['ThreadControllerImpl::RunTask']))
      })
    }
  }
  const [own, other] = [percentile(work.doorstep, 50), percentile(work.bare, 50)]
  report({
    what: `main thread’s work until the map moves, CPU slowed four times, ${ROUNDS} rounds: Doorstep / the bare page`,
    measured: `${Math.round(own)} / ${Math.round(other)} ms = ${(own / other).toFixed(2)}×`,
    floor: 'at most 1.3×',
    holds: own <= other * 1.3,
  })
})

const GESTURES = ['drag', 'wheel', 'pinch', 'tap'] as const
const VISITS = 20

test('the first gestures after the map is seen', async ({ launchOptions }) => {
  const done = { drag: 0, wheel: 0, pinch: 0, tap: 0 }
  for (let round = 0; round < VISITS; round++) {
    await visit(launchOptions, async (page) => {
      await page.goto(pages.doorstep, { waitUntil: 'commit' })
      await seen(page, 'doorstep')
      // Each of them is the first one in a quarter of the visits.
      for (let at = 0; at < GESTURES.length; at++) {
        const gesture = GESTURES[(round + at) % GESTURES.length] ?? 'tap'
        if (await works(page, gesture)) done[gesture] += 1
      }
    })
  }
  report({
    what: `first gestures after the map is seen, on ${VISITS} visits`,
    measured: Object.entries(done)
      .map(([gesture, count]) => `${gesture} ${count}`)
      .join(', '),
    floor: `each does what it means, ${VISITS} of ${VISITS}`,
    holds: Object.values(done).every((count) => count === VISITS),
  })
})

/**
 * In a browser of its own with nothing in its caches: where a browser draws without a graphics card, what it still draws
 * of the last page is waited for by the next page's main thread.
 */
async function visit(options: LaunchOptions, work: (page: Page, browser: Browser) => Promise<void>): Promise<void> {
  const browser = await chromium.launch(options)
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block',
    hasTouch: true,
  })
  try {
    await context.addCookies([{ name: 'doorstep', value: council.session, url: pages.doorstep }])
    await context.addInitScript(markWhatIsSeen)
    await work(await context.newPage(), browser)
  } finally {
    await browser.close()
  }
}

/** Runs in the page: says when the dots of a live map are drawn, and when figures are there. */
function markWhatIsSeen(): void {
  const marks = new Set<string>()
  const mark = (name: string) => {
    if (marks.has(name)) return
    marks.add(name)
    document.documentElement.dataset[name] = String(performance.now())
    // The page is told apart by the first figure of its address.
    if (marks.has('points') && (marks.has('figures') || location.hash !== '')) performance.mark('seen')
  }
  const { prototype } = WebGL2RenderingContext
  for (const name of ['drawArraysInstanced', 'drawElementsInstanced'] as const) {
    const draw: (...given: number[]) => void = prototype[name]
    prototype[name] = function (this: WebGL2RenderingContext, ...given: number[]) {
      if ((given.at(-1) ?? 0) > 1_000) mark('points')
      return draw.apply(this, given)
    }
  }
  new MutationObserver(() => {
    const figure = document.querySelector('[aria-label="Headline figures"] dd')
    if (/\d/.test(figure?.textContent ?? '')) mark('figures')
  }).observe(document, { childList: true, subtree: true, characterData: true })
}

/** Milliseconds since the page was asked for. */
async function seen(page: Page, which: 'doorstep' | 'bare'): Promise<number> {
  const names = which === 'bare' ? ['points'] : ['points', 'figures']
  const times = await page.waitForFunction(
    (all) => {
      const found = all.map((name) => Number(document.documentElement.dataset[name]))
      return found.every(Number.isFinite) ? found : null
    },
    names,
    { timeout: 180_000, polling: 50 },
  )
  return Math.max(...((await times.jsonValue()) ?? []))
}

interface Place {
  lng: number
  zoom: number
}

/** Makes a gesture in the middle of the map, and waits until the map says that it did what it means. */
async function works(page: Page, gesture: (typeof GESTURES)[number]): Promise<boolean> {
  const box = await page.getByRole('application', { name: /^Map/ }).boundingBox()
  if (!box) return false
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const before = await placeOf(page)
  const moved = (has: (now: Place) => boolean) =>
    eventually(async () => has((await placeOf(page)) ?? { lng: 0, zoom: 0 }))
  if (gesture === 'drag') {
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x - 20, y, { steps: 5 })
    await page.mouse.move(x - 40, y, { steps: 5 })
    await page.mouse.up()
    return moved((now) => now.lng > (before?.lng ?? -2.4) && now.lng !== 0)
  }
  if (gesture === 'wheel') {
    await page.mouse.move(x, y)
    await page.mouse.wheel(0, -300)
    return moved((now) => now.zoom > (before?.zoom ?? 10))
  }
  if (gesture === 'pinch') {
    const session = await page.context().newCDPSession(page)
    await session.send('Input.synthesizePinchGesture', { x, y, scaleFactor: 1.6, gestureSourceType: 'touch' })
    return moved((now) => now.zoom > (before?.zoom ?? 10))
  }
  const card = page.getByRole('dialog').filter({ hasText: 'Number of households' })
  const at = await dotNear(page, x, y)
  if (!at) return false
  // Chromium's synthesizeTapGesture ends without a click, on any page.
  await page.touchscreen.tap(at.x, at.y)
  const isOpen = await eventually(() => card.isVisible())
  await page.keyboard.press('Escape')
  return isOpen
}

/** Where the pointer says that a household is, from the middle outwards: homes lie streets apart at zoom 15. */
async function dotNear(page: Page, x: number, y: number): Promise<{ x: number; y: number } | undefined> {
  const canvas = page.locator('canvas.maplibregl-canvas')
  for (let away = 0; away < 250; away += 5) {
    const at = { x: x + away * Math.cos(away), y: y + away * Math.sin(away) }
    await page.mouse.move(at.x, at.y)
    // deck.gl looks under the pointer once a frame.
    await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))))
    if ((await canvas.evaluate(({ style }) => style.cursor)) === 'pointer') return at
  }
  return undefined
}

const placeOf = (page: Page) =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem('doorstep.map-place') ?? 'null') as Place | null)

async function eventually(holds: () => Promise<boolean>): Promise<boolean> {
  // A hundred thousand dots take a machine without a graphics card seconds a frame.
  for (const end = Date.now() + 60_000; Date.now() < end; await new Promise((next) => setTimeout(next, 100)))
    if (await holds()) return true
  return false
}

/** Serves the bare page, compressed as Doorstep's files are, with the points of Doorstep on `port`. */
async function serveBare(port: number): Promise<Server> {
  const outDir = mkdtempSync(join(tmpdir(), 'doorstep-bare-'))
  const root = join(import.meta.dirname, 'bare')
  await build({ root, configFile: false, logLevel: 'error', build: { outDir, emptyOutDir: true, target: 'es2022' } })
  const files = readdirSync(outDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const ready = new Map<string, Buffer>(
    files.map(({ parentPath, name }) => {
      const file = join(parentPath, name)
      return [`/${relative(outDir, file)}`, brotliCompressSync(readFileSync(file))] as const
    }),
  )
  const server = createServer((asked, answer) => {
    const path = asked.url ?? '/'
    if (path.startsWith('/api/')) {
      const from = { port, path, headers: asked.headers }
      request(from, (points) => {
        answer.writeHead(points.statusCode ?? 500, points.headers)
        points.pipe(answer)
      }).end()
      return
    }
    const bytes = ready.get(path)
    if (!bytes) {
      answer.writeHead(404).end()
      return
    }
    const type = TYPES[extname(path).replace('.mjs', '.js')] ?? 'application/octet-stream'
    answer.writeHead(200, { 'content-type': type, 'content-encoding': 'br', 'cache-control': 'no-store' }).end(bytes)
  })
  server.on('close', () => rmSync(outDir, { recursive: true, force: true }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}
