import { expect, people, test } from './doorstep'

const helpdesk = 'Your organisation does not have access. Please contact your account manager or email the helpdesk.'

test('the menu is open on wide windows and leads to every place', async ({ page, login, navigate }) => {
  await login(people.northmereAdmin)
  await navigate('/settings')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(page.getByText(people.northmereAdmin).first()).toBeVisible()
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
})

test('the toggle closes the menu to icons, and the window no longer decides', async ({ page, login, navigate }) => {
  await login(people.northmereAdmin)
  await navigate('/settings')
  await page.getByRole('button', { name: 'Collapse menu' }).click()
  await expect(page.getByRole('button', { name: 'Expand menu' })).toHaveAttribute('aria-expanded', 'false')
  await page.setViewportSize({ width: 900, height: 900 })
  await expect(page.getByRole('button', { name: 'Expand menu' })).toBeVisible()
  await page.getByRole('button', { name: 'Expand menu' }).click()
  await expect(page.getByRole('button', { name: 'Collapse menu' })).toBeVisible()
})

test('the menu follows the window at 768 pixels', async ({ page, login, navigate }) => {
  await login(people.northmereAdmin)
  await page.setViewportSize({ width: 768, height: 900 })
  await navigate('/settings')
  await expect(page.getByRole('button', { name: 'Collapse menu' })).toBeVisible()
  await page.setViewportSize({ width: 767, height: 900 })
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Campaigns' }).click()
  await expect(page).toHaveURL('/campaigns')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
})

test('Campaigns is greyed where the organisation lacks it, and says why to mouse and keyboard', async ({
  page,
  login,
  navigate,
}) => {
  await login(people.glanmorAdmin)
  await navigate('/settings')
  const campaigns = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Campaigns' })
  await expect(campaigns).toHaveAttribute('aria-disabled', 'true')
  // A pointer that was nowhere before it stood on the item is no pointer that hovers.
  await page.mouse.move(700, 500)
  await campaigns.hover()
  await expect(page.getByRole('tooltip')).toHaveText(`Campaigns: ${helpdesk}`)
  await page.mouse.move(700, 500)
  await expect(page.getByRole('tooltip')).toBeHidden()
  await campaigns.focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('tooltip')).toHaveText(`Campaigns: ${helpdesk}`)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/settings')
})

test('who types the address of campaigns without having them is told so', async ({ page, login, navigate, faults }) => {
  faults.expect(/Organisation does not have campaigns enabled/)
  await login(people.glanmorAdmin)
  await navigate('/campaigns')
  await expect(
    page.getByText(
      'Organisation does not have campaigns enabled. Please contact your account manager or email the helpdesk.',
    ),
  ).toBeVisible()
})

test('a failed check of the settings fails the campaigns route', async ({ page, login, navigate, faults }) => {
  faults.expect(/status of 500|Failed to load organisation settings/)
  await login(people.northmereAdmin)
  await page.route('**/api/organisation-settings', (route) => route.fulfill({ status: 500, body: '{}' }))
  await navigate('/campaigns')
  await expect(page.getByText('Failed to load organisation settings')).toBeVisible()
})

test('super administrators choose their support and are never kept out of campaigns', async ({
  page,
  loginTo,
  navigate,
  faults,
}) => {
  faults.expect(/status of 500/)
  await loginTo(people.superAdmin, 'Cyngor Glanmor')
  await page.route('**/api/organisation-settings', (route) => route.fulfill({ status: 500, body: '{}' }))
  await navigate('/campaigns')
  await expect(page.getByRole('heading', { level: 1, name: 'Campaigns' })).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link', { name: 'Campaigns' })).not.toHaveAttribute('aria-disabled', 'true')
  await menu.getByRole('link', { name: 'Support' }).click()
  await expect(page).toHaveURL('/support')
  await page.getByRole('link', { name: /Policy support/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Policy and Support AI' })).toBeVisible()
})

test('the first key press offers to skip the menu', async ({ page, login, navigate }) => {
  await login(people.northmereAdmin)
  await navigate('/settings')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('/streetview is the map too', async ({ page, login, navigate }) => {
  await login(people.glanmorAdmin)
  await navigate('/streetview')
  await expect(page.getByText(/^[A-Z][a-z]+ \d{4} data$/)).toBeVisible()
})
