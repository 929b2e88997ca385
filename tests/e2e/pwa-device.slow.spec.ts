import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, filterPanel, people, signIn, test } from './doorstep'
import { createTemplate, selector, templatesOf } from './filterTemplates'
import { controlled, everythingKept, keptIn, lineDown, putOnDevice, tablesKept } from './installed'
import { FLATS, keptSelection, select } from './selection'

/* The device and the line: what works without one, what is told, and what a browser refuses to keep. */

test.use({ serviceWorkers: 'allow' })
const settings = (page: Page) => page.getByRole('heading', { level: 1, name: 'Settings' })

/** Opens the map with flats selected, the worker in charge. */
async function openWithFlats(page: Page): Promise<void> {
  await signIn(page, people.northmereAdmin)
  await controlled(page)
  await select(page, FLATS)
  await page.reload()
  await filterPanel(page)
}
/** What the browser itself tells a page that is open. */
const tell = (page: Page, what: 'offline' | 'online') =>
  page.evaluate((event) => window.dispatchEvent(new Event(event)), what)

test.describe('with a map', () => {
  test.use({ hasWebgl: true })

  test('offline the ward map shows its last figures "as at" over the streets, and what needs the server says so', async ({
    page,
    context,
    faults,
  }) => {
    faults.expect(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
    await signIn(page, people.northmereAdmin)
    await controlled(page)
    // The ward map is not opened before.
    await expect.poll(() => everythingKept(page)).toContain('"ward-figures"')
    await expect.poll(() => keptIn(page, 'doorstep-basemap')).toEqual(['/api/basemap'])
    await page.goto('/settings/device')
    await expect(page.getByText('Ready to work offline')).toBeVisible({ timeout: 120_000 })
    await lineDown(context)
    await page.goto('/')
    await expect(page.getByText('You are offline', { exact: true })).toBeVisible()
    await expect(
      page.getByText(
        /^Ward counts of October 2026 data as at .*Filters that you pick now are applied when you are back online\.$/,
      ),
    ).toBeVisible()
    await expect(page.getByRole('list', { name: 'Legend' })).toBeVisible()
    await expect(page.getByText('Fictional place, drawn for the Doorstep demo')).toBeVisible()
    await page.getByRole('button', { name: 'Actions' }).click()
    for (const name of ['Send to Calculator (needs a connection)', 'CSV export (needs a connection)']) {
      await expect(page.getByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'true')
    }
    await expectAccessible(page)
  })
})

test('a template made offline can be chosen, renamed, taken back; the rest is on the server once the connection is back', async ({
  page,
  context,
  faults,
}) => {
  faults.expect(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
  await openWithFlats(page)
  await lineDown(context)
  await tell(page, 'offline')
  await expect(page.getByText('You are offline', { exact: true })).toBeVisible()
  const [first, second] = [`Kept ${Date.now()}`, `Lost ${Date.now()}`]
  await createTemplate(page, first)
  await expect(selector(page)).toHaveText(`${first} (waiting to be sent)`)
  await createTemplate(page, second)
  await expect(selector(page)).toHaveText(`${second} (waiting to be sent)`)
  await page.getByRole('button', { name: 'Clear all', exact: true }).click()
  await selector(page).click()
  await page.getByRole('option', { name: first }).click()
  await expect(page.getByRole('button', { name: '1 applied', exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Manage templates' }).click()
  await page.getByRole('button', { name: `Actions for ${first}` }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Template name' }).fill(`${first} <b>`)
  await page.getByRole('button', { name: 'Rename template' }).click()
  await page.getByRole('button', { name: `Actions for ${second}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete template' }).click()
  await expect(page.getByRole('dialog', { name: 'Your templates' }).getByText(second)).toHaveCount(0)
  await page.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByText('1 change will be sent when you are back online.')).toBeVisible()

  await context.setOffline(false)
  await tell(page, 'online')
  await expect(page.getByText(/You are offline/)).toHaveCount(0)
  await expect(selector(page)).toHaveText(`${first} <b>`)
  const made = await templatesOf(page)
  expect(made.filter((name) => name.startsWith(first))).toEqual([`${first} &lt;b&gt;`])
  expect(made).not.toContain(second)
})

test('a catalogue that lost a filter: shown as it was, then taken up, and what is gone is named', async ({
  page,
  context,
}) => {
  await openWithFlats(page)
  await expect(page.getByRole('button', { name: '1 applied', exact: true })).toBeVisible()
  await expect.poll(async () => (await tablesKept(page)).kept).toContain('catalogue')
  // The new one comes once the old one is on screen, whichever page it was asked for by.
  let show = () => {}
  const isShown = new Promise<void>((resolve) => (show = resolve))
  await context.route('**/api/all-filters', async (route) => {
    const answer = await route.fetch()
    const categories = (await answer.json()) as { subcategories: { filters: { filter_name: string }[] }[] }[]
    for (const { subcategories } of categories) {
      for (const one of subcategories)
        one.filters = one.filters.filter(({ filter_name }) => filter_name !== 'accommodation_type')
    }
    await isShown
    await route.fulfill({ response: answer, json: categories })
  })
  await page.reload()
  await page.getByRole('button', { name: /^Home/ }).waitFor()
  show()
  await expect(page.getByText('The filters were updated.')).toBeVisible()
  await expect(page.getByText('Some values were not found: Accommodation type')).toBeVisible()
  await expect(page.getByRole('button', { name: '0 applied', exact: true })).toBeVisible()
  await context.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a browser that refuses IndexedDB: the app works, and says what will not be kept', async ({ page }) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException(
        'A mutation operation was attempted on a database that did not allow mutations.',
        'InvalidStateError',
      )
    }
    IDBFactory.prototype.open = refuse
    IDBFactory.prototype.databases = refuse
  })
  await signIn(page, people.northmereAdmin)
  await expect(
    page.getByText(/^This browser does not let Doorstep keep anything, as in a private window\./),
  ).toBeVisible()
  await select(page, FLATS)
  await page.reload()
  const name = `Private ${Date.now()}`
  await createTemplate(page, name)
  await expect(selector(page)).toHaveText(name)
  expect(await templatesOf(page)).toContain(name)
})

test('a full disk is told, and the change that was not kept is not believed', async ({ page, context, faults }) => {
  faults.expect(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
  await openWithFlats(page)
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
  })
  await lineDown(context)
  await tell(page, 'offline')
  await expect(page.getByText('You are offline', { exact: true })).toBeVisible()
  await createTemplate(page, 'No room')
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('This device has no room left.')
  await expect(page.getByRole('textbox', { name: 'Template name' })).toHaveValue('No room')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText(/^This device has no room left\./)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Waiting to be sent/ })).toHaveCount(0)
})

test('a record edited by hand is set aside and told, can be seen and saved as a file, and the others stand', async ({
  page,
}) => {
  await signIn(page, people.northmereAdmin)
  await page.goto('/settings')
  await expect(settings(page)).toBeVisible()
  const edited = { id: 'by-hand', campaignName: 'Winter fuel', status: 7 }
  await putOnDevice(page, 'drafts', [edited])
  await page.reload()
  await expect(
    page.getByText('One record on this device could not be read and was set aside. Everything else is as it was.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'See what it is' }).click()
  const panel = page.getByRole('dialog', { name: 'Set aside on this device' })
  await expect(panel.getByText('Campaign draft “Winter fuel”')).toBeVisible()
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await panel.getByRole('button', { name: /^Save as a file/ }).click()
  expect(JSON.parse(await readFile(await (await download).path(), 'utf8'))).toEqual(edited)
  await panel.getByRole('button', { name: /^Discard/ }).click()
  await expect(panel.getByText('Nothing is set aside.')).toBeVisible()
  await page.reload()
  await expect(settings(page)).toBeVisible()
  await expect(page.getByText(/could not be read/)).toHaveCount(0)
})

test('logging out leaves from every tab', async ({ page, context, faults }) => {
  // The other tab may be in the middle of a call.
  faults.expect(/status of 401/)
  await signIn(page, people.northmereAdmin)
  const other = await context.newPage()
  await other.goto('/settings')
  await expect(settings(other)).toBeVisible()
  await select(other, FLATS)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect(other).toHaveURL(/\/login/)
  expect(await keptSelection(other)).toBeNull()
})
