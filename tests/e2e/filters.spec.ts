import { isDeepStrictEqual } from 'node:util'
import type { Page, Request } from '@playwright/test'
import { filterRequestSchema } from '#contract/filters'
import { countOf, expect, people, shownCount, test } from './doorstep'

const KEPT = 'doorstep.selected-filters'

const panel = (page: Page) => page.getByRole('region', { name: 'Filters' })
/** One filter with its control: the card around its heading. */
const filter = (page: Page, name: string) =>
  panel(page).locator('[data-filter]').filter({ has: page.getByRole('heading', { level: 5, name, exact: true }) })
const applied = (page: Page, count: number) => panel(page).getByRole('button', { name: `${count} applied`, exact: true })
const kept = (page: Page) => page.evaluate((key) => sessionStorage.getItem(key), KEPT)

async function openCategory(page: Page, name: string): Promise<void> {
  const heading = panel(page).getByRole('heading', { level: 3, name: new RegExp(`^${name}\\b(?! reference)`) }).getByRole('button')
  await heading.click()
  await expect(heading).toHaveAttribute('aria-expanded', 'true')
}

/** The accommodation types that a request asks for, sorted. */
const typesOf = (request: Request): string[] =>
  filterRequestSchema
    .parse(request.postDataJSON())
    .filter_request_list.flatMap((filter) => (filter.filter_name === 'accommodation_type' ? filter.filter_value_list : []))
    .sort()

function isMapRequest(request: Request): boolean {
  return request.url().endsWith('/api/streetview-household-data')
}

test.beforeEach(async ({ page, login, navigate }) => {
  await login(people.glanmorAdmin)
  await navigate('/')
  await shownCount(page).waitFor({ state: 'attached' })
})

test.describe('the finder', () => {
  test('is reached by the slash key, and highlights the filter for six seconds', async ({ page }) => {
    // The page's own clock: between a step of the test and the next any time may pass.
    const highlighted = await page.evaluateHandle(() => {
      const times: number[] = []
      new MutationObserver(() => times.push(performance.now())).observe(document.body, {
        subtree: true,
        attributeFilter: ['data-highlighted'],
      })
      return times
    })
    await openCategory(page, 'Home')
    await page.keyboard.press('/')
    const finder = page.getByPlaceholder('Search for a filter...')
    await expect(finder).toBeFocused()
    await finder.fill('tenure')
    await page.keyboard.press('Enter')
    const tenure = filter(page, 'Tenure')
    await expect(tenure).toHaveAttribute('data-highlighted', 'true')
    await expect(tenure.getByRole('heading')).toBeFocused()
    await expect(tenure).toBeInViewport()
    await expect(tenure).not.toHaveAttribute('data-highlighted')
    const [on = 0, off = 0] = await highlighted.jsonValue()
    expect(off - on).toBeGreaterThan(5_900)
  })

  test('opens the category that the filter is in', async ({ page }) => {
    await page.getByPlaceholder('Search for a filter...').fill('under-occupying')
    await page.keyboard.press('Enter')
    await expect(filter(page, 'Under-occupying')).toHaveAttribute('data-highlighted', 'true')
    await expect(panel(page).getByRole('button', { name: 'Home', exact: true })).toHaveAttribute('aria-expanded', 'true')
  })

  test('says when no filter is called so', async ({ page }) => {
    await page.getByPlaceholder('Search for a filter...').fill('zebra')
    await expect(page.getByText('No filter of that name. Try another word.')).toBeVisible()
  })
})

