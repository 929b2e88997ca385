import { expect, type Page } from '@playwright/test'

/** WCAG 2.2, 1.4.12: wider letters, words, lines and paragraphs than the page has. */
const SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
p { margin-bottom: 2em !important }`

/**
 * Fails where a page of 1280 × 1024 at 400%, which is 320 × 256, scrolls sideways (1.4.10) or cuts words, also with
 * wider spacing (1.4.12). What scrolls by itself, such as a table or a map, may be wider. The window is given back.
 */
export async function expectReflow(page: Page): Promise<void> {
  const before = page.viewportSize()
  const spacing = await page.addStyleTag({ content: SPACING })
  await page.setViewportSize({ width: 320, height: 256 })
  await expect.poll(() => page.evaluate(whatIsCut), 'what is cut at 400% with wide spacing').toEqual([])
  await spacing.evaluate((element) => {
    if (element instanceof Element) element.remove()
  })
  if (before) await page.setViewportSize(before)
}

/** Runs in the browser. */
function whatIsCut(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  const sideways = scrollWidth > clientWidth + 1 ? [`the page is ${scrollWidth} pixels wide`] : []
  const cut = [...document.querySelectorAll<HTMLElement>('#root *')].filter((element) => {
    const isSeen = element.clientWidth > 2 && element.checkVisibility() && !element.closest('[aria-hidden="true"], svg')
    const hasWords = [...element.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim())
    const { overflowX } = getComputedStyle(element)
    return isSeen && hasWords && overflowX === 'hidden' && element.scrollWidth > element.clientWidth + 1
  })
  return [...sideways, ...cut.map(({ textContent }) => `“${textContent.slice(0, 60)}” is cut`)]
}
