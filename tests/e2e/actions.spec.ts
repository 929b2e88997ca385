import { readFile } from 'node:fs/promises'
import { countOf, expect, people, shownCount, test } from './doorstep'
import { beginWith } from './selection'

test('the CSV export holds every filtered household and column', async ({ page, login }) => {
  await login(people.glanmorAdmin)
  await beginWith(page, {
    home: { tenure: { displayName: 'Tenure', selectedValues: [{ id: 'council_rent', displayName: 'Council rent' }] } },
  })
  await page.goto('/')
  await shownCount(page).waitFor({ state: 'attached' })
  const total = await countOf(page, {
    filter_request_list: [{ filter_name: 'tenure', filter_value_list: ['council_rent'] }],
  })
  await expect(shownCount(page, total)).toBeAttached()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'CSV export' }).click()
  const download = await downloading
  await expect(page.getByText('Success! Please check your downloads folder')).toBeVisible()
  expect(download.suggestedFilename()).toMatch(/\.csv$/)
  const [header = '', ...rows] = (await readFile(await download.path(), 'utf8'))
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split(/\r?\n/)
  expect(header.split(',')).toEqual(expect.arrayContaining(['household_reference', 'tenure', 'monthly_cash_balance']))
  expect(rows).toHaveLength(total)
  const tenure = header.split(',').indexOf('tenure')
  expect(new Set(rows.map((row) => row.split(',')[tenure]))).toEqual(new Set(['council_rent']))
})
