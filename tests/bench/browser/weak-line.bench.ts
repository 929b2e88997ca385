import type { CDPSession, Page } from '@playwright/test'
import { expect, people, shownCount, test } from '../../e2e/doorstep'
import { createButton, createTemplate } from '../../e2e/filterTemplates'
import { controlled } from '../../e2e/installed'
import { beginWith, FLATS } from '../../e2e/selection'
import { silences, test as onLine } from '../../e2e/silentLine'
import { report } from './report'

/* Slow connections: what a person in the field gets. */

interface Line {
  bytesPerSecond: number
  latency: number
}
/** A slow connection, and the one of a first visit: 1.6 Mbit/s at 300 ms. */
const WEAK: Line = { bytesPerSecond: 50_000, latency: 2_000 }
const SLOW_4G: Line = { bytesPerSecond: 200_000, latency: 300 }

async function throttle(page: Page, { bytesPerSecond, latency }: Line): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  // The way in has filled the browser's own cache; a first visit finds none.
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
  return session
}

test('at 50 kB/s and 2 s a reply the app can be used, and says each time that it is at work', async ({
  page,
  login,
}) => {
  await login(people.northmereViewer)
  await beginWith(page, FLATS)
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await throttle(page, WEAK)

  // A page whose code is not here yet.
  await page.getByRole('link', { name: 'Street View' }).click()
  await expect(page.getByText('Loading page…')).toBeAttached()
  await expect(page.getByText('Loading figures…').first()).toBeVisible({ timeout: 90_000 })
  await expect(createButton(page)).toBeVisible({ timeout: 90_000 })

  // A template: on the device at once, and made once.
  await createTemplate(page, 'Weak')
  await expect(page.getByText('Creating template...')).toBeVisible()
  await expect(page.getByText('Template kept on this device until it can be sent.')).toBeVisible()

  // What is done with the filtered households: at work, and then what came of it.
  for (const [item, atWork, outcome] of [
    ['Send to Calculator', 'Sending…', /households sent to the calculator$/],
    ['CSV export', 'Exporting…', 'Success! Please check your downloads folder'],
  ] as const) {
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: item }).click()
    await expect(page.getByRole('button', { name: atWork })).toBeVisible()
    await expect(page.getByText(outcome)).toBeVisible({ timeout: 90_000 })
    await expect(page.getByRole('button', { name: 'Actions' })).toBeVisible()
  }

  // A filter change, with figures there to be changed.
  await expect(page.getByText('Loading figures…')).toHaveCount(0, { timeout: 90_000 })
  await page.getByRole('button', { name: 'Clear all', exact: true }).click()
  await expect(page.getByText('Updating…').first()).toBeVisible()
  await expect(page.getByText('Updating…')).toHaveCount(0, { timeout: 90_000 })
  await expect(page.getByText(/could not be reached|did not answer/)).toHaveCount(0)
  report({
    what: 'at 50 kB/s and 2 s a reply: the map opened, a template made, the calculator, the CSV, a filter changed',
    measured: 'all done, each said to be at work',
    floor: 'the app stays usable',
    holds: true,
  })
})

test('the first visit to the map on 1.6 Mbit/s and 300 ms: largest paint, and bytes by kind', async ({
  page,
  login,
}) => {
  await login(people.northmereAdmin)
  const session = await throttle(page, SLOW_4G)
  const kinds = new Map<string, string>()
  const bytes = new Map<string, number>()
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? 'Other'
    bytes.set(kind, (bytes.get(kind) ?? 0) + encodedDataLength)
  })
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) document.documentElement.dataset.largestPaint = String(entry.startTime)
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  })
  await page.goto('/')
  await page.getByRole('combobox', { name: 'Search for a filter' }).waitFor()
  const interactive = [...bytes].map(([kind, count]) => `${kind} ${Math.round(count / 1000)} kB`).join(', ')
  const ready = await page.evaluate(() => performance.now())
  await expect(shownCount(page)).toBeAttached({ timeout: 60_000 })
  const figures = await page.evaluate(() => performance.now())
  const largest = Number(await page.locator('html').getAttribute('data-largest-paint'))
  report({
    what: 'first visit to the map on 1.6 Mbit/s, 300 ms: largest paint',
    measured: `${Math.round(largest)} ms; the filters can be used after ${Math.round(ready)} ms, the figures are there after ${Math.round(figures)} ms; bytes until then: ${interactive}`,
    floor: 'within 4 s',
    holds: largest > 0 && largest <= 4_000,
  })
})

test.describe('a start with a fresh identity', () => {
  test.use({ serviceWorkers: 'allow' })

  test('offline and on an unresponsive connection: the app is usable', async ({ page, context, login, faults }) => {
    faults.expect(/ERR_|Failed to load resource/)
    await login(people.northmereAdmin)
    await page.goto('/settings')
    await controlled(page)
    // By the page's own clock: the heading of the page stands in the frame.
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (document.querySelector('h1')?.textContent !== 'Settings') return
        observer.disconnect()
        document.documentElement.dataset.usableAfter = String(performance.now())
      }).observe(document, { childList: true, subtree: true })
    })
    for (const line of ['offline', 'silent'] as const) {
      await context.setOffline(line === 'offline')
      if (line === 'silent') await context.route(/\/(api|backend|health)(\/|$)/, () => {})
      const starts: number[] = []
      for (let start = 0; start < STARTS; start += 1) {
        await page.goto('/settings')
        await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
        starts.push(Math.round(Number(await page.locator('html').getAttribute('data-usable-after'))))
      }
      const median = starts.toSorted((a, b) => a - b)[STARTS / 2] ?? Infinity
      report({
        what: `start with a fresh identity, ${line === 'offline' ? 'offline' : 'on an unresponsive connection'}: app usable`,
        measured: `${median} ms, the median of ${starts.join(', ')}`,
        floor: 'within 700 ms',
        holds: median <= 700,
      })
    }
  })
})

onLine('a line that goes silent: from what a person does to words that say so', async ({ page, line, faults }) => {
  faults.expect(/ERR_|Failed to load resource/)
  for (const [what, milliseconds] of Object.entries(await silences(page, line))) {
    report({
      what: `a line that goes silent, ${what}: words that say so`,
      measured: `${milliseconds} ms`,
      floor: 'within 3 s',
      holds: milliseconds <= 3_000,
    })
  }
})

const STARTS = 10