test.describe('by keyboard', () => {
  test('tick boxes', async ({ page }) => {
    await openCategory(page, 'Home')
    const flat = filter(page, 'Accommodation type').getByRole('checkbox', { name: 'Flat' })
    await flat.focus()
    await page.keyboard.press('Space')
    await expect(flat).toBeChecked()
    await expect(applied(page, 1)).toBeVisible()
    const count = await countOf(page, {
      filter_request_list: [{ filter_name: 'accommodation_type', filter_value_list: ['flat'] }],
    })
    await expect(shownCount(page, count)).toBeAttached()
    await page.keyboard.press('Space')
    await expect(flat).not.toBeChecked()
    await expect(applied(page, 0)).toBeVisible()
    expect(await kept(page)).toBeNull()
  })

  test('tick boxes behind a button', async ({ page }) => {
    await openCategory(page, 'Home')
    const button = filter(page, 'Tenure').getByRole('button', { name: 'Tenure', exact: true })
    await button.focus()
    await page.keyboard.press('Enter')
    const choices = page.getByRole('dialog', { name: 'Tenure' })
    await choices.getByRole('checkbox').first().focus()
    await page.keyboard.press('Space')
    await expect(choices.getByRole('checkbox').first()).toBeChecked()
    await page.keyboard.press('Escape')
    await expect(choices).toBeHidden()
    await expect(button).toBeFocused()
    await expect(applied(page, 1)).toBeVisible()
  })

  test('the range slider, whose thumbs do not pass each other', async ({ page }) => {
    await openCategory(page, 'Household')
    const minimum = page.getByRole('slider', { name: 'Age of head of household: minimum' })
    const maximum = page.getByRole('slider', { name: 'Age of head of household: maximum' })
    const lowest = Number(await minimum.inputValue())
    await minimum.focus()
    await page.keyboard.press('ArrowRight')
    await expect(minimum).toHaveValue(String(lowest + 1))
    await expect(applied(page, 1)).toBeVisible()
    await page.keyboard.press('End')
    await expect(minimum).toHaveValue(await maximum.inputValue())
    await page.keyboard.press('Home')
    await expect(minimum).toHaveValue(String(lowest))
    await expect(applied(page, 0)).toBeVisible()
  })

  test('minimum and maximum as numbers, with each of their messages', async ({ page }) => {
    await openCategory(page, 'Household')
    const size = filter(page, 'Household size')
    const minimum = size.getByLabel('Minimum')
    const maximum = size.getByLabel('Maximum')
    await minimum.focus()
    await page.keyboard.press('a')
    await expect(size.getByText('Must be a valid number.')).toBeVisible()
    await expect(minimum).toHaveValue('')
    await expect(size.getByText('Must be a valid number.')).toBeHidden()

    await minimum.fill('999')
    await expect(size.getByText('Minimum value must be less than maximum range value.')).toBeVisible()
    await minimum.fill('4')
    await maximum.fill('999')
    await expect(size.getByText('Maximum value must be less than maximum range value.')).toBeVisible()
    await maximum.fill('2')
    await maximum.blur()
    await expect(size.getByRole('alert')).toHaveText(
      /^Please enter a valid number between \d+ and \d+ or leave both fields empty\.$/,
    )
    await expect(applied(page, 0)).toBeVisible()
    await minimum.fill('2')
    await maximum.focus()
    await page.keyboard.press('Tab')
    await expect(applied(page, 1)).toBeVisible()
    const count = await countOf(page, {
      filter_request_list: [{ filter_name: 'household_size', filter_value_list: ['2', '2'] }],
    })
    await expect(shownCount(page, count)).toBeAttached()
  })

  test('the search, with its list', async ({ page }) => {
    await openCategory(page, 'Area')
    const ward = filter(page, 'Ward').getByRole('combobox')
    await ward.focus()
    await page.keyboard.press('ArrowDown')
    const name = await page.getByRole('option').first().innerText()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('listbox')).toBeHidden()
    await expect(page.getByRole('list', { name: 'Chosen: Ward' })).toContainText(name)
    await expect(applied(page, 1)).toBeVisible()
    await page.getByRole('button', { name: `Remove ${name}` }).click()
    await expect(applied(page, 0)).toBeVisible()
  })
})

test('a pasted list is matched, and what matches nothing is named in a toast', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const references = (await page.getByRole('rowheader').allInnerTexts()).slice(0, 7)
  await page.evaluate(
    (text) => navigator.clipboard.writeText(text),
    [...references.map((one) => one.toLowerCase()), 'NOBODY-1', 'NOBODY-2'].join('; '),
  )
  const field = panel(page).getByRole('combobox', { name: 'Household reference' })
  await field.focus()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(page.getByText('Some values were not found: NOBODY-1, NOBODY-2')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel(page).getByText('7 item(s) selected')).toBeVisible()
  await expect(shownCount(page, 7)).toBeAttached()
})

