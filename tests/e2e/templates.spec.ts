import type { Page } from '@playwright/test'
import { expect, expectAccessible, people, test } from './doorstep'

const KEPT = 'doorstep.selected-filters'
const selection = (...accommodation: [id: string, displayName: string][]) => ({
  home: {
    accommodation_type: {
      displayName: 'Accommodation type',
      selectedValues: accommodation.map(([id, displayName]) => ({ id, displayName })),
    },
  },
})
const FLATS = selection(['flat', 'Flat'])

const selector = (page: Page) => page.getByRole('button', { name: /Select Template/ })
const applied = (page: Page, count: number) => page.getByRole('button', { name: `${count} applied`, exact: true })
const kept = (page: Page) => page.evaluate((key) => sessionStorage.getItem(key), KEPT)

/** Opens the map with these filters selected. */
async function openWith(page: Page, selected: unknown): Promise<void> {
  await page.addInitScript(
    ([key, text]) => {
      if (sessionStorage.getItem('seeded')) return
      sessionStorage.setItem('seeded', 'yes')
      sessionStorage.setItem(key, text)
    },
    [KEPT, JSON.stringify(selected)] as const,
  )
  await page.goto('/')
  await page.getByRole('button', { name: 'Create template with selected filters' }).waitFor()
}

async function create(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Create template with selected filters' }).click()
  await page.getByRole('textbox', { name: 'Template name' }).fill(name)
  await page.getByRole('button', { name: 'Submit' }).click()
}

async function actOn(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: 'Manage templates' }).click()
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** What a test before this one left. */
async function deleteAll(page: Page): Promise<void> {
  const list = (await (await page.request.get('/api/user-filter-templates')).json()) as { template_id: number }[]
  for (const { template_id } of list) {
    const answer = await page.request.post('/api/delete-filter-template', { data: { template_id } })
    expect(answer.ok()).toBe(true)
  }
}

test.beforeEach(async ({ page, login }) => {
  await login(people.northmereViewer)
  await deleteAll(page)
})

test('a template is made, chosen, departed from, renamed and deleted', async ({ page }) => {
  await openWith(page, FLATS)
  await expect(
    page.getByText('No filter templates created. please click the button below to create your first filter template'),
  ).toBeVisible()

  await page.getByRole('button', { name: 'Create template with selected filters' }).click()
  await page.getByRole('dialog', { name: 'Create Filter Template' }).getByText('1 filter selected').waitFor()
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Template name' }).fill('<b>Flats</b>')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(selector(page)).toHaveText('<b>Flats</b>')

  await page.getByRole('button', { name: 'Clear all', exact: true }).click()
  await expect(selector(page)).toHaveText('Select Template')
  await selector(page).click()
  await page.getByRole('option', { name: '<b>Flats</b>' }).click()
  await expect(applied(page, 1)).toBeVisible()
  await expect(selector(page)).toHaveText('<b>Flats</b>')
  expect(JSON.parse((await kept(page)) ?? '{}')).toMatchObject({ home: { accommodation_type: { selectedValues: [{ id: 'flat' }] } } })

  await actOn(page, '<b>Flats</b>', 'Rename')
  await page.getByRole('textbox', { name: 'Template name' }).fill('Only flats')
  await page.getByRole('button', { name: 'Rename template' }).click()
  await expect(page.getByRole('dialog', { name: 'Your templates' }).getByRole('listitem')).toHaveText(['Only flats'])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Actions for Only flats' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete template' }).click()
  await expect(page.getByText('No templates.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('No filter templates created.')).toBeVisible()
  await expect(applied(page, 1)).toBeVisible()
})

test('what the catalogue has lost is left out and named', async ({ page }) => {
  await openWith(page, FLATS)
  await create(page, 'With a castle')
  await expect(selector(page)).toHaveText('With a castle')
  await page.getByRole('button', { name: 'Clear all', exact: true }).click()
  await page.route('**/api/filter-template-values', async (route) => {
    const answer = await route.fetch()
    const [row] = (await answer.json()) as Record<string, unknown>[]
    await route.fulfill({ json: [row, { ...row, filter_value: { name: 'castle', display_name: 'Castle' } }] })
  })
  await selector(page).click()
  await page.getByRole('option', { name: 'With a castle' }).click()
  await expect(page.getByText('Some values were not found: Castle')).toBeVisible()
  await expect(selector(page)).toHaveText('With a castle')
  expect(await kept(page)).not.toContain('castle')
})

test('the same template made in two tabs is there once, and the second is told', async ({ page, context, faults }) => {
  faults.expect(/status of 409/)
  await openWith(page, FLATS)
  const other = await context.newPage()
  await openWith(other, FLATS)
  await create(page, 'Shared')
  await expect(selector(page)).toHaveText('Shared')
  await create(other, 'SHARED')
  const dialog = other.getByRole('dialog', { name: 'Create Filter Template' })
  await expect(dialog.getByRole('alert')).toHaveText('You already have a template called SHARED.')
  await expect(dialog.getByRole('textbox')).toHaveValue('SHARED')
  const list = await page.request.get('/api/user-filter-templates')
  expect(await list.json()).toMatchObject([{ filter_template_name: 'Shared' }])
})
