import { expect, people, signIn, submitPassword, test } from './doorstep'

const email = 'Enter your email address'

test.beforeEach(async ({ page }) => {
  await page.goto('/login')
})

test('an address is asked for when there is none', async ({ page }) => {
  const field = page.getByPlaceholder(email)
  await field.press('Enter')
  await expect(page.getByText('You must enter an email address to continue')).toBeVisible()
  await field.fill('a')
  await expect(page.getByText('You must enter an email address to continue')).toBeHidden()
  await field.fill('')
  await field.blur()
  await expect(page.getByText('Email is required')).toBeVisible()
})

test('says where one is and waits for an address', async ({ page }) => {
  await expect(page.getByRole('heading', { name: 'Login to your account' })).toBeVisible()
  await expect(page.getByText('Welcome back! Please choose your organisation.')).toBeVisible()
  const next = page.getByRole('button', { name: 'Continue' })
  await expect(next).toBeDisabled()
  await page.getByPlaceholder(email).fill('   ')
  await expect(next).toBeDisabled()
  await page.getByPlaceholder(email).fill('someone@northmere.example')
  await expect(next).toBeEnabled()
})

test('one organisation goes straight to its sign-in and from there to the map', async ({ page }) => {
  await page.getByPlaceholder(email).fill(people.northmereViewer)
  await page.getByRole('button', { name: 'Continue' }).click()
  await submitPassword(page, people.northmereViewer)
  await page.waitForURL((url) => url.pathname === '/')
  await expect(page.getByText(people.northmereViewer)).toBeVisible()
})

test('several organisations are offered; Back clears the choice', async ({ page }) => {
  await page.getByPlaceholder(email).fill(people.superAdmin)
  await page.getByRole('button', { name: 'Continue' }).click()
  const choice = page.getByRole('combobox')
  await expect(choice.getByRole('option').first()).toHaveText('Select your organisation')
  await choice.selectOption({ label: 'Cyngor Glanmor' })
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByPlaceholder(email)).toHaveValue(people.superAdmin)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(choice).toHaveValue('')
})

test('the organisation has to be chosen, and the chosen one is the one signed in to', async ({ page }) => {
  await page.getByPlaceholder(email).fill(people.superAdmin)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('combobox').waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Please select an organisation to continue')).toBeVisible()
  await signIn(page, people.superAdmin, 'Cyngor Glanmor')
  const user = await page.request.get('/api/session/user')
  expect(await user.json()).toMatchObject({ email: people.superAdmin, role_name: 'SuperAdmin' })
})

test('an unknown domain is an error that goes when one types', async ({ page }) => {
  await page.getByPlaceholder(email).fill('someone@nowhere.example')
  await page.getByPlaceholder(email).press('Enter')
  const error = page.getByText(
    'No organisation found for this email domain. Please contact your admin team for assistance.',
  )
  await expect(error).toBeVisible()
  await page.getByPlaceholder(email).press('End')
  await page.getByPlaceholder(email).press('Backspace')
  await expect(error).toBeHidden()
})

for (const bad of ['someone', 'someone@@northmere.example', 'some one@northmere.example', '@northmere.example']) {
  test(`"${bad}" is no address`, async ({ page }) => {
    await page.getByPlaceholder(email).fill(bad)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  })
}

test('300 characters, of no known domain, get an answer like any other', async ({ page, faults }) => {
  faults.expect(/status of 400/)
  await page.getByPlaceholder(email).fill(`someone@${'a'.repeat(290)}.example`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    /Please enter a valid email address|Invalid email domain|No organisation found for this email domain/,
  )
})

test('a lookup that fails says so, and the next one may succeed', async ({ page, faults }) => {
  faults.expect(/status of 500/)
  await page.route('**/api/organisations-by-domain', (route) => route.fulfill({ status: 500, body: 'broken' }))
  await page.getByPlaceholder(email).fill(people.northmereAdmin)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Unable to verify email domain. Please try again.')).toBeVisible()
  await page.unroute('**/api/organisations-by-domain')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.locator('input[name="password"]').waitFor()
})

test('a wrong password stays on the sign-in page and says so', async ({ page, faults }) => {
  faults.expect(/status of 422/)
  await page.getByPlaceholder(email).fill(people.northmereAdmin)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.locator('input[name="password"]').fill('wrong')
  await page.locator('input[name="email"]').fill(people.northmereAdmin)
  await page.locator('button[type="submit"]').click()
  await expect(page.getByRole('alert')).toBeVisible()
  await submitPassword(page, people.northmereAdmin)
  await page.waitForURL((url) => url.pathname === '/')
})

test('without a session every page leads to the login', async ({ page, faults }) => {
  faults.expect(/status of 401/)
  for (const path of ['/', '/streetview', '/settings', '/support/policy']) {
    await page.goto(path)
    await page.waitForURL((url) => url.pathname === '/login')
  }
})

test('logging out ends the session on the server', async ({ page, navigate }) => {
  await signIn(page, people.glanmorAdmin)
  await navigate('/settings')
  const cookies = await page.context().cookies()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL((url) => url.pathname === '/login')
  await page.context().addCookies(cookies)
  expect((await page.request.get('/api/session/user')).status()).toBe(401)
})