test.describe('Your filters', () => {
  test.beforeEach(async ({ page }) => {
    await openCategory(page, 'Home')
    await filter(page, 'Accommodation type').getByText('Flat').click()
    await filter(page, 'Accommodation type').getByText('Terraced').click()
    await applied(page, 1).click()
  })

  test('works on a copy that Cancel forgets', async ({ page }) => {
    const modal = page.getByRole('dialog', { name: 'Your filters' })
    await modal.getByRole('button', { name: 'Remove Accommodation type' }).click()
    await expect(modal.getByText('No filters. Every household is shown.')).toBeVisible()
    await modal.getByRole('button', { name: 'Cancel' }).click()
    await expect(applied(page, 1)).toBeVisible()
    await expect(filter(page, 'Accommodation type').getByRole('checkbox', { name: 'Flat' })).toBeChecked()
  })

  test('Apply takes the copy and fetches at once', async ({ page }) => {
    const modal = page.getByRole('dialog', { name: 'Your filters' })
    await modal.getByRole('button', { name: 'Remove Flat' }).click()
    const fetched = page.waitForRequest(isMapRequest)
    await modal.getByRole('button', { name: 'Apply' }).click()
    await fetched
    await expect(modal).toBeHidden()
    await expect(filter(page, 'Accommodation type').getByRole('checkbox', { name: 'Flat' })).not.toBeChecked()
  })

  test('clears all', async ({ page }) => {
    const modal = page.getByRole('dialog', { name: 'Your filters' })
    await modal.getByRole('button', { name: 'Clear all' }).click()
    await modal.getByRole('button', { name: 'Apply' }).click()
    await expect(applied(page, 0)).toBeVisible()
    expect(await kept(page)).toBeNull()
  })
})

test.describe('fetching', () => {
  // That it is 2000 ms after the last change, and one request, is proved with a stopped clock beside the code.
  test('several changes are fetched together, under "Updating…"', async ({ page }) => {
    await openCategory(page, 'Home')
    const withAll = page.waitForRequest((request) => isMapRequest(request) && isDeepStrictEqual(typesOf(request), ['detached', 'flat', 'terraced']))
    for (const type of ['Flat', 'Terraced', 'Detached']) await filter(page, 'Accommodation type').getByText(type, { exact: true }).click()
    await expect(page.getByText('Updating…')).toBeVisible()
    await withAll
    await expect(page.getByText('Updating…')).toBeHidden()
  })

  test('a newer request cancels the one in flight, whose answer nobody sees', async ({ page }) => {
    await openCategory(page, 'Home')
    let isFirst = true
    await page.route('**/api/streetview-household-data', async (route) => {
      // The first is never answered.
      if (isFirst) isFirst = false
      else await route.fallback()
    })
    const first = page.waitForRequest(isMapRequest)
    await filter(page, 'Accommodation type').getByText('Flat').click()
    const cancelled = page.waitForEvent('requestfailed', isMapRequest)
    await first
    await page.getByRole('button', { name: 'Clear all' }).click()
    expect((await cancelled).failure()?.errorText).toBe('net::ERR_ABORTED')
    await expect(shownCount(page, await countOf(page))).toBeAttached()
  })
})

test('the selection outlives a reload, and Clear all clears it from the browser, with a way back', async ({ page }) => {
  await openCategory(page, 'Home')
  await filter(page, 'Accommodation type').getByText('Flat').click()
  await expect.poll(() => kept(page)).not.toBeNull()
  await page.reload()
  await expect(applied(page, 1)).toBeVisible()
  const count = await countOf(page, {
    filter_request_list: [{ filter_name: 'accommodation_type', filter_value_list: ['flat'] }],
  })
  await expect(shownCount(page, count)).toBeAttached()
  await panel(page).getByRole('button', { name: 'Clear all' }).click()
  await expect(applied(page, 0)).toBeVisible()
  expect(await kept(page)).toBeNull()
  await panel(page).getByRole('button', { name: 'Undo' }).click()
  await expect(applied(page, 1)).toBeVisible()
})

test('a control that this app does not know says so', async ({ page }) => {
  await page.route('**/api/all-filters', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll('"checkbox_multiple"', '"hologram"') })
  })
  await page.reload()
  await openCategory(page, 'Home')
  await expect(filter(page, 'Accommodation type')).toContainText('Unsupported filter type')
})

test('a catalogue that does not come says so, and Try again brings it', async ({ page, faults }) => {
  faults.expect(/status of 500/)
  await page.route('**/api/all-filters', (route) => route.fulfill({ status: 500, body: '' }))
  await page.reload()
  await expect(panel(page).getByText('The filters could not be loaded')).toBeVisible()
  await page.unroute('**/api/all-filters')
  await panel(page).getByRole('button', { name: 'Try again' }).click()
  await openCategory(page, 'Home')
})
