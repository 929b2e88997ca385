import type { Route } from '@playwright/test'
import { fill, nextButton } from './campaignForm'
import { atRest, expect, people, test } from './doorstep'
import { FAULTS_OF_SCREENS } from './everyScreen'
import { NORTHMERE } from './organisations'
import { SCREENS } from './screens'

/** What the start asks, without which there is no screen. */
const AT_START = /\/api\/(session\/user|organisation-settings)$/

test('no screen says that there is nothing while answers are on their way', async ({ page, faults, loginTo }) => {
  faults.expect(FAULTS_OF_SCREENS)
  await loginTo(people.superAdmin, NORTHMERE)
  await page.goto('/campaigns/new')
  await fill(page, 'While answers wait')
  await nextButton(page).click()
  await page.waitForURL(/\/campaigns\/new\/[0-9a-f-]{36}$/)
  const draft = page.url().split('/').at(-1) ?? ''
  await page.addInitScript(listen)
  const held: Route[] = []
  await page.route('**/api/**', (route) => (AT_START.test(route.request().url()) ? route.continue() : held.push(route)))
  const screens = new Map(SCREENS.map((screen) => [screen.heading.SuperAdmin, screen]))
  for (const [heading, { route, at }] of screens) {
    const path = typeof at === 'string' ? at : at({ complete: 1, draft })
    await test.step(`${route} at ${path}`, async () => {
      await page.goto(path)
      await expect.poll(() => held.length).toBeGreaterThan(0)
      // An answer leads to other questions, whose answers are held too until what it says has been painted.
      await expect(async () => {
        await page.evaluate(twoFrames)
        for (const one of held.splice(0)) await one.continue()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading, { timeout: 5_000 })
        await atRest(page.locator('main'), { timeout: 5_000 })
        expect(held).toEqual([])
      }).toPass()
      expect(await page.evaluate(whatIsNotSaidAnyMore), 'what was said before it was known').toEqual([])
    })
  }
})

/** Runs in the browser, before the page's own scripts: keeps each line that speaks of nothing. */
function listen(): void {
  const said = new Set<string>()
  Object.assign(window, { said })
  new MutationObserver(() => {
    const lines = document.querySelector('main')?.innerText.split('\n') ?? []
    for (const line of lines) if (/\b(no|none|nothing|nobody|never|offline|0)\b/i.test(line)) said.add(line)
  }).observe(document, { childList: true, characterData: true, subtree: true })
}

/** Runs in the browser. */
function whatIsNotSaidAnyMore(): string[] {
  const said = (window as unknown as { said: ReadonlySet<string> }).said
  const now = document.querySelector('main')?.innerText.split('\n') ?? []
  return [...said].filter((line) => !now.includes(line))
}

const twoFrames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
