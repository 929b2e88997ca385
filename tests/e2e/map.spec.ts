import type { Page } from '@playwright/test'
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
    await expect(tooltip(page)).toBeVisible({ timeout: 1_000 })
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

test('the figures show a spinner while they load', async ({ page }) => {
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/streetview-ward-data', async (route) => {
    await held
    await route.fallback()
  })
  await shownCount(page).waitFor({ state: 'attached' })
  await page.getByRole('radio', { name: 'Ward map' }).click()
  await expect(page.getByText('Updating…')).toBeVisible()
  answer()
  await expect(page.getByText('Updating…')).toBeHidden()
})

test('the ward map fetches anew, and shades every ward with a legend', async ({ page }) => {
  await shownCount(page).waitFor({ state: 'attached' })
  const fetched = page.waitForResponse('**/api/streetview-ward-data')
  await page.getByRole('radio', { name: 'Ward map' }).click()
  expect((await fetched).ok()).toBe(true)
  await expect(shownCount(page, await countOf(page))).toBeAttached()
  await expect(page.getByText('Households in a ward')).toBeVisible()
  const back = page.waitForResponse('**/api/streetview-household-data')
  await page.getByRole('radio', { name: 'Household map' }).click()
  expect((await back).ok()).toBe(true)
})

test('a household opens a tooltip that its close button, Escape and a click on empty space close', async ({ page }) => {
  await page.getByRole('radio', { name: 'List' }).click()
  const first = page.getByRole('table').getByRole('button').first()
  const reference = await first.innerText()
  await first.click()
  await expect(tooltip(page)).toContainText(/Number of households: \d+/)
  await tooltip(page).getByRole('button', { name: 'Close' }).click()
  await expect(tooltip(page)).toBeHidden()

  await page.getByRole('radio', { name: 'Map', exact: true }).click()
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
    await expect(tooltip(page)).toBeHidden({ timeout: 500 })
  }).toPass()
})

test('a ward opens a tooltip with its name, Welsh name and households', async ({ page }) => {
  await page.getByRole('radio', { name: 'Ward map' }).click()
  await page.getByRole('radio', { name: 'List' }).click()
  const row = page.getByRole('row').nth(1)
  const name = await row.getByRole('button').innerText()
  const count = await row.getByRole('cell').last().innerText()
  await row.getByRole('button').click()
  await expect(tooltip(page)).toContainText(name)
  await expect(tooltip(page)).toContainText(`Number of households: ${count}`)
  await page.keyboard.press('Escape')
  await page.getByRole('radio', { name: 'Map', exact: true }).click()
  await clickMiddle(page)
  await expect(tooltip(page)).toContainText(`Number of households: ${count}`)
})

test('the keyboard pans and zooms; the canvas is drawn', async ({ page }) => {
  await shownCount(page).waitFor({ state: 'attached' })
  await expect(page.locator('canvas').first()).toBeVisible()
  await map(page).focus()
  for (const key of ['+', '+', 'ArrowLeft', 'ArrowUp', '-']) await page.keyboard.press(key)
  await expect(map(page)).toBeFocused()
  await page.getByRole('button', { name: 'Zoom to households' }).click()
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await page.getByRole('button', { name: 'Zoom out' }).click()
})

test('the list tells what the map tells: households by page, wards in any order', async ({ page }) => {
  await page.getByRole('radio', { name: 'List' }).click()
  const total = (await countOf(page)).toLocaleString('en-GB')
  await expect(page.getByText(`1 to 50 of ${total}`)).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(51)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText(`51 to 100 of ${total}`)).toBeVisible()

  await page.getByRole('radio', { name: 'Ward map' }).click()
  await expect(page.getByRole('region', { name: 'List of wards' }).getByRole('row')).toHaveCount(13)
  const names = () => page.getByRole('rowheader').allInnerTexts()
  await page.getByRole('button', { name: 'Ward', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'Ward', exact: true })).toHaveAttribute('aria-sort', 'ascending')
  const ascending = await names()
  expect(ascending).toEqual([...ascending].sort((a, b) => a.localeCompare(b, 'en-GB')))
  await page.getByRole('button', { name: 'Ward', exact: true }).click()
  expect(await names()).toEqual([...ascending].reverse())
})

test('a failure empties the figures, says what it was, and the next try may succeed', async ({ page, faults }) => {
  faults.expect(/status of 500/)
  await shownCount(page).waitFor({ state: 'attached' })
  await page.route('**/api/streetview-ward-data', (route) =>
    route.fulfill({ status: 500, json: { detail: 'The engine is out of breath.', code: 'internal' } }),
  )
  await page.getByRole('radio', { name: 'Ward map' }).click()
  const figures = page.getByRole('region', { name: 'Headline figures' })
  await expect(figures).toContainText('The engine is out of breath.')
  await expect(figures.locator('dd')).toHaveCount(0)
  await page.unroute('**/api/streetview-ward-data')
  await figures.getByRole('button', { name: 'Try again' }).click()
  await expect(figures.locator('dd')).toHaveCount(4)
})
