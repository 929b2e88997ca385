/** Verbs for the specs on filter templates. */
import type { Locator, Page } from '@playwright/test'

export const selector = (page: Page): Locator => page.getByRole('button', { name: /Select Template/ })
export const createButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'Create template with selected filters' })

export async function createTemplate(page: Page, name: string): Promise<void> {
  await createButton(page).click()
  await page.getByRole('textbox', { name: 'Template name' }).fill(name)
  await page.getByRole('button', { name: 'Submit' }).click()
}

/** The names of the person's own on the server, in the order in which they were made. */
export async function templatesOf(page: Page): Promise<string[]> {
  const list = (await (await page.request.get('/api/user-filter-templates')).json()) as {
    template_id: number
    filter_template_name: string
  }[]
  return list.sort((a, b) => a.template_id - b.template_id).map((one) => one.filter_template_name)
}
