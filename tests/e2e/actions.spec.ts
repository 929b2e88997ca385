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
  await page.getByRole('menuitem', { name: 'CSV in codes, for an import' }).click()
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

test('the map is saved as a picture of a page', async ({ page, login }) => {
  await login(people.northmereAdmin)
  await page.goto('/')
  await shownCount(page).waitFor({ state: 'attached' })
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Print or share' }).click()
  await page.getByRole('button', { name: 'Map as picture' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/-map-\d{4}-\d{2}\.png$/)
  const png = await readFile(await download.path())
  // IHDR: A4 landscape at 300 dots an inch.
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([3508, 2480])
  // A blank page is some 40 kB.
  expect(png.length).toBeGreaterThan(100_000)
})
