import type { Page } from '@playwright/test'
import { eligible, fill, nameField, nextButton, openForm } from './campaignForm'
import { listTable } from './campaignList'
import { expect, expectAccessible, people, test } from './doorstep'
import { FLATS } from './selection'

/* The form beside the whole way (campaign-journey.spec.ts); its fields and refusals: src/app/features/campaigns/campaigns. */

const campaigns = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Campaigns' })

test('a draft survives a reload, is listed, edited and deleted; without templates there is an address to write to', async ({
  page,
  login,
}) => {
  await login(people.northmereAdmin)
  await openForm(page, '/campaigns/new', FLATS)
  await fill(page, '“Warm” <b>homes</b> 🏠')
  await eligible(page).waitFor()
  await page.reload()
  await expect(nameField(page)).toHaveValue('“Warm” <b>homes</b> 🏠')
  await expect(page.getByRole('button', { name: 'Communication Channel' })).toContainText('SMS')
  await campaigns(page).click()
  const row = page.getByRole('region', { name: 'Drafts' }).getByRole('listitem')
  await expect(row).toContainText('“Warm” <b>homes</b> 🏠')
  await expect(row).toContainText('Pension Credit · SMS · 1 filter')
  await row.getByRole('link', { name: /^Edit/ }).click()
  await nameField(page).fill('Warmer homes')
  await page.route('**/api/all-sms-templates', (route) =>
    route.fulfill({ json: { sms_sender_id: 'Northmere', sms_service_name: null, sms_template_information: [] } }),
  )
  await eligible(page).waitFor()
  await nextButton(page).click()
  await expect(page.getByRole('heading', { name: 'SMS Template Not Found' })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText(
    'It looks like we do not have your template on file. Please contact your account manager or email support@doorstep.example.',
  )
  await expectAccessible(page)
  await campaigns(page).click()
  await page.getByRole('button', { name: 'Delete: Warmer homes' }).click()
  await expectAccessible(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete draft' }).click()
  await expect(page.getByText('Warmer homes')).toHaveCount(0)
  await page.reload()
  await listTable(page).waitFor()
  await expect(page.getByText('Warmer homes')).toHaveCount(0)
})
