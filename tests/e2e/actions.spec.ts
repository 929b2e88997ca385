import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { countOf, expect, people, shownCount, test } from './doorstep'

async function choose(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test.beforeEach(async ({ page, login, navigate }) => {
  await login(people.glanmorAdmin)
  await navigate('/')
  await shownCount(page).waitFor({ state: 'attached' })
})

test('the menu closes on a click outside', async ({ page }) => {
  await page.getByRole('button', { name: 'Actions' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Send to Calculator', 'Create new campaign', 'CSV export'])
  await page.mouse.click(5, 5)
  await expect(page.getByRole('menu')).toBeHidden()
})

test('Send to Calculator says in a toast how many households went', async ({ page }) => {
  const total = (await countOf(page)).toLocaleString('en-GB')
  await choose(page, 'Send to Calculator')
  await expect(page.getByText(`${total} households sent to the calculator`)).toBeVisible()
})

test('a refused Send to Calculator says why in a toast', async ({ page, faults }) => {
  faults.expect(/status of 503|status of 500/)
  await page.route('**/api/households-to-calculator', (route) =>
    route.fulfill({ status: 503, json: { detail: 'The calculator is closed.', code: 'closed' } }),
  )
  await choose(page, 'Send to Calculator')
  const toast = page.getByRole('alert').filter({ hasText: 'The calculator is closed.' })
  await expect(toast).toBeVisible()
  await toast.getByRole('button', { name: /close/i }).click()
  await expect(toast).toBeHidden()
  await page.unroute('**/api/households-to-calculator')
  await page.route('**/api/households-to-calculator', (route) => route.fulfill({ status: 500, body: '' }))
  await choose(page, 'Send to Calculator')
  await expect(page.getByText('An error occurred', { exact: true })).toBeVisible()
})

test('the CSV export holds every filtered household and column', async ({ page }) => {
  const filters = { filter_request_list: [{ filter_name: 'tenure', filter_value_list: ['council_rent'] }] }
  await page.evaluate(() => {
    sessionStorage.setItem(
      'doorstep.selected-filters',
      JSON.stringify({
        home: { tenure: { displayName: 'Tenure', selectedValues: [{ id: 'council_rent', displayName: 'Council rent' }] } },
      }),
    )
  })
  await page.reload()
  const total = await countOf(page, filters)
  await expect(shownCount(page, total)).toBeAttached()
  const downloading = page.waitForEvent('download')
  await choose(page, 'CSV export')
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/\.csv$/)
  const [header = '', ...rows] = (await readFile(await download.path(), 'utf8')).replace(/^\uFEFF/, '').trimEnd().split(/\r?\n/)
  expect(header.split(',')).toEqual(expect.arrayContaining(['household_reference', 'tenure', 'monthly_cash_balance']))
  expect(rows).toHaveLength(total)
  const tenure = header.split(',').indexOf('tenure')
  expect(new Set(rows.map((row) => row.split(',')[tenure]))).toEqual(new Set(['council_rent']))
  await expect(page.getByText('Success! Please check your downloads folder')).toBeVisible()
})

test('Create new campaign goes to the new campaign', async ({ page, faults }) => {
  faults.expect(/Organisation does not have campaigns enabled/)
  await choose(page, 'Create new campaign')
  await expect(page).toHaveURL('/campaigns/new')
})
