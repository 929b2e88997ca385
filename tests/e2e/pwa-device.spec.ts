import { readFile } from 'node:fs/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { expect, expectAccessible, people, signIn, test } from './doorstep'
import { controlled, keptIn, putOnDevice, waitingTemplates } from './installed'

/* The device and the line: what works without one, what is told, and what a browser refuses to keep. */

test.use({ serviceWorkers: 'allow' })
test.describe.configure({ timeout: 120_000 })

const KEPT_FILTERS = 'doorstep.selected-filters'
const FLATS = JSON.stringify({
  home: { accommodation_type: { displayName: 'Accommodation type', selectedValues: [{ id: 'flat', displayName: 'Flat' }] } },
})
const lineDown = (context: BrowserContext) => context.setOffline(true)
const settings = (page: Page) => page.getByRole('heading', { level: 1, name: 'Settings' })
const selector = (page: Page) => page.getByRole('button', { name: /Select Template/ })
const templatesOf = async (page: Page): Promise<string[]> => {
  const list = (await (await page.request.get('/api/user-filter-templates')).json()) as { template_id: number; filter_template_name: string }[]
  return list.sort((a, b) => a.template_id - b.template_id).map((one) => one.filter_template_name)
}
const selectFlats = (page: Page) => page.evaluate(([key, text]) => sessionStorage.setItem(key, text), [KEPT_FILTERS, FLATS] as const)
async function createTemplate(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Create template with selected filters' }).click()
  await page.getByRole('textbox', { name: 'Template name' }).fill(name)
  await page.getByRole('button', { name: 'Submit' }).click()
}

test.describe('with a map', () => {
  test.use({ hasWebgl: true })

  test('without a line the ward map shows its last figures "as at", and what needs the server says so', async ({ page, context, faults }) => {
    faults.expect(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
    await signIn(page, people.northmereAdmin)
    await controlled(page)
    await page.getByRole('radio', { name: 'Ward map' }).click()
    await expect(page.getByRole('list', { name: 'Legend' })).toBeVisible()
    await expect(page.getByText('Updating…')).toHaveCount(0)
    // The map is drawn part by part; what of it was loaded before the worker was in charge is kept by it all the same.
    const parts = async () => (await keptIn(page, 'doorstep-parts')).join()
    for (const part of [/MapCanvas-[^,]+\.css/, /maplibre-[^,]+\.js/, /maplibre-[^,]+\.css/, /maplibre-gl-worker-/, /OpenBasemap-[^,]+\.js/]) {
      await expect.poll(parts, { timeout: 60_000 }).toMatch(part)
    }
    await lineDown(context)
    await page.goto('/')
    await expect(page.getByText('You are offline', { exact: true })).toBeVisible()
    await page.getByRole('radio', { name: 'Ward map' }).click()
    await expect(page.getByText(/^Ward counts as at .*Filters that you pick now are applied when you are back online\.$/)).toBeVisible()
    await expect(page.getByRole('list', { name: 'Legend' })).toBeVisible()
    await page.getByRole('button', { name: 'Actions' }).click()
    for (const name of ['Send to Calculator (needs a connection)', 'CSV export (needs a connection)']) {
      await expect(page.getByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'true')
    }
    await expectAccessible(page)
  })
})

test('a template made without a line can be chosen, renamed, taken back; the rest is on the server once the line is back', async ({ page, context, faults }) => {
  faults.expect(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
  await signIn(page, people.northmereAdmin)
  await controlled(page)
  await selectFlats(page)
  await page.reload()
  await page.getByRole('button', { name: 'Create template with selected filters' }).waitFor()
  await lineDown(context)
  await page.evaluate(() => window.dispatchEvent(new Event('offline')))
  await expect(page.getByText('You are offline', { exact: true })).toBeVisible()
  const [first, second] = [`Kept ${Date.now()}`, `Lost ${Date.now()}`]
  await createTemplate(page, first)
  await expect(selector(page)).toHaveText(`${first} (waiting to be sent)`)
  await createTemplate(page, second)
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
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(page.getByText(/You are offline/)).toHaveCount(0)
  await expect(selector(page)).toHaveText(`${first} <b>`)
  const made = await templatesOf(page)
  expect(made.filter((name) => name.startsWith(first))).toEqual([`${first} &lt;b&gt;`])
  expect(made).not.toContain(second)
})

test('the server answers 500 to the third of five: it is tried again, and each is there once, in order', async ({ page, context, faults }) => {
  faults.expect(/status of 500/)
  await signIn(page, people.northmereAdmin)
  await page.goto('/settings')
  await expect(settings(page)).toBeVisible()
  const prefix = `Field ${Date.now()}`
  const names = [1, 2, 3, 4, 5].map((index) => `${prefix} ${index}`)
  let failures = 0
  await context.route('**/api/create-filter-template', async (route) => {
    if (!(route.request().postData() ?? '').includes(names[2]!) || failures === 2) return route.continue()
    failures += 1
    // Once without having done it, once after: what the server did must not be done twice.
    if (failures === 2) await route.fetch()
    return route.fulfill({ status: 500, json: { detail: 'It broke.', code: 'internal' } })
  })
  await putOnDevice(page, 'queue', waitingTemplates(names, 'accommodation_type', 'flat'))
  await page.reload()
  await page.getByRole('button', { name: /^Waiting to be sent/ }).click()
  await expect(page.getByText('Waiting to be sent again: It broke.')).toBeVisible()
  expect((await templatesOf(page)).filter((name) => name.startsWith(prefix))).toEqual(names.slice(0, 2))
  await expectAccessible(page)
  await expect(page.getByText('Everything has been sent.')).toBeVisible({ timeout: 30_000 })
  expect(failures).toBe(2)
  expect((await templatesOf(page)).filter((name) => name.startsWith(prefix))).toEqual(names)
})

test('the same template made twice without a line: one is made, the other says why not and can be renamed', async ({ page, faults }) => {
  faults.expect(/status of 409/)
  await signIn(page, people.northmereAdmin)
  const name = `Twice ${Date.now()}`
  await putOnDevice(page, 'queue', waitingTemplates([name, name], 'accommodation_type', 'flat'))
  await page.reload()
  await page.getByRole('button', { name: /^Waiting to be sent/ }).click()
  await expect(page.getByText(`Not sent: You already have a template called ${name}.`)).toBeVisible()
  await page.keyboard.press('Escape')
  // Nobody waits behind it.
  await selectFlats(page)
  await page.reload()
  await createTemplate(page, `${name} later`)
  await expect(page.getByText('Template created.')).toBeVisible()
  await page.getByRole('button', { name: 'Manage templates' }).click()
  const refused = page.getByRole('listitem').filter({ hasText: 'not sent' })
  await refused.getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Template name' }).fill(`${name} other`)
  await page.getByRole('button', { name: 'Rename template' }).click()
  await expect(refused).toHaveCount(0)
  await expect.poll(async () => (await templatesOf(page)).filter((one) => one.startsWith(name)).sort()).toEqual([name, `${name} later`, `${name} other`])
})

test('a catalogue that lost a filter: shown as it was, then taken up, and what is gone is named', async ({ page, context }) => {
  await signIn(page, people.northmereAdmin)
  await controlled(page)
  await selectFlats(page)
  await page.reload()
  await expect(page.getByRole('button', { name: '1 applied', exact: true })).toBeVisible()
  await expect.poll(() => keptIn(page, 'doorstep-user-catalogue')).toHaveLength(1)
  // The new one comes once the old one is on screen, whichever page it was asked for by.
  let show = () => {}
  const isShown = new Promise<void>((resolve) => (show = resolve))
  await context.route('**/api/all-filters', async (route) => {
    const answer = await route.fetch()
    const categories = (await answer.json()) as { subcategories: { filters: { filter_name: string }[] }[] }[]
    for (const { subcategories } of categories) {
      for (const one of subcategories) one.filters = one.filters.filter(({ filter_name }) => filter_name !== 'accommodation_type')
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
      throw new DOMException('A mutation operation was attempted on a database that did not allow mutations.', 'InvalidStateError')
    }
    IDBFactory.prototype.open = refuse
    IDBFactory.prototype.databases = refuse
  })
  await signIn(page, people.northmereAdmin)
  await expect(page.getByText(/^This browser does not let Doorstep keep anything, as in a private window\./)).toBeVisible()
  await selectFlats(page)
  await page.reload()
  const name = `Private ${Date.now()}`
  await createTemplate(page, name)
  await expect(selector(page)).toHaveText(name)
  expect(await templatesOf(page)).toContain(name)
})

test('a full disk is told, and the change that was not kept is not believed', async ({ page, context, faults }) => {
  faults.expect(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
  await signIn(page, people.northmereAdmin)
  await controlled(page)
  await selectFlats(page)
  await page.reload()
  await page.getByRole('button', { name: 'Create template with selected filters' }).waitFor()
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
  })
  await lineDown(context)
  await page.evaluate(() => window.dispatchEvent(new Event('offline')))
  await expect(page.getByText('You are offline', { exact: true })).toBeVisible()
  await createTemplate(page, 'No room')
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('This device has no room left.')
  await expect(page.getByRole('textbox', { name: 'Template name' })).toHaveValue('No room')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText(/^This device has no room left\./)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Waiting to be sent/ })).toHaveCount(0)
})

