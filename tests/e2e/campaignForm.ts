/** Verbs for the specs on making a campaign. */
import type { Locator, Page } from '@playwright/test'
import type { SelectedFilters } from '../../src/app/state/filters/selection'
import { beginWith } from './selection'

export const nameField = (page: Page): Locator => page.getByRole('textbox', { name: 'Campaign Name' })
export const nextButton = (page: Page): Locator => page.getByRole('button', { name: 'Next' })
/** The count, once it is there. */
export const eligible = (page: Page, channel = 'SMS'): Locator =>
  page.getByText(new RegExp(`^[\\d,]+ households eligible to receive ${channel} campaign$`))

export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('button', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

export async function optionsOf(page: Page, label: string): Promise<string[]> {
  await page.getByRole('button', { name: label }).click()
  await page.getByRole('option').first().waitFor()
  const names = await page.getByRole('option').allTextContents()
  await page.keyboard.press('Escape')
  return names
}

export async function fill(page: Page, name: string, type = 'Pension Credit', channel = 'SMS'): Promise<void> {
  await nameField(page).fill(name)
  await choose(page, 'Campaign Type', type)
  await choose(page, 'Communication Channel', channel)
}

/** Opens the form, in a tab that begins with these filters selected. */
export async function openForm(page: Page, path = '/campaigns/new', selected?: SelectedFilters): Promise<void> {
  if (selected) await beginWith(page, selected)
  await page.goto(path)
  await page.getByRole('heading', { level: 1, name: 'Create new campaign' }).waitFor()
}
