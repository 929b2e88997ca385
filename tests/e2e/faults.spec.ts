import type { Page } from '@playwright/test'
import { expect, people, shownCount, test } from './doorstep'

/** Every address under the root layout, each with the code that it loads when it is opened. */
const routes = ['/', '/streetview', '/settings', '/campaigns', '/campaigns/new', '/support', '/support/policy', '/support/product']

for (const path of routes) {
  test(`${path} has an error screen for when its code does not come`, async ({ page, loginTo, faults }) => {
    faults.expect(/dynamically imported module|Failed to load resource|net::ERR_FAILED|preload/i)
    await loginTo(people.superAdmin, 'Northmere Borough Council')
    const name = { '/streetview': 'map', '/': 'map', '/campaigns': 'campaigns', '/campaigns/new': 'campaignNew' }[path]
    const chunk = name ?? path.slice(1).replace(/\/(.)/, (_, letter: string) => letter.toUpperCase())
    await page.route(new RegExp(`/assets/${chunk}-[^/]+\\.js$`), (route) => route.abort())
    const documents = documentsOf(page)
    await page.goto(path)
    // The missing part is looked for once more, with the page.
    await expect.poll(() => documents.length).toBe(2)
    await page.waitForLoadState()
    await expect(page.getByRole('heading', { level: 1, name: 'This part of Doorstep could not be loaded' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Go to Street View' })).toBeVisible()
    expect(documents).toHaveLength(2)
  })
}

test('an address that leads nowhere says so and leads back', async ({ page, login, navigate, faults }) => {
  faults.expect(/404|caught the following error|ErrorResponse/)
  await login(people.glanmorAdmin)
  await navigate('/nowhere/at/all')
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to Street View' }).click()
  await expect(page).toHaveURL('/')
})

test('a session that cannot be asked for is an error, not a sign-out', async ({ page, login, navigate, faults }) => {
  faults.expect(/net::ERR|Failed to load resource|No connection|connection/i)
  await login(people.glanmorAdmin)
  await page.route('**/api/session/user', (route) => route.abort('connectionrefused'))
  await navigate('/settings')
  await expect(page).toHaveURL('/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'No connection to Doorstep' })).toBeVisible()
  await page.unroute('**/api/session/user')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
})

test('a refused page says unauthorized', async ({ page, login, navigate, faults }) => {
  faults.expect(/unauthorized/)
  await login(people.northmereViewer)
  await navigate('/support/policy')
  await expect(page.getByText('unauthorized')).toBeVisible()
})

test('a reply that is not what the contract says is a readable error, not a blank page', async ({
  page,
  login,
  navigate,
}) => {
  await login(people.glanmorAdmin)
  await page.route('**/api/streetview-ward-data', (route) => route.fulfill({ json: { wards: 'twelve' } }))
  await page.route('**/api/all-filters', (route) => route.fulfill({ json: [{ category: 1 }] }))
  await navigate('/')
  await expect(page.getByRole('region', { name: 'Filters' }).getByText('The filters could not be loaded')).toBeVisible()
  await page.getByRole('radio', { name: 'Ward map' }).click()
  const figures = page.getByRole('region', { name: 'Headline figures' })
  await expect(figures.getByRole('alert')).toContainText(/reload|version|out of date/i)
  await page.unroute('**/api/streetview-ward-data')
  await figures.getByRole('button', { name: 'Try again' }).click()
  await expect(figures.locator('dd')).toHaveCount(4)
})

test('a session that ends while the app is open leads to the login, and says why', async ({ page, login, navigate, faults }) => {
  faults.expect(/status of 401/)
  await login(people.glanmorAdmin)
  await navigate('/')
  await shownCount(page).waitFor({ state: 'attached' })
  // What the screen still loads would meet the 401 before the click does.
  await page.waitForLoadState('networkidle')
  await page.context().clearCookies()
  await page.getByRole('radio', { name: 'Ward map' }).click()
  await page.waitForURL((url) => url.pathname === '/login')
  await expect(page.getByText('Your session has ended. Sign in again to carry on.')).toBeVisible()
})

test('without WebGL there is the list, and a sentence that says why', async ({ page, login, navigate }) => {
  await login(people.glanmorAdmin)
  await navigate('/')
  await expect(page.getByText('The map cannot be drawn because this browser has no WebGL')).toBeVisible()
  await expect(page.getByRole('region', { name: 'List of households' }).getByRole('row')).toHaveCount(51)
  await page.getByRole('radio', { name: 'Ward map' }).click()
  await expect(page.getByRole('region', { name: 'List of wards' }).getByRole('row')).toHaveCount(13)
})

test.describe('with a map', () => {
  test.use({ hasWebgl: true })

  test('a map whose code does not come leaves the page and its list, and can be asked for again', async ({ page, login, navigate, faults }) => {
    faults.expect(/dynamically imported module|Failed to load resource|net::ERR_FAILED|preload/i)
    await login(people.glanmorAdmin)
    await page.route(/\/assets\/MapCanvas-[^/]+\.js$/, (route) => route.abort())
    const documents = documentsOf(page)
    await navigate('/')
    await expect.poll(() => documents.length).toBe(2)
    await expect(page.getByText('The map could not be loaded')).toBeVisible()
    await page.getByRole('radio', { name: 'List' }).click()
    await expect(page.getByRole('region', { name: 'List of households' }).getByRole('row').nth(1)).toBeVisible()
    await page.unroute(/\/assets\/MapCanvas-[^/]+\.js$/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('The map could not be loaded')).toHaveCount(0)
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
