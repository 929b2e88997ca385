/** What a person does on a line that has just gone silent, and the words that say so. */
import type { Page } from '@playwright/test'
import { expect, filterPanel, people, shownCount, signIn, test as base } from './doorstep'
import { controlled } from './installed'
import { startLine, type Line } from './line'

const SILENT = 'Doorstep does not answer. Check your connection and try again.'
const UNRESPONSIVE = 'Doorstep does not answer'

/** In a browser that reaches the server by the line, with the app's worker. */
export const test = base.extend<{ line: Line }>({
  line: async ({ baseURL }, use) => {
    const line = await startLine(baseURL ?? '')
    await use(line)
    await line.stop()
  },
  proxy: async ({ line }, use) => use({ server: line.server }),
  serviceWorkers: 'allow',
})

/**
 * Each in turn, with a line that is back before the next.
 * @returns for each the milliseconds from the press to the words, by the page's clock.
 */
export async function silences(page: Page, line: Line): Promise<Record<string, number>> {
  const took: Record<string, number> = {}
  const watch = (words: string) => page.evaluate(watchFor, words)
  const said = async (what: string) => {
    await page.waitForFunction(() => 'saidAfter' in document.documentElement.dataset)
    took[what] = Number(await page.locator('html').getAttribute('data-said-after'))
    line.comeBack()
  }

  await page.goto('/login')
  await page.getByPlaceholder('Enter your email address').fill(people.northmereAdmin)
  await watch(SILENT)
  line.goSilent()
  await page.getByRole('button', { name: 'Continue' }).click()
  await said('Continue of the login')

  await signIn(page, people.northmereAdmin)
  await controlled(page)
  const panel = await filterPanel(page)
  await shownCount(page).waitFor({ state: 'attached' })
  await panel.getByRole('button', { name: 'Home', exact: true }).click()
  const flat = panel.getByRole('checkbox', { name: 'Flat' })
  await flat.waitFor()
  await watch(UNRESPONSIVE)
  line.goSilent()
  await flat.press('Space')
  await said('a filter')
  await expect(page.getByText('Updating…')).toHaveCount(0)
  await expect(page.getByText(UNRESPONSIVE, { exact: true })).toHaveCount(0)

  await page.goto('/settings')
  await watch(UNRESPONSIVE)
  line.goSilent()
  await page.getByRole('link', { name: 'Campaigns' }).click()
  await said('another page')
  await expect(page.getByText(UNRESPONSIVE, { exact: true })).toHaveCount(0)

  await page.addInitScript(watchFor, UNRESPONSIVE)
  line.goSilent()
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await said('a start')
  return took
}

/** Runs in the page: from its first press, or from its start, until it shows the words. */
function watchFor(words: string): void {
  // As a script of a page that begins, before there is any element.
  if (document.readyState === 'complete') delete document.documentElement.dataset.saidAfter
  let begun = document.readyState === 'complete' ? undefined : 0
  const begin = () => (begun ??= performance.now())
  for (const press of ['pointerup', 'keydown']) addEventListener(press, begin, { capture: true, once: true })
  new MutationObserver((_, observer) => {
    if (begun === undefined || !document.querySelector('#root')?.textContent.includes(words)) return
    observer.disconnect()
    document.documentElement.dataset.saidAfter = String(Math.round(performance.now() - begun))
  }).observe(document, { childList: true, subtree: true, characterData: true })
}