test('a record edited by hand is set aside and told, can be seen and saved as a file, and the others stand', async ({ page }) => {
  await signIn(page, people.northmereAdmin)
  await page.goto('/settings')
  await expect(settings(page)).toBeVisible()
  const edited = { id: 'by-hand', campaignName: 'Winter fuel', status: 7 }
  await putOnDevice(page, 'drafts', [edited])
  await page.reload()
  await expect(page.getByText('One record on this device could not be read and was set aside. Everything else is as it was.')).toBeVisible()
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
  await other.evaluate(() => sessionStorage.setItem('doorstep.selected-filters', '{}'))
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect(other).toHaveURL(/\/login/)
  expect(await other.evaluate(() => sessionStorage.getItem('doorstep.selected-filters'))).toBeNull()
})

for (const withLine of [true, false]) {
  test(`after a logout ${withLine ? 'with' : 'without'} a line the login page opens without one`, async ({ page, context, faults }) => {
    faults.expect(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
    await signIn(page, people.northmereAdmin)
    await page.goto('/settings')
    await expect(settings(page)).toBeVisible()
    await controlled(page)
    if (!withLine) await lineDown(context)
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/\/login/)
    if (!withLine) {
      const ended = page.waitForResponse((response) => response.url().endsWith('/backend/auth/logout'))
      await context.setOffline(false)
      await ended
      await expect.poll(async () => (await page.request.get('/api/session/user')).status()).toBe(401)
    }
    // The server had the browser forget this site, the worker with it: it is there again.
    await controlled(page)
    await lineDown(context)
    await page.goto('/')
    await expect(page).toHaveURL(/\/login/)
    await expect(page.getByPlaceholder('Enter your email address')).toBeVisible()
  })
}
