import type { Page } from '@playwright/test'
import { expect, expectAccessible, people, shownCount, test } from './doorstep'

// The two ways in which a route's code comes. That every route has the error screen: tests/house/screens.test.ts.
for (const [path, chunk] of [
  ['/', 'map'],
  ['/settings', 'settings'],
] as const) {
  test(`${path} has an error screen for when its code does not come`, async ({ page, login, faults }) => {
    faults.expect(/dynamically imported module|Failed to load resource|net::ERR_FAILED|preload/i)
    await login(people.northmereViewer)
    await page.route(new RegExp(`/assets/${chunk}-[^/]+\\.js$`), (route) => route.abort())
    const documents = documentsOf(page)
    await page.goto(path)
    await expect(
      page.getByRole('heading', { level: 1, name: 'This part of Doorstep could not be loaded' }),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Go to Street View' })).toBeVisible()
    // The connection lost it, not a deploy: nothing is reloaded by itself.
    expect(documents).toHaveLength(1)
    await expectAccessible(page)
  })
}

test('a session that ends while the app is open leads to the login, and says why', async ({
  page,
  login,
  navigate,
  faults,
}) => {
  faults.expect(/status of 401/)
  await login(people.glanmorAdmin)
  await navigate('/')
  await shownCount(page).waitFor({ state: 'attached' })
  await page.context().clearCookies()
  const words = page.getByText('Your session has ended. Sign in again to carry on.')
  // What the page asks for by itself may meet the 401 before the click does.
  await page.getByRole('radio', { name: 'Ward map' }).or(words).click()
  await page.waitForURL((url) => url.pathname === '/login')
  await expect(words).toBeVisible()
})

test.describe('with a map', () => {
  test.use({ hasWebgl: true })

  test('a map whose code does not come leaves the page and its list, and comes with a reload', async ({
    page,
    login,
    navigate,
    faults,
  }) => {
    faults.expect(/dynamically imported module|Failed to load resource|net::ERR_FAILED|preload/i)
    await login(people.glanmorAdmin)
    await page.route(/\/assets\/MapCanvas-[^/]+\.js$/, (route) => route.abort())
    const documents = documentsOf(page)
    await navigate('/')
    await expect(page.getByText('The map could not be loaded')).toBeVisible()
    expect(documents).toHaveLength(1)
    await page.getByRole('link', { name: 'List' }).click()
    await expect(page.getByRole('region', { name: 'List of households' }).getByRole('row').nth(1)).toBeVisible()
    await page.unroute(/\/assets\/MapCanvas-[^/]+\.js$/)
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByText('The map could not be loaded')).toHaveCount(0)
    await expect(page.getByRole('application', { name: /^Map/ })).toBeVisible()
  })
})

/** What the page opens from here on: a reload opens it again. */
function documentsOf(page: Page): string[] {
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(request.url())
  })
  return documents
}
