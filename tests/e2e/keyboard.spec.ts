import type { Locator, Page } from '@playwright/test'
import { eligible } from './campaignForm'
import { listRow } from './campaignList'
import { atRest, expect, people, test } from './doorstep'
import { createButton, selector } from './filterTemplates'

/* A day's work without a mouse: at every stop of Tab the focus is seen, and not under something else. */

const MAX_STOPS = 150

test('login, filter, template, campaign, Send for Review and logout by keyboard alone, with the focus seen at every stop', async ({
  page,
}) => {
  const { keyboard } = page
  const name = 'Made by keyboard'
  const press = async (target: Locator, key = 'Enter') => {
    await tabTo(page, target)
    await keyboard.press(key)
  }
  const pick = async (label: string, option: string) => {
    await press(page.getByRole('button', { name: label }))
    await page.getByRole('listbox').waitFor()
    await keyboard.type(option)
    await keyboard.press('Enter')
    await expect(page.getByRole('button', { name: label })).toContainText(option)
  }

  await page.goto('/login')
  await tabTo(page, page.getByRole('textbox', { name: 'Email' }))
  await keyboard.type(people.northmereAdmin)
  await press(page.getByRole('button', { name: 'Continue' }))
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await tabTo(page, page.getByLabel('Email'))
  await keyboard.type(people.northmereAdmin)
  await tabTo(page, page.getByLabel('Password'))
  await keyboard.type('doorstep-demo')
  await press(page.getByRole('button', { name: 'Sign in' }))

  await page.getByPlaceholder('Search for a filter...').waitFor()
  await atRest(page)
  await keyboard.press('/')
  await expect(page.getByPlaceholder('Search for a filter...')).toBeFocused()
  await keyboard.type('Accommodation type')
  await page.getByRole('option', { name: /^Accommodation type/ }).waitFor()
  await keyboard.press('Enter')
  await press(page.getByRole('checkbox', { name: /^Flat/ }), 'Space')
  await page.getByRole('button', { name: '1 applied', exact: true }).waitFor()
  await press(createButton(page))
  await expect(page.getByRole('textbox', { name: 'Template name' })).toBeFocused()
  await keyboard.type(name)
  await press(page.getByRole('button', { name: 'Submit' }))
  await expect(selector(page)).toHaveText(name)

  await press(page.getByRole('button', { name: 'Actions' }))
  await page.getByRole('menu').waitFor()
  await keyboard.type('Create new')
  await keyboard.press('Enter')
  await tabTo(page, page.getByRole('textbox', { name: 'Campaign Name' }))
  await keyboard.type(name)
  await pick('Campaign Type', 'Pension Credit')
  await pick('Communication Channel', 'SMS')
  await eligible(page).waitFor()
  await press(page.getByRole('button', { name: 'Next' }))
  await press(page.getByRole('button', { name: /^Pension Credit: invitation to claim/ }))
  await press(page.getByRole('button', { name: 'Send for Review' }))
  await press(page.getByRole('alertdialog').getByRole('button', { name: 'Send for Review' }))
  await expect(page).toHaveURL('/campaigns')
  await expect(listRow(page, name)).toHaveCount(1)

  await press(page.getByRole('button', { name: 'Logout' }))
  await page.waitForURL((url) => url.pathname === '/login')
})

/** Presses Tab, or Shift and Tab where it lies before, until the focus is there; looks at it at each stop on the way. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  const element = await target.elementHandle()
  const isBefore = await element.evaluate(
    (there) => (document.activeElement?.compareDocumentPosition(there) ?? 0) & Node.DOCUMENT_POSITION_PRECEDING,
  )
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    if (await element.evaluate((there) => there === document.activeElement)) return
    await page.keyboard.press(isBefore ? 'Shift+Tab' : 'Tab')
    await expect.poll(() => page.evaluate(faultOfFocus)).toBeNull()
  }
  throw new Error(`Tab does not lead to ${target.toString()}.`)
}

/** Runs in the browser. What is wrong with the focus as it is now: no ring around it, or something over it. */
function faultOfFocus(): string | null {
  const element = document.activeElement
  if (!element || element === document.body) return null
  // A checkbox is drawn by its label.
  const shown = element.closest('label') ?? element
  const isRinged = [element, shown, shown.parentElement ?? shown, ...shown.querySelectorAll('*')]
    .map((one) => getComputedStyle(one))
    .some(({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2)
  const { left, right, top, bottom } = shown.getBoundingClientRect()
  const isSeen = [0.1, 0.5, 0.9].some((across) =>
    [0.1, 0.5, 0.9].some((down) => {
      const there = document.elementFromPoint(left + (right - left) * across, top + (bottom - top) * down)
      return there !== null && (shown.contains(there) || there.contains(shown))
    }),
  )
  const words = `${element.tagName} “${(element.getAttribute('aria-label') ?? shown.textContent).slice(0, 60)}”`
  if (!isRinged) return `No focus is seen on ${words}.`
  return isSeen ? null : `Something hides ${words}.`
}
