import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { fact, listRow, listTable } from './campaignList'
import { expect, expectAccessible, people, test } from './doorstep'
import { expectInFrame } from './reflow'

/** The demo's campaign that has a report, which is the first that a newcomer opens. @returns its number */
async function openFirstReport(page: Page): Promise<number> {
  await page.goto('/campaigns')
  await listTable(page).getByRole('row').nth(1).waitFor()
  const row = listRow(page, 'Pension Credit, April: single pensioners')
  // Newer campaigns of other tests may fill the first page.
  while ((await row.count()) === 0) await page.getByRole('button', { name: 'Next page' }).click()
  await row.getByText('Complete').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Campaign Report' })).toBeVisible()
  return Number(/\d+$/.exec(page.url())?.[0])
}

const MONTHS = ['Jun 2026', 'Jul 2026', 'Aug 2026', 'Sept 2026', 'Oct 2026']

test.beforeEach(async ({ login, navigate }) => {
  await login(people.northmereViewer)
  await navigate('/settings')
})

test('a campaign of the demo says what it was, what it came to, and when; or that data are awaited', async ({
  page,
}) => {
  await openFirstReport(page)
  await expect(fact(page, 'Campaign Name')).toHaveText('Pension Credit, April: single pensioners')
  await expect(fact(page, 'LIFT Snapshot')).toHaveText('April 2026')
  await expect(fact(page, 'Communication Channel')).toHaveText('SMS')
  await expect(fact(page, 'Date Sent')).toHaveText('8 April 2026')
  await expect(fact(page, 'Close Date')).toHaveText('8 October 2026')

  // What the campaign caused, as its hold-out measured it: the demo's draw is always the same.
  const impact = page.getByRole('region', { name: 'What the campaign caused' })
  await expect(impact).toContainText(
    '27.8% of contacted households claim, and 14.0% of those held out. About 33 additional claims',
  )
  await expect(impact).toContainText('An early look after 3 months')
  await expect(impact).toContainText('Month by month')

  const claiming = Number(await fact(page, 'Households claiming').textContent())
  expect(claiming).toBeGreaterThan(5)
  const pounds = async (name: string) => Number((await fact(page, name).textContent())?.replace(/[£,]/g, ''))
  // A weekly award between £1 and £150.
  expect(await pounds('Annual value')).toBeGreaterThan(claiming * 52)
  expect(await pounds('Annual value')).toBeLessThan(claiming * 52 * 150)
  const sentence = await page.getByText(/^All who claimed after contact: /).textContent()
  const caused = Number(/caused .*, worth £([\d,]+) a year/.exec(sentence ?? '')?.[1]?.replaceAll(',', ''))
  // Seven years of what was caused, rounded to the pound on screen.
  expect(Math.abs((await pounds('Lifetime value')) - 7 * caused)).toBeLessThanOrEqual(5)

  await expect(page.getByText(/^Households claiming and annual value are of all who claimed/)).toBeVisible()
  const table = page.getByRole('table', { name: 'New Pension Credit claims by month' })
  await expect(table.getByRole('rowheader')).toHaveText(MONTHS)
  const claims = (await table.getByRole('cell').allTextContents()).map(Number)
  // Households that claim in October began in one of the months; some have moved away since.
  expect(claims.reduce((sum, value) => sum + value)).toBeGreaterThanOrEqual(claiming)
  const bars = page.locator('.recharts-bar-rectangle path')
  await expect(bars).toHaveCount(claims.filter((value) => value > 0).length)
  // Drawn again when the page's width changes, as with the first scroll bar.
  for (const bar of await bars.all())
    await expect.poll(async () => Math.round((await bar.boundingBox())?.width ?? 0)).toBe(40)
  await page.getByRole('button', { name: 'How these figures are worked out' }).click()
  await expectAccessible(page)

  await page.route('**/api/pension-credit-campaign-summary', async (route) => {
    const response = await route.fetch()
    const report = (await response.json()) as Record<string, Record<string, unknown>>
    await route.fulfill({
      response,
      json: {
        ...report,
        campaign_impact: {
          number_of_households_claiming: null,
          number_of_carer_households: null,
          annual_value: null,
          lifetime_value: null,
        },
        graph_details: { ...report.graph_details, data: [] },
        comparison: { ...report.comparison, awaiting_data: true, compared_snapshot: null },
      },
    })
  })
  await page.reload()
  await expect(page.getByText('No Data', { exact: true })).toBeVisible()
  await expect(fact(page, 'Households claiming')).toHaveText('Awaiting data')
  await page.locator('.recharts-bar-rectangle').first().waitFor()
  await expectAccessible(page)
})

test('a report is compared with the months after it alone; Export CSV saves its figures, and says so', async ({
  page,
}) => {
  const id = await openFirstReport(page)
  await expect(
    page.getByText('were not claiming Pension Credit in April 2026 and claim it in October 2026'),
  ).toBeVisible()
  await expectInFrame(page, page.getByRole('link', { name: 'Delivery and households' }))
  const claiming = await fact(page, 'Households claiming').textContent()
  await page.locator('.recharts-bar-rectangle').first().hover()
  await expect(page.locator('.recharts-tooltip-wrapper')).toHaveText(/^Jun 2026Households newly claiming: \d+$/)
  const saved = new Promise<Download>((resolve) => page.context().on('page', (tab) => tab.on('download', resolve)))
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const download = await saved
  await expect(page.getByRole('alert')).toHaveText('Success! Please check your downloads folder')
  expect(download.suggestedFilename()).toBe(`campaign-${id}-report.csv`)
  const csv = await readFile(await download.path(), 'utf8')
  expect(csv).toMatch(
    /^Section,Item,Value\r\nCampaign Details,Campaign Name,"Pension Credit, April: single pensioners"\r\nCampaign Details,LIFT Snapshot,2026-04-01\r\n/,
  )
  expect(csv).toContain(`\r\nCampaign Impact,Households claiming,${claiming}\r\n`)
  expect(csv).toContain('\r\nNew Pension Credit claims by month,Oct 2026,')
})
