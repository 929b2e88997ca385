import { gzipSync } from 'node:zlib'
import { expect, test } from './doorstep'

/** What tests/house/budget.test.ts reads from the build, seen as the browser sees it: whatever the page asks for counts. */
test('opening the login page loads at most 120 kB of JavaScript, gzip', async ({ page }) => {
  const scripts: { url: string; bytes: number }[] = []
  page.on('response', async (response) => {
    if (/\.m?js$/.test(new URL(response.url()).pathname))
      scripts.push({ url: response.url(), bytes: gzipSync(await response.body()).length })
  })
  await page.goto('/login', { waitUntil: 'networkidle' })
  await page.getByPlaceholder('Enter your email address').fill('someone@northmere.example')
  const total = scripts.reduce((sum, { bytes }) => sum + bytes, 0)
  expect(total, JSON.stringify(scripts, null, 1)).toBeGreaterThan(0)
  expect(total, JSON.stringify(scripts, null, 1)).toBeLessThanOrEqual(120_000)
})
