import type { Page } from '@playwright/test'
import { addTextCampaign, api, listRow, listTable, modal, untilPrepared } from './campaignList'
import { expect, expectAccessible, people, test } from './doorstep'
import { GLANMOR, NORTHMERE } from './organisations'

/*
 * The campaigns list beside the whole way (campaign-journey.spec.ts). Other specs make campaigns too: every test
 * looks for its own by name, and for the demo's, which are Complete.
 */

const COLUMNS = [
  'Campaign Name',
  'Number of Recipients',
  'LIFT Snapshot',
  'Campaign Type',
  'Communication Channel',
  'Created By',
  'Date Sent',
  'Status',
]

/** A Complete pension credit campaign of the demo. */
const completeRow = (page: Page) => listRow(page, 'Pension Credit, ').filter({ hasText: 'Complete' }).first()

test('a Complete pension credit campaign opens its report by its row, its delivery beside that, and is exported in a tab', async ({
  page,
  login,
  navigate,
  faults,
}) => {
  faults.expect(/500/)
  await login(people.northmereViewer)
  await navigate('/campaigns')
  await expect(listTable(page).getByRole('columnheader')).toHaveText([...COLUMNS, 'Export'])
  // The tab may be gone with its download before anyone has asked it.
  const downloading = new Promise<string>((resolve) =>
    page.once('popup', (tab) => tab.once('download', (download) => resolve(download.suggestedFilename()))),
  )
  const exporting = completeRow(page).getByRole('button', { name: 'Export' })
  await exporting.click()
  expect(await downloading).toMatch(/\.csv$/)
  await expect(page.locator('.Toastify__toast-container--bottom-right')).toContainText(
    'Success! Please check your downloads folder',
  )
  await page.route('**/api/campaign-summary-csv', (route) => route.fulfill({ status: 500, body: '' }))
  const failing = page.waitForEvent('popup')
  await exporting.click()
  const tab = await failing
  await expect(page.getByText('An error occurred')).toBeVisible()
  await expect.poll(() => tab.isClosed()).toBe(true)

  // A tab that another was in front of gets a frame a second, and each press waits for two.
  await page.bringToFront()
  await completeRow(page).getByText('Complete').click()
  await expect(page).toHaveURL(/\/campaigns\/\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Campaign Report')
  await page.getByRole('link', { name: 'Delivery and households' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Campaign summary')
  await expect(page.getByRole('table', { name: 'Households by the state of their message' })).toContainText('Delivered')
})

test("an error takes the modal's place; a campaign is cancelled and archived from its menu", async ({
  page,
  loginTo,
  navigate,
  faults,
}) => {
  faults.expect(/409/)
  await loginTo(people.superAdmin, NORTHMERE)
  await navigate('/settings')
  const other = await addTextCampaign(page, 'Cancelled by another')
  await addTextCampaign(page, 'Cancelled here')
  const review = await untilPrepared(page, 'Cancelled by another')
  // A row that has all actions; in the small window it takes two lines.
  for (const size of [
    { width: 1600, height: 900 },
    { width: 1024, height: 768 },
  ]) {
    await page.setViewportSize(size)
    for (const name of COLUMNS)
      await expect(listTable(page).getByRole('columnheader', { name })).toBeInViewport({ ratio: 1 })
    expect((await listRow(page, 'Cancelled by another').boundingBox())?.height).toBeLessThan(150)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await review.click()
  await api(page, 'POST', `/api/cancel-campaign?campaign_id=${other}`)
  await modal(page).getByRole('button', { name: 'Confirm' }).click()
  await expect(modal(page).getByRole('alert')).toHaveText('This campaign is cancelled.')
  await expectAccessible(page)
  await modal(page).getByRole('button', { name: 'Close' }).last().click()
  // The button that opened the modal was greyed while the list came again, and is gone: the focus stays in its row.
  await expect(listRow(page, 'Cancelled by another').getByRole('link', { name: 'View details' })).toBeFocused()
  await expect(listRow(page, 'Cancelled by another')).toContainText('cancelled')

  await untilPrepared(page, 'Cancelled here')
  const row = listRow(page, 'Cancelled here')
  const menu = row.getByRole('button', { name: 'More actions' })
  const asking = page.getByRole('alertdialog')
  await menu.click()
  await page.getByRole('menuitem', { name: 'Cancel campaign' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Cancel campaign' }).click()
  await expectAccessible(page)
  await asking.getByRole('button', { name: 'Cancel campaign' }).click()
  await expect(row).toContainText('cancelled')
  await expect(row.getByRole('button', { name: 'Review', exact: true })).toHaveCount(0)
  await menu.click()
  await page.getByRole('menuitem', { name: 'Archive campaign' }).click()
  await asking.getByRole('button', { name: 'Archive campaign' }).click()
  await expect(row).toContainText('archived')
})

test('a campaign of another organisation is not found, and where there are none it says so', async ({
  page,
  loginTo,
  navigate,
  faults,
}) => {
  faults.expect(/404/)
  await loginTo(people.superAdmin, GLANMOR)
  // The demo's are all of Northmere.
  await navigate('/campaigns/1')
  await expect(page.getByRole('heading', { level: 1, name: 'Campaign not found' })).toBeVisible()
  await expectAccessible(page)
  await navigate('/campaigns')
  await expect(page.getByText('You have not started any campaigns yet')).toBeVisible()
  await expectAccessible(page)
})
