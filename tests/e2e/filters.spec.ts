import type { Page } from '@playwright/test'
import { countOf, expect, filterPanel, people, shownCount, test } from './doorstep'
import { WINDOWS } from './reflow'
import { keptSelection } from './selection'

/* Each control, its messages, the finder and "Your filters" by themselves: src/app/features/map/filters. Here on the whole page. */

const panel = (page: Page) => page.getByRole('region', { name: 'Filters' })
/** One filter with its control: the card around its heading. */
const filter = (page: Page, name: string) =>
  panel(page)
    .locator('[data-filter]')
    .filter({ has: page.getByRole('heading', { level: 5, name, exact: true }) })
const applied = (page: Page, count: number) =>
  panel(page).getByRole('button', { name: `${count} applied`, exact: true })

test.beforeEach(async ({ page, login, navigate }) => {
  await login(people.glanmorAdmin)
  await navigate('/')
  await shownCount(page).waitFor({ state: 'attached' })
  await filterPanel(page)
})

test('a filter is found and ticked by keyboard; it outlives a reload, and Clear all has a way back', async ({
  page,
}) => {
  await expect(page.getByText('The map cannot be drawn because this browser has no WebGL')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Draw an area' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'List of households' }).getByRole('row').nth(50)).toBeAttached()

  await page.keyboard.press('/')
  await expect(page.getByPlaceholder('Search for a filter...')).toBeFocused()
  await page.keyboard.type('accommodation')
  await page.keyboard.press('Enter')
  const accommodation = filter(page, 'Accommodation type')
  await expect(accommodation.getByRole('heading')).toBeFocused()
  await expect(accommodation).toBeInViewport()
  await accommodation.getByRole('checkbox', { name: 'Flat' }).focus()
  await page.keyboard.press('Space')
  await expect(applied(page, 1)).toBeVisible()
  const count = await countOf(page, {
    filter_request_list: [{ filter_name: 'accommodation_type', filter_value_list: ['flat'] }],
  })
  await expect(shownCount(page, count)).toBeAttached()

  await page.reload()
  await expect(applied(page, 1)).toBeVisible()
  await expect(shownCount(page, count)).toBeAttached()
  await panel(page).getByRole('button', { name: 'Clear all' }).click()
  await expect(applied(page, 0)).toBeVisible()
  expect(await keptSelection(page)).toBeNull()
  await panel(page).getByRole('button', { name: 'Undo' }).click()
  await expect(applied(page, 1)).toBeVisible()
  await expect(shownCount(page, count)).toBeAttached()
})

test('with every category open, wheel and Tab scroll the panel alone, in a window of any size', async ({ page }) => {
  for (const category of await panel(page).getByRole('heading', { level: 3 }).getByRole('button').all()) {
    await category.click()
    await expect(category).toHaveAttribute('aria-expanded', 'true')
  }
  await page.evaluate(noteScrolls)
  for (const size of WINDOWS) {
    await page.setViewportSize(size)
    // The first of the windows in which the panel is a sheet, which stays open in the others.
    if (size.width === 1024) await page.getByRole('button', { name: /^Filters/ }).click()
    await panel(page).getByRole('heading', { level: 3 }).first().hover()
    await page.mouse.wheel(0, 100_000)
    await expect(panel(page).getByRole('heading', { level: 3 }).last()).toBeInViewport()
    await panel(page)
      .getByRole('button', { name: /applied$/ })
      .focus()
    for (let stop = 0; stop < TAB_STOPS; stop += 1) await page.keyboard.press('Tab')
    const heights = await page.evaluate(() => [document.documentElement.scrollHeight, innerHeight])
    expect(heights, `the document's height at ${size.width} × ${size.height}`).toEqual([size.height, size.height])
    expect(await page.evaluate(() => document.body.dataset.scrolled ?? ''), 'what scrolled that must not').toBe('')
  }
})

/** Stops from the chip to the last of the categories, and on. */
const TAB_STOPS = 130

/** Runs in the browser. Notes on the body when the document scrolls, or something that only cuts what is over its edge. */
function noteScrolls(): void {
  const note = ({ target }: Event) => {
    const element = target instanceof Element ? target : document.documentElement
    // What is hidden but for screen readers is a pixel high, and scrolls in it.
    const mayScroll =
      target instanceof Element && (element.clientHeight < 2 || /auto|scroll/.test(getComputedStyle(element).overflow))
    if (!mayScroll) document.body.dataset.scrolled = `${element.tagName}.${element.className}`
  }
  document.addEventListener('scroll', note, true)
}

test('the counts follow a slider that is dragged, stay when it is let go, and become the exact ones', async ({
  page,
}) => {
  await page.keyboard.press('/')
  await page.keyboard.type('weekly income')
  await page.keyboard.press('Enter')
  const income = filter(page, 'Weekly income')
  const thumb = income.getByRole('slider', { name: 'Weekly income: minimum' })
  const box = await thumb.locator('xpath=..').boundingBox()
  if (!box) throw new Error('The slider is not on screen.')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const index = page.waitForResponse('**/api/filter-facet-index')
  await page.mouse.move(x, y)
  await index
  let answer = () => {}
  const isAnswered = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/filter-facets', async (route) => {
    await isAnswered
    await route.continue()
  })
  await page.mouse.down()
  await page.mouse.move(x + 40, y, { steps: 4 })
  const outcome = panel(page).locator('header p')
  const word = /now: ([\d,]+)/
  await expect(outcome).toHaveText(word)
  await page.mouse.move(x + 80, y, { steps: 4 })
  const moved = word.exec(await outcome.innerText())?.[1] ?? ''
  await page.mouse.up()
  await expect(applied(page, 1)).toBeVisible()
  await expect(outcome).toContainText(`now: ${moved}`)

  answer()
  const from = await thumb.inputValue()
  const to = await income.getByRole('slider', { name: 'Weekly income: maximum' }).inputValue()
  const count = await countOf(page, {
    filter_request_list: [{ filter_name: 'weekly_income', filter_value_list: [from, to] }],
  })
  await expect(outcome).toContainText(`now: ${count.toLocaleString('en-GB')}`)
})

test('a value is searched for by keyboard; a pasted list is matched, and what matches nothing is named in a toast', async ({
  page,
  context,
}) => {
  await panel(page).getByRole('button', { name: 'Area', exact: true }).click()
  const ward = filter(page, 'Ward').getByRole('combobox')
  await ward.focus()
  await page.keyboard.press('ArrowDown')
  const name = await page.getByRole('option').first().locator('[slot="label"]').innerText()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toBeHidden()
  await expect(page.getByRole('list', { name: 'Chosen: Ward' })).toContainText(name)
  await expect(applied(page, 1)).toBeVisible()
  await page.getByRole('button', { name: `Remove ${name}` }).click()
  await expect(applied(page, 0)).toBeVisible()

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
