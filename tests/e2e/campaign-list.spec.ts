import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, people, test } from './doorstep'

/*
 * The campaigns list, the Review & Send modal and a campaign's summary. Other specs make campaigns too: every test
 * looks for its own by name, and for the demo's, which are Complete.
 */

const NORTHMERE = 'Northmere Borough Council'
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

const table = (page: Page) => page.getByRole('table', { name: /^Campaigns/ })
const row = (page: Page, name: string) => table(page).getByRole('row').filter({ hasText: name })
const headings = (page: Page) => table(page).getByRole('columnheader')
/** A Complete pension credit campaign of the demo. */
const completeRow = (page: Page) => row(page, 'Pension Credit, ').filter({ hasText: 'Complete' }).first()

/** Calls the API as whoever is signed in on the page. @returns the answer. */
const api = (page: Page, method: 'GET' | 'POST', path: string, body?: unknown) =>
  page.evaluate(
    async ([verb, to, sent]) => {
      const init = verb === 'POST' ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(sent ?? {}) } : {}
      return (await (await fetch(to, init)).json()) as unknown
    },
    [method, path, body] as const,
  )

/** Sends a text campaign for review. @returns its id. */
async function addCampaign(page: Page, name: string, benefit = 'attendance_allowance'): Promise<number> {
  const { snapshot } = (await api(page, 'GET', '/api/latest-snapshot')) as { snapshot: string }
  const templates = (await api(page, 'GET', '/api/all-sms-templates')) as { sms_template_information: { sms_template_id: number }[] }
  const [added] = (await api(page, 'POST', '/api/add-campaign', {
    campaign_request: {
      campaign_name: name,
      benefit_name: benefit,
      snapshot,
      channel_name: 'sms',
      stagger: 0,
      sms_template_id: templates.sms_template_information[0]?.sms_template_id,
      template_s3_key: null,
    },
    filter_request_list: [],
    dynamic_filter_value_request_list: [],
  })) as { id: number }[]
  if (!added) throw new Error('No campaign was made.')
  return added.id
}

/** Opens the list and waits until a campaign has been prepared, which the list finds out by itself. */
async function untilPrepared(page: Page, name: string): Promise<Locator> {
  await page.goto('/campaigns')
  const review = row(page, name).getByRole('button', { name: 'Review', exact: true })
  await expect(review).toBeVisible({ timeout: 40_000 })
  return review
}

const modal = (page: Page) => page.getByRole('dialog', { name: 'Review & Send Campaign' })

for (const email of [people.northmereViewer, people.northmereAdmin]) {
  test(`${email} sees the list, and neither Review & Send nor a menu`, async ({ page, login, navigate }) => {
    await login(email)
    await navigate('/campaigns')
    await expect(page.getByRole('heading', { level: 1, name: 'Campaigns' })).toBeVisible()
    await expect(headings(page)).toHaveText([...COLUMNS, 'Export'])
    await expect(completeRow(page)).toContainText('pension credit')
    await expect(page.getByText(/^\d+ campaigns$/)).toBeVisible()
    await expect(page.getByRole('button', { name: /^(Review|Send|Print & Post|More actions)/ })).toHaveCount(0)

    await page.getByRole('button', { name: 'Number of Recipients' }).click()
    await expect(headings(page).nth(1)).toHaveAttribute('aria-sort', 'ascending')
    const counts = await table(page).locator('tbody tr td:nth-child(2)').allTextContents()
    const numbers = counts.map((count) => Number(count.replaceAll(',', '')))
    expect(numbers).toEqual([...numbers].sort((one, other) => one - other))
  })
}

