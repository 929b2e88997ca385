import type { CDPSession, Page } from '@playwright/test'
import { expect, people, test } from './doorstep'

/* Weak lines: what a person in the field gets. Figures are printed, and judged by whoever reads them. */

test.describe.configure({ timeout: 240_000 })

interface Line {
  bytesPerSecond: number
  latency: number
}
/** The weak line, and the one of its first visit: 1.6 Mbit/s at 300 ms. */
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

const KEPT_FILTERS = 'doorstep.selected-filters'
const FLATS = JSON.stringify({
  home: { accommodation_type: { displayName: 'Accommodation type', selectedValues: [{ id: 'flat', displayName: 'Flat' }] } },
})

test('at 50 kB/s and 2 s a reply the app can be used, and says each time that it is at work', async ({ page, login }) => {
  test.setTimeout(240_000)
  await login(people.northmereViewer)
  await page.addInitScript(([key, text]) => sessionStorage.setItem(key, text), [KEPT_FILTERS, FLATS] as const)
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await throttle(page, WEAK)

  // A page whose code is not here yet.
  await page.getByRole('link', { name: 'Street View' }).click()
  await expect(page.getByText('Loading page…')).toBeAttached()
  await expect(page.getByText('Loading figures…').first()).toBeVisible({ timeout: 90_000 })
  const create = page.getByRole('button', { name: 'Create template with selected filters' })
  await expect(create).toBeVisible({ timeout: 90_000 })

  // A template: said while it is made, and made once.
  await create.click()
  await page.getByRole('textbox', { name: 'Template name' }).fill(`Weak ${Date.now()}`)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Creating template...')).toBeVisible()
  await expect(page.getByText('Template created.')).toBeVisible({ timeout: 60_000 })

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
})

test('the first visit to the map on 1.6 Mbit/s and 300 ms: largest paint, and bytes by kind (printed)', async ({ page, login }) => {
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
  await expect(page.getByRole('status').filter({ hasText: /households shown$/ })).toHaveCount(1, { timeout: 60_000 })
  const largest = Number(await page.locator('html').getAttribute('data-largest-paint'))
  console.log(
    `First visit to the map on 1.6 Mbit/s, 300 ms: largest paint ${Math.round(largest)} ms; ` +
      `the filters can be used after ${Math.round(ready)} ms; bytes until then: ${interactive}.`,
  )
  expect(largest).toBeGreaterThan(0)
})
