import type { Page } from '@playwright/test'
import { expect, expectAccessible, filterPanel, people, test } from './doorstep'
import { createButton, selector, templatesOf } from './filterTemplates'
import { beginWith, FLATS, keptSelection } from './selection'

const applied = (page: Page, count: number) => page.getByRole('button', { name: `${count} applied`, exact: true })

/** Opens the map in a tab that begins with flats selected. */
async function openMap(page: Page): Promise<void> {
  await beginWith(page, FLATS)
  await page.goto('/')
  await filterPanel(page)
}

async function actOn(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: 'Manage templates' }).click()
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('a template is made, chosen, departed from, renamed and deleted', async ({ page, login }) => {
  await login(people.northmereViewer)
  await openMap(page)
  await expect(
    page.getByText('No filter templates created. please click the button below to create your first filter template'),
  ).toBeVisible()

  await createButton(page).click()
  await page.getByRole('dialog', { name: 'Create Filter Template' }).getByText('1 filter selected').waitFor()
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Template name' }).fill('<b>Flats</b>')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(selector(page)).toHaveText('<b>Flats</b>')
  await expect.poll(() => templatesOf(page)).toEqual(['&lt;b&gt;Flats&lt;/b&gt;'])

  await page.getByRole('button', { name: 'Clear all', exact: true }).click()
  await expect(selector(page)).toHaveText('Select Template')
  await selector(page).click()
  await page.getByRole('option', { name: '<b>Flats</b>' }).click()
  await expect(applied(page, 1)).toBeVisible()
  await expect(selector(page)).toHaveText('<b>Flats</b>')
  expect(JSON.parse((await keptSelection(page)) ?? '{}')).toMatchObject({
    home: { accommodation_type: { selectedValues: [{ id: 'flat' }] } },
  })

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
