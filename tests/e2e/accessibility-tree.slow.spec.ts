import type { Page } from '@playwright/test'
import { expectNames, expectTree, liveWords } from './accessibilityTree'
import { expect, filterPanel, people, shownCount, test } from './doorstep'
import { createButton } from './filterTemplates'

/*
 * Names, roles and live regions as screen readers get them, in Chromium's own tree: what is not a route of its own
 * (those: roles.spec.ts).
 */

test('the pages for people who are not signed in have names too', async ({ page, login: _ }) => {
  for (const path of ['/login', '/letter/northmere', '/accessibility']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectTree(page)
  }
})

test.describe('with a map', () => {
  test.use({ hasWebgl: true })

  test('menus, dialogs and the card of a household have names, and what changes is said', async ({
    page,
    login,
    navigate,
  }) => {
    await login(people.glanmorAdmin)
    await navigate('/')
    await shownCount(page).waitFor({ state: 'attached' })
    await page.locator('[role="application"] canvas').nth(1).waitFor({ state: 'attached' })
    await expectTree(page)
    const panel = await filterPanel(page)
    await panel.getByRole('button', { name: 'Home', exact: true }).click()
    await panel.getByRole('checkbox', { name: 'Flat' }).press('Space')
    await expect.poll(() => liveWords(page), { intervals: [100] }).toContain('polite: Updating…')
    await expect.poll(() => liveWords(page)).toContainEqual(expect.stringMatching(/^polite: [\d,]+ households shown$/))
    await expectTree(page)
    await opened(page, 'Actions')
    await opened(page, '1 applied')
    await createButton(page).click()
    await readAndClose(page)
    await page.getByRole('link', { name: 'List' }).click()
    await page
      .getByRole('button', { name: /^Why here\? / })
      .first()
      .click()
    await readAndClose(page)
  })
})

test('a mistake is said', async ({ page }) => {
  await page.goto('/login')
  await page.getByPlaceholder('Enter your email address').fill('nobody')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => liveWords(page)).toContain('assertive: Please enter a valid email address')
})

async function opened(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
  await readAndClose(page)
}

/** What is open hides the page around it. */
async function readAndClose(page: Page): Promise<void> {
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).first().waitFor()
  await expectNames(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}
