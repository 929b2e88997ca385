import { expect, people, shownCount, test } from './doorstep'

/* Widths, the greyed Campaigns and who is kept out of what: src/app/features/shell/session, src/app/routes; as each role: roles.spec.ts. */

test('the first key press offers to skip the menu, which leads to every place; neither is printed', async ({
  page,
  login,
  navigate,
}) => {
  await login(people.northmereAdmin)
  await navigate('/settings')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(page.getByText(people.northmereAdmin).first()).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.emulateMedia({ media: 'print' })
  await expect(menu).toBeHidden()
  await expect(page.getByText('Skip to main content')).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.emulateMedia({ media: null })
  // Text at 200%.
  await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'))
  await expect(page.getByRole('button', { name: 'Collapse menu' })).toBeInViewport({ ratio: 1 })
  await page.evaluate(() => void (document.documentElement.style.fontSize = ''))
  for (const [name, path, title] of [
    ['Campaigns', '/campaigns', 'Campaigns'],
    ['Support', '/support/product', 'Product support'],
    ['Settings', '/settings', 'Settings'],
  ] as const) {
    await menu.getByRole('link', { name }).click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page).toHaveTitle(new RegExp(title))
    await expect(menu.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
  }
  await menu.getByRole('link', { name: 'Street View' }).click()
  await expect(page).toHaveURL('/')
  await shownCount(page).waitFor({ state: 'attached' })
})