test('a Complete pension credit campaign opens its report by its row, its delivery by View details', async ({ page, login, navigate }) => {
  await login(people.northmereViewer)
  await navigate('/campaigns')
  await completeRow(page).getByText('Complete').click()
  await expect(page).toHaveURL(/\/campaigns\/\d+$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Campaign Report' })).toBeVisible()
  await page.getByRole('link', { name: 'Delivery and households' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Campaign summary' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Households by the state of their message' })).toContainText('Delivered')
  await page.goBack()
  await page.goBack()
  await completeRow(page).getByRole('link').first().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Campaign Report' })).toBeVisible()
})

test('an organisation without campaigns is told so', async ({ page, loginTo, navigate }) => {
  await loginTo(people.superAdmin, 'Cyngor Glanmor')
  await navigate('/campaigns')
  await expect(page.getByText('You have not started any campaigns yet')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Create new campaign' }).click()
  await expect(page).toHaveURL('/campaigns/new')
})

test('an export opens in a tab of its own, and says when it fails', async ({ page, login, navigate, faults }) => {
  faults.expect(/500/)
  await login(people.northmereViewer)
  await navigate('/campaigns')
  // The tab may be gone with its download before anyone has asked it.
  const downloading = new Promise<string>((resolve) =>
    page.once('popup', (tab) => tab.once('download', (download) => resolve(download.suggestedFilename()))),
  )
  const button = completeRow(page).getByRole('button', { name: 'Export' })
  await button.click()
  expect(await downloading).toMatch(/\.csv$/)
  const toast = page.getByText('Success! Please check your downloads folder')
  await expect(toast).toBeVisible()
  await expect(page.locator('.Toastify__toast-container--bottom-right')).toContainText('Success!')

  for (const [answer, words] of [
    [{ status: 500, json: { detail: 'The report could not be written.', code: 'x' } }, 'The report could not be written.'],
    [{ status: 500, body: '' }, 'An error occurred'],
  ] as const) {
    await page.route('**/api/campaign-summary-csv', (route) => route.fulfill(answer))
    const failing = page.waitForEvent('popup')
    await button.click()
    const tab = await failing
    await expect(page.getByText(words)).toBeVisible()
    await expect.poll(() => tab.isClosed()).toBe(true)
    await page.unroute('**/api/campaign-summary-csv')
  }
})

test('a campaign is reviewed, sent and followed until it is Complete', async ({ page, loginTo, navigate }) => {
  test.setTimeout(150_000)
  await loginTo(people.superAdmin, NORTHMERE)
  await navigate('/settings')
  const name = 'Sent <by> the list'
  await addCampaign(page, name)
  const review = await untilPrepared(page, name)
  await expect(headings(page)).toHaveText([...COLUMNS, 'Export', 'Review & Send', 'More'])
  await expect(row(page, name)).toContainText('sent to api')

  await review.click()
  const recipients = (await row(page, name).getByRole('cell').first().textContent()) ?? ''
  await expect(modal(page)).toContainText(
    `There are ${recipients} households eligible for this campaign. Click below to review the entire list.`,
  )
  const downloading = page.waitForEvent('download')
  await modal(page).getByRole('button', { name: 'Download the list (CSV)' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/^campaign-\d+-review\.csv$/)
  await modal(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(row(page, name).getByRole('button', { name: 'Review', exact: true })).toBeEnabled()

  await review.click()
  await modal(page).getByRole('button', { name: 'Confirm' }).click()
  await expect(modal(page)).toContainText('Are you sure you want to send the campaign?')
  await modal(page).getByRole('button', { name: 'Cancel' }).click()
  // Reviewed campaigns begin with the question.
  await row(page, name).getByRole('button', { name: 'Send', exact: true }).click()
  await expect(modal(page)).toContainText('Are you sure you want to send the campaign?')
  await modal(page).getByRole('button', { name: `Send ${recipients} text messages` }).dblclick()
  await expect(modal(page)).toHaveCount(0)

  // The list follows it by itself.
  await expect(row(page, name)).toContainText('Complete', { timeout: 90_000 })
  await row(page, name).getByRole('link', { name: 'View details' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Campaign summary' })).toBeVisible()
  await expect(page.getByText(name, { exact: true })).toBeVisible()
  const delivered = page.getByRole('button', { name: /delivered: show these households/ })
  await expect(delivered).toBeVisible({ timeout: 40_000 })
  await delivered.click()
  await expect(page.getByRole('table', { name: 'Households and the state of their message' })).toContainText('Delivered')
})

test("an error takes the modal's place; a campaign is cancelled and archived from its menu", async ({ page, loginTo, navigate, faults }) => {
  test.setTimeout(120_000)
  faults.expect(/409/)
  await loginTo(people.superAdmin, NORTHMERE)
  await navigate('/settings')
  const other = await addCampaign(page, 'Cancelled by another', 'healthy_start')
  const review = await untilPrepared(page, 'Cancelled by another')
  await review.click()
  await api(page, 'POST', `/api/cancel-campaign?campaign_id=${other}`)
  await modal(page).getByRole('button', { name: 'Confirm' }).click()
  await expect(modal(page).getByRole('alert')).toHaveText('This campaign is cancelled.')
  await expectAccessible(page)
  await modal(page).getByRole('button', { name: 'Close' }).last().click()
  await expect(row(page, 'Cancelled by another')).toContainText('cancelled')

  await addCampaign(page, 'Cancelled here', 'healthy_start')
  await untilPrepared(page, 'Cancelled here')
  const menu = row(page, 'Cancelled here').getByRole('button', { name: 'More actions' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Cancel campaign' }).click()
  const asking = page.getByRole('alertdialog')
  await asking.getByRole('button', { name: 'Keep campaign' }).click()
  await expect(row(page, 'Cancelled here')).toContainText('sent to api')
  await menu.click()
  await page.getByRole('menuitem', { name: 'Cancel campaign' }).click()
  await asking.getByRole('button', { name: 'Cancel campaign' }).click()
  await expect(row(page, 'Cancelled here')).toContainText('cancelled')
  await expect(row(page, 'Cancelled here').getByRole('button', { name: 'Review', exact: true })).toHaveCount(0)
  await menu.click()
  await page.getByRole('menuitem', { name: 'Archive campaign' }).click()
  await asking.getByRole('button', { name: 'Archive campaign' }).click()
  await expect(row(page, 'Cancelled here')).toContainText('archived')
})

test('an id that is nobody’s, another organisation’s or no id at all is not found', async ({ page, loginTo, login, navigate, faults }) => {
  faults.expect(/404/)
  await login(people.northmereViewer)
  for (const id of ['999999', 'garbage', '-1', '99999999999']) {
    await navigate(`/campaigns/${id}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Campaign not found' })).toBeVisible()
  }
  await page.context().clearCookies()
  await loginTo(people.superAdmin, 'Cyngor Glanmor')
  await navigate('/campaigns/1')
  await expect(page.getByRole('heading', { level: 1, name: 'Campaign not found' })).toBeVisible()
})

test('axe finds nothing on the list, the modal, its question, the menu and a summary', async ({ page, loginTo, navigate }) => {
  await loginTo(people.superAdmin, NORTHMERE)
  await navigate('/settings')
  const name = 'Seen by axe'
  await addCampaign(page, name)
  const review = await untilPrepared(page, name)
  await expectAccessible(page)
  await review.click()
  await modal(page).getByRole('button', { name: 'Confirm' }).waitFor()
  await expectAccessible(page)
  await modal(page).getByRole('button', { name: 'Confirm' }).click()
  await modal(page).getByRole('button', { name: /^Send \d/ }).waitFor()
  await expectAccessible(page)
  await modal(page).getByRole('button', { name: 'Cancel' }).click()
  await row(page, name).getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Cancel campaign' }).waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await row(page, name).getByRole('link', { name: 'View details' }).click()
  await page.getByRole('table', { name: 'Households and the state of their message' }).waitFor()
  await expectAccessible(page)
})
