import type { Locator, Page } from '@playwright/test'
import { countOf, expect, headline, people, shownCount, test } from './doorstep'

/*
 * Glanmor's some 6,000 households: software WebGL draws 10,000 dots at most in reasonable time.
 * With reduced motion the camera jumps, so that a place is where it was asked for at once.
 */
test.use({ hasWebgl: true })

test.beforeEach(async ({ login, navigate }) => {
  await login(people.glanmorAdmin)
  await navigate('/')
})

const map = (page: Page) => page.getByRole('application', { name: /^Map/ })
const tooltip = (page: Page) => page.getByRole('dialog').filter({ hasText: 'Number of households: ' })

/** Presses the mouse where the last chosen object stands: in the middle. Again until the layer is drawn there. */
async function clickMiddle(page: Page): Promise<void> {
  await expect(async () => {
    await map(page).click()
    await expect(tooltip(page)).toBeVisible({ timeout: 5_000 })
  }).toPass()
}

test('the household map says the month, the figures and how many households it shows', async ({ page }) => {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Street View')
  await expect(page).toHaveTitle(/Street View/)
  await expect(page.getByText(/^[A-Z][a-z]+ 20\d\d data$/)).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Household map' })).toBeChecked()
  const total = await countOf(page)
  expect(total).toBeGreaterThan(5_000)
  await expect(shownCount(page, total)).toBeAttached()
  await expect(headline(page, 'Households shown')).toHaveText(total.toLocaleString('en-GB'))
  await expect(page.getByRole('region', { name: 'Headline figures' }).locator('dd')).toHaveCount(4)
  await expect(page.getByRole('list', { name: 'Legend' })).toHaveText('One or more households')
})

test('a household opens a tooltip that its close button, Escape and a click on empty space close', async ({ page }) => {
  await page.getByRole('link', { name: 'List' }).click()
  for (const name of ['Unclaimed a year', 'Type', 'Age', 'Contacted'])
    await expect(page.getByRole('columnheader', { name }), 'a column beside the map').toBeInViewport()
  const first = page.getByRole('table').getByRole('button').first()
  const reference = await first.innerText()
  await first.click()
  await expect(tooltip(page)).toContainText(/Number of households: \d+/)
  await tooltip(page).getByRole('button', { name: 'Close' }).click()
  await expect(tooltip(page)).toBeHidden()

  await page.getByRole('link', { name: 'Map', exact: true }).click()
  await clickMiddle(page)
  await expect(tooltip(page)).toContainText(reference)
  await page.keyboard.press('Escape')
  await expect(tooltip(page)).toBeHidden()

  await clickMiddle(page)
  await page.keyboard.press('Escape')
  await clickMiddle(page)
  // Nobody lives in the sea: far from everything there is empty space.
  await map(page).focus()
  await expect(async () => {
    await map(page).click({ position: { x: 12, y: 12 } })
    await expect(tooltip(page)).toBeHidden({ timeout: 5_000 })
  }).toPass()
})

test('the ward map has figures and a legend of its own, and a ward opens a tooltip; the keyboard stays with the map', async ({
  page,
}) => {
  await shownCount(page).waitFor({ state: 'attached' })
  const fetched = page.waitForResponse('**/api/streetview-ward-data')
  await page.getByRole('radio', { name: 'Ward map' }).click()
  expect((await fetched).ok()).toBe(true)
  await expect(shownCount(page, await countOf(page))).toBeAttached()
  await expect(page.getByText('Households in a ward')).toBeVisible()
  await page.getByRole('link', { name: 'List' }).click()
  const row = page.getByRole('row').nth(1)
  const name = await row.getByRole('button').innerText()
  const count = await row.getByRole('cell').last().innerText()
  await row.getByRole('button').click()
  await expect(tooltip(page)).toContainText(name)
  await expect(tooltip(page)).toContainText(`Number of households: ${count}`)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Map', exact: true }).click()
  await clickMiddle(page)
  await expect(tooltip(page)).toContainText(`Number of households: ${count}`)

  await page.keyboard.press('Escape')
  await expect(page.locator('canvas').first()).toBeVisible()
  await map(page).focus()
  for (const key of ['+', '+', 'ArrowLeft', 'ArrowUp', '-']) await page.keyboard.press(key)
  await expect(map(page)).toBeFocused()
  for (const name of ['Show all households', 'Zoom in', 'Zoom out']) await page.getByRole('button', { name }).click()
})

test('the map comes back with its picture after the browser took its graphics away, and says so while they are gone', async ({
  page,
}) => {
  // Software draws it twice.
  test.slow()
  await page.getByRole('link', { name: 'List' }).click()
  await page.getByRole('table').getByRole('button').first().click()
  await page.getByRole('link', { name: 'Map', exact: true }).click()
  await clickMiddle(page)
  await page.keyboard.press('Escape')
  await page.evaluate(() => {
    const extensions = [...document.querySelectorAll('canvas')].map((canvas) =>
      canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context'),
    )
    Object.assign(window, { giveBack: () => extensions.forEach((one) => one?.restoreContext()) })
    extensions.forEach((one) => one?.loseContext())
  })
  const notice = page.getByText('The browser has stopped drawing the map.')
  await expect(notice).toBeVisible()
  await page.evaluate('giveBack()')
  await expect(notice).toBeHidden()
  await clickMiddle(page)
})

test('text at 200% on a small laptop leaves the map room; nothing that floats over it covers its buttons', async ({
  page,
}) => {
  const search = page.getByRole('button', { name: 'Find a place' })
  await shownCount(page).waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Send to Calculator' }).click()
  const toast = page.locator('.Toastify__toast')
  await toast.hover()
  const boxOf = async (of: Locator) => (await of.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const apart = async (one: Locator, other: Locator) => {
    const [a, b] = [await boxOf(one), await boxOf(other)]
    return a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y
  }
  expect(await apart(toast, search)).toBe(true)

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'))
  await expect.poll(async () => (await boxOf(map(page))).height).toBeGreaterThan(300)
  const zoom = page.getByRole('group', { name: 'Zoom' })
  for (const other of [search, page.getByRole('list', { name: 'Legend' }), page.getByLabel('Colour by')])
    await expect.poll(() => apart(zoom, other)).toBe(true)
})
