import type { Page } from '@playwright/test'
import { nameField } from './campaignForm'
import { expect, people, signIn, test as base } from './doorstep'
import { isYesterdays, startEditions, type Editions } from './editions'
import { controlled } from './installed'

/* A new version (yesterday's and today's at one address): it waits and asks, in every tab, and an old tab recovers. */

// Before the pages and until they are gone: a page that is still open hears of every request that is cut off.
const test = base.extend<{ editions: Editions }>({
  editions: async ({ baseURL }, use) => {
    const editions = await startEditions(baseURL!)
    await use(editions)
    await editions.stop()
  },
  context: async ({ editions: _, context }, use) => use(context),
})
test.use({ serviceWorkers: 'allow' })
const scriptsOf = (page: Page) =>
  page.evaluate(() =>
    [...document.scripts, ...document.querySelectorAll('link')].map(
      (one) => one.getAttribute('src') ?? one.getAttribute('href') ?? '',
    ),
  )
const isOld = async (page: Page) => isYesterdays(await scriptsOf(page))
/** Waits for today's version: asked of a page in the middle of a reload, the question fails, and is asked again. */
const becomesNew = (page: Page) => expect.poll(() => isOld(page).catch(() => true), { timeout: 120_000 }).toBe(false)
const notice = (page: Page) => page.getByRole('complementary', { name: 'New version' })
/** As the app does by itself each time that its tab is looked at again. */
const lookAgain = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
const settings = (page: Page) => page.getByRole('heading', { level: 1, name: 'Settings' })

/** A tab with yesterday's version, served by yesterday's worker, with something in it that a reload would lose. */
async function openYesterday(page: Page, { url }: Editions): Promise<void> {
  await page.goto(`${url}/settings`)
  await expect(settings(page)).toBeVisible()
  await controlled(page)
  expect(await isOld(page)).toBe(true)
  await page.evaluate(() => (document.body.dataset.unsaved = 'yes'))
}
const isUntouched = (page: Page) => page.evaluate(() => document.body.dataset.unsaved === 'yes')

/** Counts the documents that this tab loads from now on. */
async function countDocuments(page: Page): Promise<() => Promise<number>> {
  const COUNT = 'documents-of-this-test'
  await page.addInitScript((key) => sessionStorage.setItem(key, `${Number(sessionStorage.getItem(key)) + 1}`), COUNT)
  return () => page.evaluate((key) => Number(sessionStorage.getItem(key)), COUNT)
}

test('a new version asks in every open tab; Later keeps quiet, Reload takes it, and no tab reloads by itself', async ({
  page,
  context,
  editions,
}) => {
  await signIn(page, people.northmereAdmin)
  await openYesterday(page, editions)
  const [reloads, waits] = [page, await context.newPage()]
  await openYesterday(waits, editions)

  editions.edition = 'today'
  await lookAgain(reloads)
  for (const tab of [reloads, waits]) {
    await expect(notice(tab)).toContainText('A new version is ready')
    await expect(notice(tab).getByRole('button')).toHaveText(['Reload', 'Later'])
    expect(await isUntouched(tab)).toBe(true)
  }
  await notice(waits).getByRole('button', { name: 'Later' }).click()
  await expect(notice(waits)).toHaveCount(0)

  // A campaign being written, in the tab that takes the new version.
  await reloads.getByRole('link', { name: 'Campaigns' }).click()
  await reloads.getByRole('link', { name: 'Create new campaign' }).click()
  await nameField(reloads).fill('Begun yesterday')
  await expect(reloads).toHaveURL(/draft=/)
  await notice(reloads).getByRole('button', { name: 'Reload' }).click()
  await becomesNew(reloads)
  await expect(nameField(reloads)).toHaveValue('Begun yesterday')
  await expect(notice(reloads)).toHaveCount(0)
  expect(await isUntouched(waits)).toBe(true)
  expect(await isOld(waits)).toBe(true)
})

