import { chromium, type Page } from '@playwright/test'
import { z } from 'zod'
import { expect, people, signIn, test } from './doorstep'
import { controlled, lineDown, tablesKept } from './installed'

/* The installed app: what a browser asks of it, how it starts offline, and what it leaves behind. */

test.use({ serviceWorkers: 'allow' })
const settings = (page: Page) => page.getByRole('heading', { level: 1, name: 'Settings' })

const picture = z.object({ src: z.string(), sizes: z.string(), type: z.string() })
const manifestSchema = z.object({
  id: z.literal('/'),
  name: z.literal('Doorstep'),
  short_name: z.literal('Doorstep'),
  description: z.string().min(20),
  scope: z.literal('/'),
  display: z.literal('standalone'),
  theme_color: z.string(),
  icons: z.array(picture.extend({ purpose: z.string() })),
  screenshots: z.array(picture.extend({ form_factor: z.string(), label: z.string() })),
  shortcuts: z.array(z.object({ name: z.string(), url: z.string() })),
})

test('can be installed: Chromium finds nothing wrong, and every picture of the manifest is what it says', async ({
  baseURL,
  context,
  page,
  browserName,
}, testInfo) => {
  expect(browserName).toBe('chromium')
  await signIn(page, people.northmereAdmin)
  // Playwright's windows are private, and a private window cannot install anything: one that is not, with the cookie.
  const { launchOptions } = testInfo.project.use
  const everyday = await chromium.launchPersistentContext('', { ...launchOptions, serviceWorkers: 'allow' })
  try {
    await everyday.addCookies(await context.cookies())
    const tab = await everyday.newPage()
    await tab.goto(`${baseURL}/settings`)
    await expect(settings(tab)).toBeVisible()
    await controlled(tab)
    const session = await everyday.newCDPSession(tab)
    await expect.poll(async () => (await session.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([])
    const { errors, data } = await session.send('Page.getAppManifest')
    expect(errors).toEqual([])
    const manifest = manifestSchema.parse(JSON.parse(data ?? '{}'))
    expect(manifest.shortcuts.map(({ url }) => url)).toEqual(['/', '/campaigns/new'])
    expect(manifest.screenshots.map(({ form_factor }) => form_factor).sort()).toEqual(['narrow', 'wide'])
    const iconOf = (size: string, purpose: string) =>
      manifest.icons.find((one) => one.sizes === size && one.purpose === purpose)
    for (const size of ['192x192', '512x512'])
      for (const purpose of ['any', 'maskable']) expect(iconOf(size, purpose), `${size} ${purpose}`).toBeDefined()
    for (const { src, sizes, type } of [...manifest.icons, ...manifest.screenshots]) {
      expect((await tab.request.get(new URL(src, baseURL).href)).headers()['content-type'], src).toBe(type)
      if (sizes === 'any') continue
      const size = await tab.evaluate(async (address) => {
        const image = new Image()
        image.src = address
        await image.decode()
        return `${image.naturalWidth}x${image.naturalHeight}`
      }, src)
      expect(size, src).toBe(sizes)
    }
  } finally {
    await everyday.close()
  }
})

test('the title bar has the colour of the navigation, in both schemes', async ({ page }) => {
  await signIn(page, people.northmereAdmin)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const [title, navigation] = await page.evaluate(() => {
      const found = [...document.querySelectorAll('meta[name="theme-color"]')].filter(
        (one) => matchMedia(one.getAttribute('media') ?? 'all').matches,
      )
      const probe = document.body.appendChild(document.createElement('i'))
      const colourOf = (colour: string) => {
        probe.style.color = colour
        return getComputedStyle(probe).color
      }
      return [colourOf(found[0]?.getAttribute('content') ?? ''), colourOf('var(--color-nav)')]
    })
    expect(title, colorScheme).toBe(navigation)
  }
})

test('opens offline, says so, and asks nothing but /health', async ({ page, context, faults }) => {
  faults.expect(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
  await signIn(page, people.northmereAdmin)
  await controlled(page)
  // Loaded before the worker was in charge, and kept by it all the same.
  await expect.poll(async () => (await tablesKept(page)).kept).toContain('catalogue')
  // Nobody has opened the ward map.
  await expect.poll(async () => (await tablesKept(page)).kept).toContain('ward-figures')
  await lineDown(context)
  const asked: string[] = []
  context.on('request', (request) => {
    if (/\/(api|backend|oidc|files|health)(\/|$)/.test(new URL(request.url()).pathname))
      asked.push(new URL(request.url()).pathname)
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
  await expect(settings(page)).toBeVisible()
  const shell = Number(await page.locator('html').getAttribute('data-shell-after'))
  console.log(`Offline start: the shell is there ${Math.round(shell)} ms after the navigation.`)
  await expect(page.getByText('You are offline', { exact: true })).toBeVisible()
  // A guide that was never opened, without its pictures.
  await page.getByRole('link', { name: 'Help with this screen' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'People and roles' })).toBeVisible()
  await expect(page.getByText('Press the three dots beside the person.')).toBeVisible()
  await expect(page.getByRole('img', { name: /^Organisation, with the list/ })).toHaveCount(0)
  // Filters can be picked: the catalogue is on the device.
  await page.getByRole('link', { name: 'Street View' }).click()
  await expect(page.getByText(/^Ward counts of October 2026 data as at /)).toBeVisible()
  await expect(page.getByRole('region', { name: 'List of wards' })).toBeVisible()
  await page.getByRole('button', { name: 'Home', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Flat' }).press('Space')
  await expect(page.getByRole('button', { name: '1 applied', exact: true })).toBeVisible()
  await expect(
    page.getByText('Searching by household reference needs a connection. Doorstep cannot be reached.'),
  ).toBeVisible()
  expect([...new Set(asked)]).toEqual(['/health'])
})

test('a network failure is not a 401, and 12 hours later it opens nothing', async ({ page, context, faults }) => {
  faults.expect(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
  await signIn(page, people.northmereAdmin)
  await controlled(page)
  await lineDown(context)
  await page.goto('/settings')
  await expect(page.getByText('You are offline', { exact: true })).toBeVisible()
  // Twelve hours pass.
  await page.clock.install({ time: Date.now() + 12 * 60 * 60 * 1000 + 1 })
  await page.goto('/settings')
  await expect(page).toHaveURL('/login')
})

test('never answers a path of the server with the page', async ({ page, faults }) => {
  faults.expect(/status of 40[0134]/)
  await signIn(page, people.northmereAdmin)
  await controlled(page)
  for (const path of ['/api/nothing', '/backend/nothing', '/oidc/nothing', '/files/nothing', '/health']) {
    const response = await page.goto(path)
    expect(response?.headers()['content-type'] ?? '', path).not.toContain('text/html')
  }
})
