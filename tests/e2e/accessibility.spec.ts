import type { Page } from '@playwright/test'
import { expect, expectAccessible, filterPanel, people, shownCount, test } from './doorstep'
import { expectReflow } from './reflow'

/* What has more than one state to read. Every route as every role: roles.spec.ts. */

// One reading of a whole page beside a map drawn in software takes seconds.
test('axe finds nothing on the login, in both steps and with an error, nor on the accessibility statement', async ({
  page,
}) => {
  await page.goto('/login')
  await expectAccessible(page)
  const email = page.getByPlaceholder('Enter your email address')
  await email.fill('nobody')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await expectAccessible(page)
  await email.fill(people.superAdmin)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('combobox').waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Accessibility statement' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Accessibility statement')
  await expect(page.getByRole('link', { name: 'support@doorstep.example' })).toBeVisible()
  await expectAccessible(page)
  await expectReflow(page)
})

test('axe finds nothing on the sign-in page of the identity provider', async ({ page }) => {
  await page.goto('/login')
  await page.getByPlaceholder('Enter your email address').fill(people.northmereAdmin)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.locator('input[name="password"]').waitFor()
  await expectAccessible(page)
})

test.describe('with a map', () => {
  test.use({ hasWebgl: true })

  test('axe finds nothing on the map, its list, its menu and its tooltip', async ({ page, login, navigate }) => {
    await login(people.glanmorAdmin)
    await navigate('/')
    await shownCount(page).waitFor({ state: 'attached' })
    await expectAccessible(page)
    // A walk by Tab over the live map: MapLibre's canvas and deck.gl's are there, and no stop is without a name.
    await page.locator('[role="application"] canvas').nth(1).waitFor({ state: 'attached' })
    const stops = await keyboardStops(page)
    expect(stops.filter((stop) => stop.startsWith('Map.'))).toHaveLength(1)
    expect(stops).not.toContain('')
    await page.getByRole('radio', { name: 'Ward map' }).click()
    await page.getByRole('link', { name: 'List' }).click()
    // By its name: until the wards are there the list still holds households.
    await page.getByRole('table').getByRole('button', { name: 'Tal-y-sŵn' }).click()
    await page.getByText('Number of households: ').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menu').waitFor()
    await expectAccessible(page)
  })
})

test('axe finds nothing on the filter panel with every category open, and on Your filters', async ({
  page,
  login,
  navigate,
}) => {
  await login(people.glanmorAdmin)
  await navigate('/')
  const panel = await filterPanel(page)
  const headings = panel.getByRole('heading', { level: 3 }).getByRole('button')
  for (const heading of await headings.all()) await heading.click()
  await panel.getByRole('checkbox').first().waitFor()
  await expectAccessible(page)
  await panel.getByText('Flat', { exact: true }).click()
  await panel.getByRole('button', { name: '1 applied', exact: true }).click()
  await page.getByRole('dialog', { name: 'Your filters' }).waitFor()
  await expectAccessible(page)
})

/** The names of all that Tab stops at, once round the page. */
async function keyboardStops(page: Page): Promise<string[]> {
  const names: string[] = []
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await page.keyboard.press('Tab')
    const name = await page.evaluate(() => {
      const element = document.activeElement
      if (!(element instanceof HTMLElement) || element === document.body) return null
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
      const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? []
      const named = [...labels, ...ids.map((id) => document.getElementById(id))].map((one) => one?.textContent ?? '')
      return (element.getAttribute('aria-label') ?? (named.join(' ') || element.textContent)).trim()
    })
    if (name === null) break
    names.push(name)
  }
  return names
}

const MAX_STOPS = 200