test('a new version that cannot be fetched is said, also under This device, until it can', async ({
  page,
  editions,
  faults,
}) => {
  faults.expect(/status of 503/)
  await signIn(page, people.northmereAdmin)
  await openYesterday(page, editions)
  editions.edition = 'today'
  editions.isCut = true
  await lookAgain(page)
  await expect(notice(page)).toContainText('A newer version of Doorstep could not be fetched.')
  await notice(page).getByRole('button', { name: 'Later' }).click()
  await expect(notice(page)).toHaveCount(0)
  await page.getByRole('link', { name: 'Device', exact: true }).click()
  const device = page.getByRole('region', { name: 'This device' })
  await expect(device).toContainText('A newer version of Doorstep could not be fetched.')

  editions.isCut = false
  await device.getByRole('button', { name: 'Try again' }).click()
  await expect(notice(page)).toContainText('A new version is ready')
  await expect(page.getByText('could not be fetched')).toHaveCount(0)
  expect(await isUntouched(page)).toBe(true)
})

test('an old tab whose code is gone after a deploy takes up the new version once, where the person was going', async ({
  page,
  context,
  editions,
  faults,
}) => {
  faults.expect(/dynamically imported module|Failed to load/)
  await signIn(page, people.northmereAdmin)
  await openYesterday(page, editions)
  const other = await context.newPage()
  await openYesterday(other, editions)
  editions.edition = 'today'
  await lookAgain(page)
  await notice(page).getByRole('button', { name: 'Reload' }).click()
  await becomesNew(page)

  expect(await isUntouched(other)).toBe(true)
  const documents = await countDocuments(other)
  await other.getByRole('link', { name: 'Support' }).click()
  await becomesNew(other)
  await expect(other.getByRole('heading', { level: 1, name: 'Support' })).toBeVisible()
  expect(await documents()).toBe(1)
})

test('a part that stays missing is looked for once, and then told', async ({ page, context, editions, faults }) => {
  faults.expect(/dynamically imported module|Failed to load/)
  await signIn(page, people.northmereAdmin)
  await openYesterday(page, editions)
  await page.getByRole('link', { name: 'Device', exact: true }).click()
  // Until then the worker fetches again what it lacks.
  await expect(page.getByText('Ready to work offline')).toBeVisible()
  // The part is on the server no more, under any name, and the worker has lost it too.
  await page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) if (request.url.includes('supportProduct')) await cache.delete(request)
    }
  })
  await context.route(/\/assets\/.*supportProduct/, (route) => route.fulfill({ status: 404 }))
  const documents = await countDocuments(page)
  await page.getByRole('link', { name: 'Support' }).click()
  await expect(page.getByRole('heading', { name: 'This part of Doorstep could not be loaded' })).toBeVisible()
  await expect.poll(() => documents().catch(() => 0)).toBe(1)
  await page.getByRole('link', { name: 'Support' }).click()
  await expect(page.getByRole('heading', { name: 'This part of Doorstep could not be loaded' })).toBeVisible()
  await expect.poll(() => documents().catch(() => 0)).toBe(1)
})

test('yesterday’s version before today’s server says so, and Reload brings today’s', async ({ page, editions }) => {
  await signIn(page, people.northmereAdmin)
  await openYesterday(page, editions)
  editions.edition = 'today'
  // What yesterday's version is answered today is not what it knows.
  await page.route('**/api/session/user', async (route) => {
    let isAskedByOld = isYesterdays([(await route.request().headerValue('referer')) ?? ''])
    // Between two documents there is none to look at.
    if (!isAskedByOld) await expect(async () => void (isAskedByOld = await isOld(page))).toPass()
    return isAskedByOld ? route.fulfill({ json: { person: 'of another shape' } }) : route.continue()
  })
  await page.reload()
  // It opens from the device, and has looked for the new one when the server's answer made no sense.
  await expect(page.getByText('A new version is ready')).toBeVisible()
  expect(await isOld(page)).toBe(true)
  await page.getByRole('button', { name: 'Reload', exact: true }).last().click()
  await becomesNew(page)
  await expect(settings(page)).toBeVisible()
})
