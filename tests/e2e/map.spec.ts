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

test('the ward map has figures and a legend of its own, and a ward opens a tooltip; the keyboard stays with the map', async ({
  page,
}) => {
  await shownCount(page).waitFor({ state: 'attached' })
  const fetched = page.waitForResponse('**/api/streetview-ward-data')
  await page.getByRole('radio', { name: 'Ward map' }).click()
  expect((await fetched).ok()).toBe(true)
  await expect(shownCount(page, await countOf(page))).toBeAttached()
  await expect(page.getByText('Households in a ward')).toBeVisible()
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

  await page.keyboard.press('Escape')
  await expect(page.locator('canvas').first()).toBeVisible()
  await map(page).focus()
  for (const key of ['+', '+', 'ArrowLeft', 'ArrowUp', '-']) await page.keyboard.press(key)
  await expect(map(page)).toBeFocused()
  for (const name of ['Show all households', 'Zoom in', 'Zoom out']) await page.getByRole('button', { name }).click()
})
