import type { BrowserContext, Page } from '@playwright/test'
import { expect, people, signIn, test } from './doorstep'

/* The installed app: what a browser asks of it, how it starts without a line, and what it leaves behind. */

test.use({ serviceWorkers: 'allow' })

/** Waits until the worker serves the page. */
export const controlled = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }))
  })

const lineDown = (context: BrowserContext) => context.setOffline(true)

test('can be installed: a whole manifest, its pictures, and a worker that is active', async ({ page, context }) => {
  await signIn(page, people.northmereAdmin)
  await controlled(page)
  const session = await context.newCDPSession(page)
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  // A private window cannot install anything; Playwright's are private.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
  const { errors, data } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const manifest = JSON.parse(data ?? '{}') as { icons: { src: string }[]; screenshots: { src: string }[]; shortcuts: { url: string }[] }
  expect(manifest.shortcuts.map(({ url }) => url)).toEqual(['/', '/campaigns/new'])
  for (const { src } of [...manifest.icons, ...manifest.screenshots]) {
    expect((await page.request.get(src)).headers()['content-type'], src).toMatch(/^image\//)
  }
})

test('opens without a line, says so, and asks nothing but /health', async ({ page, context, faults }) => {
  faults.expect(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
  await signIn(page, people.northmereAdmin)
  await controlled(page)
  // The ward map is drawn once with a line, so that its figures and the map's code are here.
  await page.getByRole('radio', { name: 'Ward map' }).click()
  await expect(page.getByText('Updating…')).toHaveCount(0)
  await lineDown(context)
  const asked: string[] = []
  context.on('request', (request) => {
    if (!request.serviceWorker() && /\/(api|backend|oidc|files|health)(\/|$)/.test(new URL(request.url()).pathname)) asked.push(new URL(request.url()).pathname)
  })
  // Seen by the page itself: the clock of the navigation, and no round trip of the test.
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('nav')) return
      observer.disconnect()
      document.documentElement.dataset.shellAfter = String(performance.now())
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  const shell = Number(await page.locator('html').getAttribute('data-shell-after'))
  console.log(`Offline start: the shell is there ${Math.round(shell)} ms after the navigation.`)
  await expect(page.getByText('You are offline')).toBeVisible()
  expect([...new Set(asked)]).toEqual(['/health'])
})

test('a network failure is not a 401, and 12 hours later it opens nothing', async ({ page, context, faults }) => {
  faults.expect(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
  await signIn(page, people.northmereAdmin)
  await controlled(page)
  await lineDown(context)
  await page.goto('/settings')
  await expect(page.getByText('You are offline')).toBeVisible()
  // Twelve hours pass.
  await page.clock.install({ time: Date.now() + 12 * 60 * 60 * 1000 + 1 })
  await page.goto('/settings')
  await expect(page).toHaveURL('/login')
})

test('never answers a path of the server with the page', async ({ page, faults }) => {
  faults.expect(/status of 404|status of 401|status of 400/)
  await signIn(page, people.northmereAdmin)
  await controlled(page)
  for (const path of ['/api/nothing', '/backend/nothing', '/oidc/nothing', '/files/nothing', '/health']) {
    const response = await page.goto(path)
    expect(response?.headers()['content-type'] ?? '', path).not.toContain('text/html')
  }
})
