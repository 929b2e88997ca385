import type { BrowserContext } from '@playwright/test'
import { eligible, fill, nameField, nextButton } from './campaignForm'
import { expect, people, signIn, test } from './doorstep'
import { controlled } from './installed'

/* Drafts where there is no line, and where another person follows on the same device. */

test.use({ serviceWorkers: 'allow' })

const lineDown = (context: BrowserContext) => context.setOffline(true)

test('a draft is made and edited without a line, also after a reload, and counted when it is back', async ({ page, context, faults }) => {
  faults.expect(/ERR_INTERNET_DISCONNECTED|Failed to load resource|Failed to load organisation settings/)
  await signIn(page, people.northmereAdmin)
  await controlled(page)
  await lineDown(context)
  await page.goto('/campaigns/new')
  await page.getByText('You are offline').first().waitFor()
  await fill(page, 'In the field')
  await expect(page.getByText('Counting eligible households needs a connection. You are offline.')).toBeVisible()
  await expect(nextButton(page)).toBeDisabled()
  await page.reload()
  await expect(nameField(page)).toHaveValue('In the field')
  await nameField(page).fill('In the field, edited')
  await context.setOffline(false)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(eligible(page)).toBeVisible()
  await expect(nameField(page)).toHaveValue('In the field, edited')
})

test('another person on this device sees no draft of the one before', async ({ page, faults }) => {
  faults.expect(/status of 401/)
  await signIn(page, people.northmereAdmin)
  await page.goto('/campaigns/new')
  await nameField(page).fill('Mine alone')
  await expect(page).toHaveURL(/draft=/)
  const address = page.url()
  // The session ends without a word to this page, and somebody else signs in.
  await page.context().clearCookies()
  await signIn(page, people.northmereViewer)
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1, name: 'Campaign not found' })).toBeVisible()
  await page.goto('/campaigns')
  await page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor()
  await expect(page.getByText('Mine alone')).toHaveCount(0)
})
