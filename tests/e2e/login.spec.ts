import { expect, people, submitPassword, test } from './doorstep'

/* The page itself, its messages and the choice of an organisation: src/app/features/login; the way through it: signIn(). */

test('a wrong password stays on the sign-in page and says so, the right one leads to the map; logging out ends the session on the server', async ({
  page,
  faults,
}) => {
  faults.expect(/status of 422/)
  await page.goto('/login')
  await page.getByPlaceholder('Enter your email address').fill(people.glanmorAdmin)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.locator('input[name="password"]').fill('wrong')
  await page.locator('input[name="email"]').fill(people.glanmorAdmin)
  await page.locator('button[type="submit"]').click()
  await expect(page.getByRole('alert')).toBeVisible()
  await submitPassword(page, people.glanmorAdmin)
  await page.waitForURL((url) => url.pathname === '/')
  await expect(page.getByText(people.glanmorAdmin)).toBeVisible()

  const cookies = await page.context().cookies()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL((url) => url.pathname === '/login')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login to your account')
  await page.context().addCookies(cookies)
  expect((await page.request.get('/api/session/user')).status()).toBe(401)
})
