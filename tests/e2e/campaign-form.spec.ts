import type { Page } from '@playwright/test'
import { choose, eligible, fill, FLATS, nameField, nextButton, openForm, optionsOf } from './campaignForm'
import { expect, expectAccessible, people, test } from './doorstep'

/* The form beside the whole way (campaign-journey.spec.ts): filters, themes, drafts, and what is not there. */

test.beforeEach(async ({ login }) => {
  await login(people.northmereAdmin)
})

test('Custom is offered with filters alone, Free School Meals through its theme, and there are no other themes', async ({ page, faults }) => {
  await openForm(page, '/campaigns/new', FLATS)
  expect(await optionsOf(page, 'Campaign Type')).toEqual(['Pension Credit', 'Healthy Start', 'Attendance Allowance', 'Custom'])
  await page.getByRole('button', { name: 'Review Selected Filters' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Change filters in Street View' }).click()
  await expect(page).toHaveURL('/')
  await page.getByRole('button', { name: '1 applied', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Clear all', exact: true }).click()
  await openForm(page)
  await expect(page.getByText('No filters selected')).toBeVisible()
  expect(await optionsOf(page, 'Campaign Type')).toEqual(['Pension Credit', 'Healthy Start', 'Attendance Allowance'])

  await openForm(page, '/campaigns/free-school-meals/new')
  await expect(page.getByRole('button', { name: 'Campaign Type' })).toContainText('Free School Meals')
  await nameField(page).fill('Meals')
  await choose(page, 'Communication Channel', 'SMS')
  await eligible(page).waitFor()
  await nextButton(page).click()
  await expect(page).toHaveURL(/\/campaigns\/free-school-meals\/new\/[\da-f-]{36}$/)
  faults.expect(/lottery/)
  await page.goto('/campaigns/lottery/new')
  await expect(page.getByText('There is no campaign theme called “lottery”.')).toBeVisible()
})

test('a draft survives a reload, is listed, edited and deleted', async ({ page }) => {
  await openForm(page, '/campaigns/new', FLATS)
  await fill(page, '“Warm” <b>homes</b> 🏠')
  await eligible(page).waitFor()
  await page.reload()
  await expect(nameField(page)).toHaveValue('“Warm” <b>homes</b> 🏠')
  await expect(page.getByRole('button', { name: 'Communication Channel' })).toContainText('SMS')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Campaigns' }).click()
  const row = page.getByRole('region', { name: 'Drafts' }).getByRole('listitem')
  await expect(row).toContainText('“Warm” <b>homes</b> 🏠')
  await expect(row).toContainText('Pension Credit · SMS · 1 filter')
  await row.getByRole('link', { name: /^Edit/ }).click()
  await nameField(page).fill('Warmer homes')
  // By the app's own way: a page that is closed in the very moment of a change takes it with it.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Campaigns' }).click()
  await page.getByRole('button', { name: 'Delete: Warmer homes' }).click()
  await expectAccessible(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete draft' }).click()
  await expect(page.getByText('Warmer homes')).toHaveCount(0)
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor()
  await expect(page.getByText('Warmer homes')).toHaveCount(0)
})

const NOT_ON_FILE =
  'It looks like we do not have your template on file. Please contact your account manager or email support@doorstep.example.'

async function withoutTemplates(page: Page): Promise<void> {
  await page.route('**/api/all-sms-templates', (route) =>
    route.fulfill({ json: { sms_sender_id: 'Northmere', sms_template_information: [] } }),
  )
  await page.route('**/api/all-letter-templates', (route) => route.fulfill({ json: [] }))
}

test('without data the form says so, and without templates there is whom to write to', async ({ page, faults }) => {
  faults.expect(/status of 404/)
  await page.route('**/api/latest-snapshot', (route) =>
    route.fulfill({ status: 404, json: { detail: 'No snapshot has been imported yet.', code: 'not_found' } }),
  )
  await withoutTemplates(page)
  await openForm(page)
  await fill(page, 'None')
  await expect(page.getByText('No snapshot has been imported yet.')).toBeVisible()
  await expect(nextButton(page)).toBeDisabled()
  await expectAccessible(page)
  await page.unroute('**/api/latest-snapshot')
  await page.getByRole('button', { name: 'Try again' }).click()
  await eligible(page).waitFor()
  await nextButton(page).click()
  await expect(page.getByRole('heading', { name: 'SMS Template Not Found' })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText(NOT_ON_FILE)
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Change details' }).click()
  await choose(page, 'Communication Channel', 'Letter')
  await eligible(page, 'Letter').waitFor()
  await nextButton(page).click()
  await expect(page.getByRole('heading', { name: 'Letter Template Not Found' })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText(NOT_ON_FILE)
  await expectAccessible(page)
})
