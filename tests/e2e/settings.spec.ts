import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { choose, fill } from './campaignForm'
import { atRest, expect, people, signIn, test } from './doorstep'
import { draftsKept, everythingKept } from './installed'
import { GLANMOR, NORTHMERE } from './organisations'

/* Settings, view-as, campaigns access, the renewals pack and the audit log, in the built product. */

/** A session of its own: a view lasts as long as its session, and kept ones are other tests' too. */
const enter = (page: Page) => signIn(page, people.superAdmin, NORTHMERE)
const panel = (page: Page) => page.getByRole('region', { name: 'Super Admin', exact: true })
const viewForm = (page: Page) => page.getByRole('form', { name: 'View as' })
const banner = (page: Page) => page.getByRole('region', { name: 'View as', exact: true })

async function chooseView(page: Page, role: string, organisation: string): Promise<void> {
  // A tab behind another gets a frame a second, and each press waits for two.
  await page.bringToFront()
  await page.goto('/settings')
  await viewForm(page).waitFor()
  await atRest(page)
  await viewForm(page).getByRole('button', { name: 'Role' }).click()
  await page.getByRole('option', { name: role, exact: true }).click()
  await viewForm(page).getByRole('button', { name: 'Organisation' }).click()
  await page.getByRole('option', { name: organisation, exact: true }).click()
  await viewForm(page).getByRole('button', { name: 'Switch view' }).click()
}

test('what is sent to the calculator is listed with its result', async ({ page, login, navigate }) => {
  await login(people.northmereViewer)
  await navigate('/settings/data')
  await page.evaluate(() =>
    fetch('/api/households-to-calculator', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        filter_request_list: [{ filter_name: 'accommodation_type', filter_value_list: ['flat'] }],
        dynamic_filter_value_request_list: [],
      }),
    }),
  )
  const jobs = page.getByRole('table', { name: 'Calculator jobs' })
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(jobs.getByText('Done').first()).toBeVisible({ timeout: 5_000 })
  }).toPass()
  const download = page.waitForEvent('download')
  await jobs
    .getByRole('button', { name: /^Download CSV/ })
    .first()
    .click()
  const csv = await readFile(await (await download).path(), 'utf8')
  expect(csv).toMatch(/^household_reference,pension_credit_a_year,/)
})

test('a view wipes the device in every tab, after asking about drafts', async ({ page, context, faults }) => {
  // What a Viewer without campaigns is told at the draft's address.
  faults.expect(
    /403|409|caught the following error|ErrorResponse|unauthorized|Refused|Organisation does not have campaigns/,
  )
  await enter(page)
  await page.goto('/campaigns/new')
  await fill(page, 'The owner’s own draft')
  await expect(page).toHaveURL(/draft=/)
  const draftAddress = page.url()
  const other = await context.newPage()
  await other.goto('/support/product')
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Product support')
  await expect.poll(() => draftsKept(page)).toContain('The owner’s own draft')

  await chooseView(page, 'Viewer', GLANMOR)
  const question = page.getByRole('alertdialog', { name: 'Change the view and lose what is only here?' })
  await expect(question.getByRole('listitem')).toHaveText('1 campaign draft')
  await question.getByRole('button', { name: 'Stay in this view' }).click()
  await expect(question).toHaveCount(0)
  expect(await draftsKept(page)).toContain('The owner’s own draft')
  await viewForm(page).getByRole('button', { name: 'Switch view' }).click()
  await question.getByRole('button', { name: 'Change the view' }).click()
  await expect(banner(page)).toContainText(`You are viewing Doorstep as Viewer of ${GLANMOR}`)
  // The other tab follows by a document of its own.
  await expect(other).toHaveURL('/')
  await expect(banner(other)).toBeVisible()
  const kept = await everythingKept(page)
  for (const trace of ['The owner’s own draft', '"sealed"', '"organisation":"northmere"', 'Northmere'])
    expect(kept, trace).not.toContain(trace)
  await page.goto(draftAddress)
  await expect(page.getByText('The owner’s own draft')).toHaveCount(0)
})

test('a view shows what its role may see, in every tab, and has a way out', async ({ page, context, faults }) => {
  // What the other tab asks for as whom it was is refused.
  faults.expect(/status of 409/)
  await enter(page)
  const other = await context.newPage()
  await other.goto('/support/product')
  await chooseView(page, 'Viewer', GLANMOR)
  await expect(banner(page)).toContainText(`You are viewing Doorstep as Viewer of ${GLANMOR}`)
  await expect(banner(other)).toBeVisible()
  await page.goto('/settings')
  await expect(banner(page)).toBeVisible()
  await expect(panel(page)).toHaveCount(0)
  await expect(page.getByText('Your Team')).toHaveCount(0)
  await banner(page).getByRole('button', { name: 'Return to your own view' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Street View')
  await expect(banner(page)).toHaveCount(0)
  await expect(banner(other)).toHaveCount(0)
})

test('a renewals pack is made, opened and recorded; the audit log is filtered and exported', async ({ page }) => {
  await enter(page)
  await page.goto('/settings')
  await panel(page).waitFor()
  await atRest(page)
  await page.getByRole('button', { name: 'Generate renewals pack' }).click()
  await expect(page.getByText('Please select a client').last()).toBeVisible()
  await choose(page, 'Client', NORTHMERE)
  const tab = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Generate renewals pack' }).click()
  await (await tab).close()
  const link = page.getByRole('link', { name: 'Open the PDF' })
  const pdf = await page.request.get((await link.getAttribute('href')) ?? '')
  expect([pdf.status(), pdf.headers()['content-type'], (await pdf.body()).subarray(0, 5).toString()]).toEqual([
    200,
    'application/pdf',
    '%PDF-',
  ])

  await page.getByRole('link', { name: 'Provider' }).click()
  await expect(page).toHaveURL('/settings/provider')
  await atRest(page)
  await page.getByRole('link', { name: 'Open the audit log' }).click()
  await expect(page).toHaveURL('/settings/audit')
  await expect(page.getByRole('table', { name: 'Audit log' })).toBeVisible()
  await choose(page, 'What', 'Made a renewals pack')
  await page.getByRole('textbox', { name: /Who/ }).fill('super@')
  await page.getByRole('button', { name: 'Apply' }).click()
  const rows = page.getByRole('table', { name: 'Audit log' }).getByRole('row')
  await expect(rows.filter({ hasText: 'Made a renewals pack' }).first()).toContainText('super@doorstep.example')
  await expect(rows.filter({ hasText: 'Signed in' })).toHaveCount(0)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const csv = await readFile(await (await download).path(), 'utf8')
  expect(csv).toContain('super@doorstep.example,SuperAdmin,renewals_pack')
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(page.getByRole('textbox', { name: /Who/ })).toHaveValue('')
  // Meanwhile other tests do what is recorded too: more than a page holds, perhaps.
  await page.getByRole('textbox', { name: /Who/ }).fill('super@')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(rows.filter({ hasText: 'Exported' }).filter({ hasText: 'super@doorstep.example' }).first()).toBeVisible()
})
